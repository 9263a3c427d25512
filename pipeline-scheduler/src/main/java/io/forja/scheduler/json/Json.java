package io.forja.scheduler.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;
import io.forja.core.lake.SqlResult;
import java.util.Locale;

/**
 * One mapper for everything: records by the names of their components, times in ISO-8601, durations too, constants in
 * lower case with hyphens, unknown keys ignored (a newer daemon may know more).
 */
public final class Json {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModules(new JavaTimeModule(), new ParameterNamesModule(), constants(), values())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS, SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
            // An SQL decimal keeps every digit, the zeros at its end too.
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    private Json() {}

    /** The mapper, never to be changed. Thread-safe. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /** A constant as it is written in JSON: {@code RETRY_WAIT} is {@code retry-wait}. */
    public static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static SimpleModule constants() {
        SimpleModule module = new SimpleModule("constants");
        module.setDeserializerModifier(new ConstantReaders());
        module.setSerializerModifier(new ConstantWriters());
        return module;
    }

    private static SimpleModule values() {
        return new SimpleModule("values").addDeserializer(SqlResult.class, new SqlResultReader());
    }
}
