package io.forja.scheduler.app;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;

/** Says of each run when its first Spark job begins; the group of a job's Spark jobs is {@code run/job}. */
final class FirstSparkJobs extends SparkListener {

    private static final String GROUP = "spark.jobGroup.id";

    /** Runs end and are forgotten by then; so many never go on at once. */
    private static final int REMEMBERED = 10_000;

    private final Consumer<String> first;
    private final Set<String> seen = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    });

    FirstSparkJobs(Consumer<String> first) {
        this.first = first;
    }

    @Override
    public void onJobStart(SparkListenerJobStart start) {
        String group = start.properties() == null ? null : start.properties().getProperty(GROUP);
        int slash = group == null ? -1 : group.indexOf('/');
        if (slash > 0 && seen.add(group.substring(0, slash))) {
            first.accept(group.substring(0, slash));
        }
    }
}
