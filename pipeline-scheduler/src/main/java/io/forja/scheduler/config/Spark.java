package io.forja.scheduler.config;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import java.util.Map;

/** The engine's settings. */
@Doc("The engine's settings.")
public record Spark(
        @Doc(value = "Where Spark runs.", example = "spark://spark:7077") @Default("local[*]") String master,
        @Doc(value = "Spark's own settings, as they stand in its documentation.",
                        example = "{spark.sql.shuffle.partitions: \"8\"}")
                Map<String, String> conf) {

    /** Without values, since some of them are keys of a bucket. */
    @Override
    public String toString() {
        return "Spark[" + master + ", " + conf.keySet() + "]";
    }
}
