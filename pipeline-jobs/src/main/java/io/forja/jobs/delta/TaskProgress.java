package io.forja.jobs.delta;

import io.forja.core.job.JobContext;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import scala.collection.JavaConverters;

/** Follows the tasks of one job group: tells how far they are, and when the last of them has ended. Thread-safe. */
final class TaskProgress extends SparkListener {

    private static final String GROUP = "spark.jobGroup.id";

    private final String group;
    private final JobContext context;
    private final Runnable stop;
    private final Set<Integer> stages = new HashSet<>();
    private final Set<Long> running = new HashSet<>();
    private int done;
    private int total;
    private String phase = "working";

    /** @param stop stops the jobs of the group that run now */
    TaskProgress(String group, JobContext context, Runnable stop) {
        this.group = group;
        this.context = context;
        this.stop = stop;
    }

    synchronized void begin(String name) {
        phase = name;
        done = 0;
        total = 0;
        report();
    }

    synchronized String phase() {
        return phase;
    }

    @Override
    public synchronized void onJobStart(SparkListenerJobStart start) {
        if (!group.equals(start.properties().getProperty(GROUP))) {
            return;
        }
        List.copyOf(JavaConverters.seqAsJavaList(start.stageInfos())).forEach(stage -> {
            if (stages.add(stage.stageId())) {
                total += stage.numTasks();
            }
        });
        report();
        if (context.cancellation().isCancelled()) {
            // It began between the request to stop and the job's next look at it.
            stop.run();
        }
    }

    @Override
    public synchronized void onTaskStart(SparkListenerTaskStart start) {
        if (stages.contains(start.stageId())) {
            running.add(start.taskInfo().taskId());
        }
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
        if (running.remove(end.taskInfo().taskId())) {
            done++;
            report();
            notifyAll();
        }
    }

    @Override
    public synchronized void onStageCompleted(SparkListenerStageCompleted completed) {
        stages.remove(completed.stageInfo().stageId());
    }

    synchronized void awaitNoTask(Duration atMost) throws InterruptedException, TimeoutException {
        long end = System.nanoTime() + atMost.toNanos();
        while (!running.isEmpty()) {
            long millis = (end - System.nanoTime()) / 1_000_000;
            if (millis <= 0) {
                throw new TimeoutException();
            }
            wait(millis);
        }
    }

    private void report() {
        context.progress().at(phase, Math.min(done, total), total);
    }
}
