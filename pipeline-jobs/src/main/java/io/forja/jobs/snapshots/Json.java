package io.forja.jobs.snapshots;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records as JSON. What lacks a key of its record is not that record, but for those that may be null; keys that a later
 * release added are ignored.
 */
final class Json {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private Json() {}

    static <T extends Record> Optional<T> read(String text, Class<T> type) {
        try {
            JsonNode tree = MAPPER.readTree(text);
            if (tree instanceof ObjectNode object) {
                // Earlier releases did not write them.
                Stream.of(type.getRecordComponents())
                        .filter(key -> key.getAnnotatedType().isAnnotationPresent(Nullable.class))
                        .filter(key -> !object.has(key.getName())).forEach(key -> object.putNull(key.getName()));
            }
            return Optional.ofNullable(MAPPER.treeToValue(tree, type));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
