package io.forja.jobs.delta;

import io.forja.core.job.JobContext;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import scala.collection.JavaConverters;

/**
 * A job's own session: its Spark jobs run in a fair pool of its run, under a group that a cancellation stops, and report their
 * tasks as progress. Used by the thread that opened it.
 */
public final class JobSession implements AutoCloseable {

    private static final String GROUP = "spark.jobGroup.id";

    /** Spark puts properties of this prefix into the MDC of its task threads, so that their log lines find their run. */
    private static final String LOG_RUN = "mdc.run";
    private static final String LOG_JOB = "mdc.job";
    private static final int POOLS = 16;

    private final SparkSession spark;
    private final TaskProgress progress;

    private JobSession(SparkSession spark, TaskProgress progress) {
        this.spark = spark;
        this.progress = progress;
    }

    public static JobSession open(SparkSessions sessions, JobContext context) {
        SparkSession spark = sessions.fresh();
        SparkContext engine = spark.sparkContext();
        String group = context.commitId();
        engine.setJobGroup(group, context.pipeline() + "/" + context.job(), false);
        engine.setLocalProperty("spark.scheduler.pool", pool(context.runId()));
        engine.setLocalProperty(LOG_RUN, context.runId());
        engine.setLocalProperty(LOG_JOB, context.job());
        context.cancellation().onCancel(() -> engine.cancelJobGroup(group));
        TaskProgress progress = new TaskProgress(group, context);
        engine.addSparkListener(progress);
        return new JobSession(spark, progress);
    }

    /** Spark never forgets a pool, so runs share a fixed number of them instead of leaving one behind each. */
    private static String pool(String runId) {
        return "forja-" + Math.floorMod(runId.hashCode(), POOLS);
    }

    public SparkSession spark() {
        return spark;
    }

    /** Says what the job does now; the tasks that follow are counted under this name. */
    public void phase(String name) {
        progress.begin(name);
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

    private static final class TaskProgress extends SparkListener {

        private final String group;
        private final JobContext context;
        private final Set<Integer> stages = ConcurrentHashMap.newKeySet();
        private final AtomicInteger done = new AtomicInteger();
        private final AtomicInteger total = new AtomicInteger();
        private volatile String phase = "working";

        TaskProgress(String group, JobContext context) {
            this.group = group;
            this.context = context;
        }

        void begin(String name) {
            phase = name;
            done.set(0);
            total.set(0);
            report();
        }

        @Override
        public void onJobStart(SparkListenerJobStart start) {
            if (!group.equals(start.properties().getProperty(GROUP))) {
                return;
            }
            List.copyOf(JavaConverters.seqAsJavaList(start.stageInfos())).forEach(stage -> {
                if (stages.add(stage.stageId())) {
                    total.addAndGet(stage.numTasks());
                }
            });
            report();
        }

        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            if (stages.contains(end.stageId())) {
                done.incrementAndGet();
                report();
            }
        }

        @Override
        public void onStageCompleted(SparkListenerStageCompleted completed) {
            stages.remove(completed.stageInfo().stageId());
        }

        private void report() {
            int of = total.get();
            context.progress().at(phase, Math.min(done.get(), of), of);
        }
    }
}
