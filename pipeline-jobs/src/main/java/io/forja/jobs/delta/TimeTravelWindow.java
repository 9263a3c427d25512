package io.forja.jobs.delta;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.delta.actions.Metadata;
import org.jspecify.annotations.Nullable;

/** How long old versions stay, as table properties: a version needs its log and its files. */
final class TimeTravelWindow {

    static final List<String> KEYS = List.of("delta.logRetentionDuration", "delta.deletedFileRetentionDuration");

    private static final long DAY = Duration.ofDays(1).toSeconds();

    private TimeTravelWindow() {}

    /** The properties of a window; none for null. */
    static Map<String, String> properties(@Nullable Duration window) {
        Map<String, String> properties = new HashMap<>();
        if (window != null) {
            long seconds = Math.max(1, window.toSeconds());
            String interval = "interval " + (seconds % DAY == 0 ? seconds / DAY + " days" : seconds + " seconds");
            KEYS.forEach(key -> properties.put(key, interval));
        }
        return properties;
    }

    /** The metadata with the window, where it has another one; empty where nothing changes. */
    static Optional<Metadata> in(Metadata metadata, @Nullable Duration window) {
        Map<String, String> configuration = new HashMap<>(Scala.map(metadata.configuration()));
        Map<String, String> wanted = properties(window);
        if (configuration.entrySet().containsAll(wanted.entrySet())) {
            return Optional.empty();
        }
        configuration.putAll(wanted);
        return Optional.of(metadata.copy(metadata.id(), metadata.name(), metadata.description(), metadata.format(),
                metadata.schemaString(), metadata.partitionColumns(), Scala.map(configuration),
                metadata.createdTime()));
    }
}
