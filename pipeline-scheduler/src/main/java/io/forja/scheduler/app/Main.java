package io.forja.scheduler.app;

import io.forja.scheduler.cli.Cli;
import java.time.Clock;
import java.util.Map;

/** Where Forja starts. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        Map<String, String> variables = System.getenv();
        Signals signals = Signals.install();
        Wiring wiring = new Wiring(new ProcessEnvironment(variables), Clock.systemDefaultZone(), signals);
        String program = System.getProperty("forja.command", "forja");
        int code = new Cli(program, wiring, signals).run(Screen.terminal(variables), args);
        // Threads of libraries may outlive their work; the command's end is the process's end.
        System.exit(code);
    }
}
