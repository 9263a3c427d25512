package io.forja.scheduler.app;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;

/** Says of each run when its first Spark job begins; the pool of a run's Spark jobs is named after it. */
final class FirstSparkJobs extends SparkListener {

    private static final String POOL = "spark.scheduler.pool";

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
        String run = start.properties() == null ? null : start.properties().getProperty(POOL);
        if (run != null && seen.add(run)) {
            first.accept(run);
        }
    }
}
