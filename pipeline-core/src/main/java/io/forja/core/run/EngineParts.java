package io.forja.core.run;

import io.forja.core.job.JobCatalog;
import java.time.Clock;
import java.util.concurrent.Executor;

/** What every execution of an engine shares. */
record EngineParts(Ledger ledger, JobCatalog jobs, Slots slots, Executor workers, Clock clock, RunListener listener) {}
