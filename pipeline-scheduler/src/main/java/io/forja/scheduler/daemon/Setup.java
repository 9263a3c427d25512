package io.forja.scheduler.daemon;

import io.forja.core.definition.PipelineLoader;
import io.forja.core.job.JobCatalog;
import io.forja.core.lake.Lake;
import io.forja.core.lake.LeaseStore;
import io.forja.core.problem.Redaction;
import io.forja.core.run.ProcessId;
import io.forja.scheduler.config.ForjaConfig;
import io.forja.scheduler.ledger.StateDatabase;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one process of Forja is made of. Whoever makes it closes the database and the lake, after what was
 * opened with it.
 *
 * @param database the state database, which the catalogue of {@code lake} may share
 * @param self this process, the owner of its runs
 * @param lease what says which daemon serves the lake; null where any may
 */
public record Setup(
        ForjaConfig config, JobCatalog jobs, PipelineLoader loader, StateDatabase database, Lake lake,
        Redaction redaction, Clock clock, ProcessId self, @Nullable LeaseStore lease) {

    /** True where the process that owns a run surely no longer runs; one of another machine may. */
    boolean isGone(String owner) {
        return ProcessId.parse(owner).map(process -> process.isGone(self.host())).orElse(true);
    }
}
