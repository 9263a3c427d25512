package io.forja.scheduler.daemon;

import io.forja.core.lake.LeaseStore;
import io.forja.core.problem.ForjaException;
import io.forja.core.run.ProcessId;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This daemon's right to serve a lake, which one daemon has at a time, wherever its state is. It is said again all the
 * time; that of a daemon that was killed ends by itself. Thread-safe.
 *
 * <p>A store that cannot be reached keeps nobody from coming up: nothing can be written there either, and the lease is
 * tried for until the store is back.
 */
final class LakeLease implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LakeLease.class);
    private static final Duration AGAIN = Lease.TERM.dividedBy(4);

    /** Others may move between the look and the step. */
    private static final int ATTEMPTS = 3;

    private final LeaseStore store;
    private final ProcessId self;
    private final Clock clock;
    private final Instant since;
    private final ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "forja-lease");
        thread.setDaemon(true);
        return thread;
    });
    private boolean lost;

    LakeLease(LeaseStore store, ProcessId self, Clock clock) {
        this.store = store;
        this.self = self;
        this.clock = clock;
        this.since = clock.instant();
    }

    /**
     * @param isGone of which process it is known that it no longer runs
     * @throws ForjaException when another daemon has the lake
     */
    synchronized void take(Predicate<String> isGone) {
        try {
            Optional<Lease> other = taken(isGone);
            if (other.isPresent()) {
                throw ForjaException.permanent("the lake is served by another daemon (" + other.get().owner() + ", since "
                        + other.get().since() + "), says " + store.location(), "stop that daemon; one that was killed"
                        + " gives the lake free at " + other.get().expires());
            }
        } catch (IOException e) {
            LOG.warn("the lake's lease in {} cannot be looked at ({}); trying again", store.location(), e.getMessage());
        }
    }

    /** Renews it from now on, and says when another daemon has it. */
    void keep(Runnable whenLost) {
        renewals.scheduleWithFixedDelay(() -> {
            if (!renew()) {
                whenLost.run();
            }
        }, AGAIN.toMillis(), AGAIN.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** @return false once another daemon has the lake */
    synchronized boolean renew() {
        if (lost) {
            return false;
        }
        try {
            Optional<Lease> other = taken(owner -> false);
            lost = other.isPresent();
            other.ifPresent(lease -> LOG.error("the lake is served by another daemon now ({}): this one was away for longer"
                    + " than {} seconds, and stops", lease.owner(), Lease.TERM.toSeconds()));
        } catch (IOException e) {
            LOG.warn("the lake's lease in {} cannot be renewed ({}); trying again", store.location(), e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("the lake's lease in {} cannot be renewed; trying again", store.location(), e);
        }
        return !lost;
    }

    /** Takes or renews it, or tells who has it. */
    private Optional<Lease> taken(Predicate<String> isGone) throws IOException {
        Optional<Lease> other = Optional.empty();
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Instant now = clock.instant();
            Optional<LeaseStore.Stored> there = store.read();
            other = there.flatMap(Lease::in).filter(lease -> !lease.owner().equals(self.toString()));
            if (other.filter(lease -> lease.holdsAt(now) && !isGone.test(lease.owner())).isPresent()) {
                return other;
            }
            String mine = Lease.of(self, since, now).json();
            if (there.isPresent() ? store.replace(there.get(), mine) : store.create(mine)) {
                return Optional.empty();
            }
        }
        return other.or(() -> Optional.of(new Lease("another process", "", 0, since, clock.instant().plus(Lease.TERM))));
    }

    /** Gives the lake free. */
    @Override
    public synchronized void close() {
        renewals.shutdownNow();
        try {
            Optional<LeaseStore.Stored> mine = store.read().filter(stored -> Lease.in(stored)
                    .filter(lease -> lease.owner().equals(self.toString())).isPresent());
            if (mine.isPresent()) {
                store.remove(mine.get());
            }
        } catch (IOException e) {
            LOG.warn("the lake's lease in {} cannot be given back ({}); it ends by itself", store.location(),
                    e.getMessage());
        }
    }
}
