package io.forja.core.run;

import io.forja.core.job.JobCatalog;
import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What every execution of an engine shares. */
record EngineParts(Ledger ledger, JobCatalog jobs, Slots slots, Executor workers, Clock clock, RunListener listener) {

    private static final Logger LOG = LoggerFactory.getLogger(EngineParts.class);

    /** Tells the listener; a listener that throws against its contract stops no run. */
    void tell(Consumer<RunListener> news) {
        try {
            news.accept(listener);
        } catch (RuntimeException e) {
            LOG.error("a listener failed", e);
        }
    }
}
