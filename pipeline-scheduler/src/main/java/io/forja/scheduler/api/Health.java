package io.forja.scheduler.api;

import java.util.Map;
import java.util.TreeMap;

/**
 * Whether a daemon works.
 *
 * @param live false where only a restart helps
 * @param ready true where it loads, fires and runs pipelines now
 * @param checks each thing that was looked at, with {@code ok} or what is wrong with it
 */
public record Health(boolean live, boolean ready, Map<String, String> checks) {

    public Health {
        checks = new TreeMap<>(checks);
    }
}
