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
        if (used >= limit || !tryLock(writes)) {
            return false;
        }
        used++;
        return true;
    }

    void release(List<TableRef> writes) {
        synchronized (this) {
            used--;
        }
        unlock(writes);
    }

    /** Becomes the one writer of tables without a place for a job; true where nobody writes them now. */
    synchronized boolean tryLock(List<TableRef> tables) {
        if (tables.stream().anyMatch(table -> written.stream().anyMatch(table::mayBe))) {
            return false;
        }
        written.addAll(tables);
        return true;
    }

    void unlock(List<TableRef> tables) {
        synchronized (this) {
            written.removeAll(new ArrayList<>(tables));
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
