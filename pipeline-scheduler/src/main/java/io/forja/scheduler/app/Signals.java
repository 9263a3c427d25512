package io.forja.scheduler.app;

import io.forja.scheduler.cli.Interrupts;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C and SIGTERM. The first asks the command that listens, the next ends the process, one more ends it without
 * tidying up.
 *
 * <p>A shutdown hook would not do: Spark has one of its own, which stops the engine at the same moment, under the runs
 * that are to come to their end.
 */
final class Signals implements Interrupts {

    /** What shells say of a process that a signal ended: so much more than the signal's number. */
    private static final int SIGNAL_BASE = 128;

    private static final int INT = 2;
    private static final int TERM = 15;

    private final AtomicReference<@Nullable Runnable> action = new AtomicReference<>();
    private final AtomicBoolean exiting = new AtomicBoolean();

    /** Listens from now on; where Java knows no signals, the process ends as Java does it. */
    static Signals install() {
        Signals signals = new Signals();
        signals.handle("INT", INT);
        signals.handle("TERM", TERM);
        return signals;
    }

    /** By reflection, since the compiler warns of each mention of sun.misc, which has no successor yet. */
    private void handle(String name, int number) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler received = (proxy, method, args) -> {
                received(number);
                return null;
            };
            signal.getMethod("handle", signal, handler).invoke(null, signal.getConstructor(String.class)
                    .newInstance(name), Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler},
                    received));
        } catch (ReflectiveOperationException e) {
            // Another Java than those that are known, or one started with -Xrs: its own way of ending has to do.
        }
    }

    private void received(int number) {
        Runnable once = action.getAndSet(null);
        if (once != null) {
            once.run();
        } else if (exiting.compareAndSet(false, true)) {
            new Thread(() -> System.exit(SIGNAL_BASE + number), "forja-exit").start();
        } else {
            Runtime.getRuntime().halt(SIGNAL_BASE + number);
        }
    }

    @Override
    public Registration onInterrupt(Runnable wanted) {
        action.set(wanted);
        return () -> action.compareAndSet(wanted, null);
    }
}
