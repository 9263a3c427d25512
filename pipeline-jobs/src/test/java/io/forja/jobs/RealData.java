package io.forja.jobs;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Files from the world, and the figures that other readers found in them (truth.json). They are in a folder shared/data
 * in this folder or one above it, or in the one that -Dforja.data names; tests that need them are skipped elsewhere.
 */
final class RealData {

    private final Path folder;
    private final JsonNode truth;

    private RealData(Path folder, JsonNode truth) {
        this.folder = folder;
        this.truth = truth;
    }

    static RealData orSkip() throws IOException {
        Path folder = find();
        assumeTrue(folder != null, "no real files: found no shared/data/truth.json, and -Dforja.data names no folder");
        return new RealData(folder, new ObjectMapper().readTree(folder.resolve("truth.json").toFile()).get("files"));
    }

    private static @Nullable Path find() {
        String named = System.getProperty("forja.data");
        if (named != null) {
            return Path.of(named);
        }
        for (Path each = Path.of("").toAbsolutePath(); each != null; each = each.getParent()) {
            if (Files.exists(each.resolve("shared/data/truth.json"))) {
                return each.resolve("shared/data");
            }
        }
        return null;
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    JsonNode truth(String file) {
        return truth.get(file);
    }

    /** What others found for a column when one row of each key is kept. */
    JsonNode afterCleaning(String file, String column, String key) {
        for (JsonNode value : truth.get(file).get("values")) {
            if (value.get("column").asText().equals(column)) {
                for (JsonNode cleaned : value.get("after_cleaning")) {
                    if (cleaned.get("key").asText().equals(key)) {
                        return cleaned;
                    }
                }
            }
        }
        throw new IllegalArgumentException("truth.json has no " + column + " of " + file + " by " + key);
    }

    /** What others found for a column before any cleaning. */
    JsonNode column(String file, String column) {
        for (JsonNode value : truth.get(file).get("values")) {
            if (value.get("column").asText().equals(column)) {
                return value;
            }
        }
        throw new IllegalArgumentException("truth.json has no " + column + " of " + file);
    }
}
