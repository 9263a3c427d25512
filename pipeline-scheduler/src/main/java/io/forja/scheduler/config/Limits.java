package io.forja.scheduler.config;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import org.jspecify.annotations.Nullable;

/** How much runs at once. */
@Doc("How much runs at once; the rest waits in line.")
public record Limits(
        @Doc("Runs at once.") @Default("4") int runs,
        @Doc("Jobs at once over all runs; by default as many as there are processors.") @Nullable Integer jobs) {

    public Limits {
        requireSome("runs", runs);
        requireSome("jobs", jobs == null ? 1 : jobs);
    }

    private static void requireSome(String key, int count) {
        if (count < 1 || count > 1000) {
            throw new InvalidValueException(key, count + " at once is not possible", "write 1 to 1000");
        }
    }

    /** @param processors how many this machine has */
    public int jobs(int processors) {
        return jobs == null ? processors : jobs;
    }
}
