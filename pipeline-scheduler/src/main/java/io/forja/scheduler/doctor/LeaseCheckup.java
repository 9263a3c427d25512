package io.forja.scheduler.doctor;

import io.forja.core.doctor.Checkup;
import io.forja.core.doctor.Finding;
import io.forja.core.lake.LeaseStore;
import io.forja.scheduler.daemon.Lease;
import java.io.IOException;
import java.time.Clock;
import java.util.List;

/** Which daemon serves the lake. */
public final class LeaseCheckup implements Checkup {

    private static final String SUBJECT = "lease";

    private final LeaseStore store;
    private final Clock clock;

    public LeaseCheckup(LeaseStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public List<Finding> run() {
        try {
            return List.of(Finding.ok(SUBJECT, store.read().flatMap(Lease::in).map(this::text)
                    .orElse("no daemon serves the lake")));
        } catch (IOException e) {
            return List.of(Finding.failed(SUBJECT, store.location() + " cannot be read (" + e.getMessage() + ")",
                    store.location().startsWith("s3") ? "mend what is said of the store first, then look again"
                            : "check lakehouse.warehouse"));
        }
    }

    private String text(Lease lease) {
        return lease.holdsAt(clock.instant())
                ? "the lake is served by " + lease.owner() + " since " + lease.since() + ", its lease holds until "
                        + lease.expires()
                : "no daemon serves the lake; the last one, " + lease.owner() + ", ended without giving it free";
    }
}
