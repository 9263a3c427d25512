package io.forja.scheduler.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import java.io.IOException;
import java.util.Arrays;

/** Reads constants as {@link ConstantWriters} writes them. */
final class ConstantReaders extends BeanDeserializerModifier {

    private static final long serialVersionUID = 1L;

    @Override
    public JsonDeserializer<?> modifyEnumDeserializer(
            DeserializationConfig config, JavaType type, BeanDescription description, JsonDeserializer<?> usual) {
        Object[] constants = type.getRawClass().getEnumConstants();
        return new JsonDeserializer<Object>() {
            @Override
            public Object deserialize(JsonParser json, DeserializationContext context) throws IOException {
                String text = json.getValueAsString();
                return Arrays.stream(constants)
                        .filter(constant -> Json.text((Enum<?>) constant).equals(text))
                        .findFirst()
                        .orElseThrow(() -> context.weirdStringException(text, type.getRawClass(), "one of "
                                + String.join(", ", Arrays.stream(constants).map(c -> Json.text((Enum<?>) c)).toList())));
            }
        };
    }
}
