package io.forja.core.run;

import io.forja.core.definition.TableRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The places for jobs: a limit on how many run at once, and one writer for each table. A job that gets no place asks
 * again when one is given back. Thread-safe.
 */
final class Slots {

    private final int limit;
    private final Set<TableRef> written = new HashSet<>();
    private final List<Runnable> waiting = new CopyOnWriteArrayList<>();
    private int used;

    Slots(int limit) {
        this.limit = limit;
    }

    /** True where the job may run now; it then has to {@link #release}. */
    synchronized boolean tryAcquire(List<TableRef> writes) {
        if (used >= limit || writes.stream().anyMatch(written::contains)) {
            return false;
        }
        used++;
        written.addAll(writes);
        return true;
    }

    void release(List<TableRef> writes) {
        synchronized (this) {
            used--;
            written.removeAll(new ArrayList<>(writes));
        }
        waiting.forEach(Runnable::run);
    }

    /** Calls back at every release, until {@link #ignore}. */
    void onRelease(Runnable wake) {
        waiting.add(wake);
    }

    void ignore(Runnable wake) {
        waiting.remove(wake);
    }
}
