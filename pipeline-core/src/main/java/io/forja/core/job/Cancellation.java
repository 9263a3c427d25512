package io.forja.core.job;

import io.forja.core.problem.ForjaException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A request to stop, made once and seen by all who ask. Thread-safe. */
public final class Cancellation {

    private final List<Runnable> actions = new ArrayList<>();
    private @Nullable String reason;
    private boolean committing;

    /** Asks for a stop; the first reason stays. Runs every action registered, in the caller's thread. */
    public void cancel(String why) {
        List<Runnable> due;
        synchronized (this) {
            if (reason != null) {
                return;
            }
            reason = why;
            due = List.copyOf(actions);
            actions.clear();
        }
        due.forEach(Runnable::run);
    }

    public synchronized boolean isCancelled() {
        return reason != null;
    }

    /** Runs an action at the request; at once when it was already made. */
    public void onCancel(Runnable action) {
        synchronized (this) {
            if (reason == null) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }

    /**
     * @throws ForjaException when a stop was asked for
     */
    public synchronized void throwIfCancelled() {
        if (reason != null) {
            throw ForjaException.permanent("the job was stopped: " + reason, "");
        }
    }

    /**
     * Commits, unless a stop was asked for. A stop that comes during the commit does not break it; after a stop, no
     * commit begins: who sees a stopped job that is not committing knows that it never will.
     *
     * @throws ForjaException when a stop was asked for before
     */
    public <T> T commit(Callable<T> commit) throws Exception {
        synchronized (this) {
            throwIfCancelled();
            committing = true;
        }
        try {
            return commit.call();
        } finally {
            synchronized (this) {
                committing = false;
            }
        }
    }

    public synchronized boolean isCommitting() {
        return committing;
    }
}
