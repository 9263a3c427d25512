package io.forja.core.job;

import io.forja.core.problem.ForjaException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request to stop, made once and seen by all who ask. Thread-safe. */
public final class Cancellation {

    private static final Logger LOG = LoggerFactory.getLogger(Cancellation.class);

    private final List<Runnable> actions = new ArrayList<>();
    private @Nullable String reason;
    private int commits;

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
        due.forEach(Cancellation::act);
    }

    public synchronized boolean isCancelled() {
        return reason != null;
    }

    /**
     * Runs an action at the request; at once when it was already made. It returns soon: it sends for the end of
     * something and does not wait for it. What it throws is logged, and keeps no other action from running.
     */
    public void onCancel(Runnable action) {
        synchronized (this) {
            if (reason == null) {
                actions.add(action);
                return;
            }
        }
        act(action);
    }

    private static void act(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.warn("a part of the job could not be stopped", e);
        }
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
     * commit begins: who sees a stopped job that is not committing knows that it never will. So only what cannot be
     * half done belongs in here, and it is short. Several threads may commit at once.
     *
     * @throws ForjaException when a stop was asked for before
     */
    public <T> T commit(Callable<T> commit) throws Exception {
        synchronized (this) {
            throwIfCancelled();
            commits++;
        }
        try {
            return commit.call();
        } finally {
            synchronized (this) {
                commits--;
            }
        }
    }

    public synchronized boolean isCommitting() {
        return commits > 0;
    }
}
