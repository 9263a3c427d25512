package io.forja.benchmarks;

import io.forja.core.job.JobProgress;
import org.jspecify.annotations.Nullable;

/** How long one phase of a job takes: from its first word to the first of the next. Thread-safe. */
final class PhaseTime implements JobProgress {

    private final String phase;
    private @Nullable Stopwatch begun;
    private @Nullable Timing timing;

    /** @param phase what its name begins with */
    PhaseTime(String phase) {
        this.phase = phase;
    }

    @Override
    public synchronized void at(String now, int done, int total) {
        boolean within = now.startsWith(phase);
        if (within && begun == null) {
            begun = Stopwatch.started();
        } else if (!within && begun != null && timing == null) {
            timing = begun.timing();
        }
    }

    synchronized Timing timing() {
        if (timing == null) {
            throw new IllegalStateException("the job was never past its phase \"" + phase + "\"");
        }
        return timing;
    }
}
