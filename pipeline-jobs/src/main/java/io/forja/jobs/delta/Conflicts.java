package io.forja.jobs.delta;

import io.forja.core.job.JobContext;
import io.forja.core.problem.ForjaException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.spark.sql.delta.DeltaConcurrentModificationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writers outside Forja that change a table while a job works on it: Delta refuses the later commit, and the job
 * begins again from the table as it is then.
 */
public final class Conflicts {

    private static final Logger LOG = LoggerFactory.getLogger(Conflicts.class);

    private static final int TRIES = 5;
    private static final Duration FIRST_WAIT = Duration.ofMillis(200);

    private Conflicts() {}

    /**
     * Does the work, again after each conflict, a few times and with growing waits in between.
     *
     * @param work commits at most once; after a refused commit it leaves nothing behind
     * @throws ForjaException naming the conflict, when others are always first; a later attempt may be luckier
     */
    public static <T> T retried(JobContext context, String table, Callable<T> work) throws Exception {
        for (int tried = 1; ; tried++) {
            try {
                return work.call();
            } catch (Exception e) {
                DeltaConcurrentModificationException conflict = in(e);
                if (conflict == null) {
                    throw e;
                }
                context.cancellation().throwIfCancelled();
                if (tried == TRIES) {
                    throw new ForjaException("another writer changed " + table + " each of the " + TRIES
                            + " times that the job was about to commit (" + kind(conflict) + ")",
                            "let the job run while nobody else writes the table", true, e);
                }
                LOG.info("another writer changed {} ({}); the job begins again", table, kind(conflict));
                await(tried);
            }
        }
    }

    /** Twice as long each time, and never two jobs in step. */
    private static void await(int tried) throws InterruptedException {
        long most = FIRST_WAIT.toMillis() << tried;
        Thread.sleep(ThreadLocalRandom.current().nextLong(most / 2, most));
    }

    private static @Nullable DeltaConcurrentModificationException in(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof DeltaConcurrentModificationException conflict) {
                return conflict;
            }
        }
        return null;
    }

    /** {@code ConcurrentAppendException} as {@code concurrent append}. */
    private static String kind(DeltaConcurrentModificationException conflict) {
        return conflict.getClass().getSimpleName().replaceFirst("Exception$", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
}
