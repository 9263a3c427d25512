package io.forja.jobs.delta;

import io.forja.core.job.JobContext;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job's own session: its Spark jobs run in a fair pool of its run, under a group that a cancellation stops, and
 * report their tasks as progress. Used by the thread that opened it.
 */
public final class JobSession implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JobSession.class);

    /** Spark puts properties of this prefix into the MDC of its task threads, so that their log lines find their run. */
    private static final String LOG_RUN = "mdc.run";
    private static final String LOG_JOB = "mdc.job";
    private static final int POOLS = 16;
    private static final AtomicLong OPENED = new AtomicLong();
    private static final Duration TO_SETTLE = Duration.ofSeconds(5);

    private final SparkSession spark;
    private final JobContext context;
    private final TaskProgress progress;

    private JobSession(SparkSession spark, JobContext context, TaskProgress progress) {
        this.spark = spark;
        this.context = context;
        this.progress = progress;
    }

    public static JobSession open(SparkSessions sessions, JobContext context) {
        SparkSession spark = sessions.fresh();
        SparkContext engine = spark.sparkContext();
        // One for each session: the tables of one job are read side by side, and one that fails stops for itself.
        String group = context.runId() + "/" + context.job() + "/" + OPENED.incrementAndGet();
        // Tasks are interrupted too: one that waits for a database would not see otherwise that it is to stop.
        engine.setJobGroup(group, context.pipeline() + "/" + context.job(), true);
        engine.setLocalProperty("spark.scheduler.pool", pool(context.runId()));
        engine.setLocalProperty(LOG_RUN, context.runId());
        engine.setLocalProperty(LOG_JOB, context.job());
        Runnable stop = () -> engine.cancelJobGroup(group);
        context.cancellation().onCancel(stop);
        TaskProgress progress = new TaskProgress(group, context, stop);
        engine.addSparkListener(progress);
        return new JobSession(spark, context, progress);
    }

    /** Spark never forgets a pool, so runs share a fixed number of them instead of leaving one behind each. */
    private static String pool(String runId) {
        return "forja-" + Math.floorMod(runId.hashCode(), POOLS);
    }

    public SparkSession spark() {
        return spark;
    }

    JobContext context() {
        return context;
    }

    /** Says what the job does now; the tasks that follow are counted under this name. */
    public void phase(String name) {
        progress.begin(name);
    }

    /** What the job does now. */
    public String phase() {
        return progress.phase();
    }

    /** Waits until the tasks of a Spark job that failed or was stopped have ended: Spark itself does not wait for them. */
    void settle() {
        try {
            spark.sparkContext().listenerBus().waitUntilEmpty(TO_SETTLE.toMillis());
            progress.awaitNoTask(TO_SETTLE);
        } catch (TimeoutException e) {
            LOG.warn("tasks of {} still run", context.commitId());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Work that puts things in order after a job, however it ended. */
    @FunctionalInterface
    public interface Cleaning {
        void run() throws IOException;
    }

    /**
     * Cleans up once no task runs any more. It is done even where the job was stopped, and never the reason for which
     * a job fails.
     *
     * @param left what stays behind where it cannot be done
     */
    public void cleanUp(String left, Cleaning work) {
        // A stopped job's thread is interrupted, and file systems give up at that.
        boolean interrupted = Thread.interrupted();
        settle();
        try {
            work.run();
        } catch (IOException e) {
            LOG.warn("{} could not be removed: {}", left, e.getMessage());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        SparkContext engine = spark.sparkContext();
        if (!engine.isStopped()) {
            engine.removeSparkListener(progress);
            engine.clearJobGroup();
            engine.setLocalProperty("spark.scheduler.pool", null);
            engine.setLocalProperty(LOG_RUN, null);
            engine.setLocalProperty(LOG_JOB, null);
        }
        SparkSession.clearActiveSession();
    }
}
