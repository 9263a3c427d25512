package io.forja.core.definition;

import io.forja.core.yaml.InvalidValueException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** That a definition names each column once: case does not tell columns apart. */
public final class DistinctColumns {

    private DistinctColumns() {}

    /**
     * @param key of the definition that has the names
     * @throws InvalidValueException when two names are of one column
     */
    public static void require(String key, Set<String> names) {
        Map<String, String> seen = new HashMap<>();
        for (String name : names) {
            String other = seen.put(name.toLowerCase(Locale.ROOT), name);
            if (other != null) {
                throw new InvalidValueException(key, "\"" + other + "\" and \"" + name + "\" are one column",
                        "give it one value");
            }
        }
    }
}
