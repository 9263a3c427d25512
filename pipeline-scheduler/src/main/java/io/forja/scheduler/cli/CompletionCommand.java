package io.forja.scheduler.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "completion", header = "Print a script that completes Forja's commands in a shell.",
        footer = {"", "Examples:", "  source <(forja completion bash)",
                "  forja completion bash > /etc/bash_completion.d/forja"})
final class CompletionCommand implements Callable<Integer> {

    /** The shells that are known. */
    enum Shell {
        BASH,
        ZSH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Parameters(paramLabel = "SHELL", description = "The shell: ${COMPLETION-CANDIDATES}.")
    private Shell shell = Shell.BASH;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Session session;

    CompletionCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (shell == Shell.ZSH) {
            session.print("autoload -U +X compinit && compinit");
        }
        session.print(AutoComplete.bash("forja", spec.root().commandLine()));
        return ExitCode.OK;
    }
}
