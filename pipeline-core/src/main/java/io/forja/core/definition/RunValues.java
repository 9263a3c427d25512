package io.forja.core.definition;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a run, for {@code ${run.date}}, {@code ${run.time}}, {@code ${run.id}} and {@code ${params.x}}.
 *
 * @param logicalTime the time that the run stands for, whenever it really happens
 * @param zone the zone of {@code ${run.date}}
 * @param params the parameters that were given, without the defaults
 */
public record RunValues(String runId, Instant logicalTime, ZoneId zone, Map<String, String> params) {

    public RunValues {
        params = Map.copyOf(params);
    }

    /** The value of {@code run.<name>}, or null where there is no such name. */
    @Nullable String value(String name) {
        return switch (name) {
            case "id" -> runId;
            case "date" -> logicalTime.atZone(zone).toLocalDate().toString();
            case "time" -> logicalTime.toString();
            default -> null;
        };
    }
}
