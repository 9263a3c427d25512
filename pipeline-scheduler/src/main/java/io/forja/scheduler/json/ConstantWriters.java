package io.forja.scheduler.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import java.io.IOException;

/** Writes constants in lower case with hyphens. */
final class ConstantWriters extends BeanSerializerModifier {

    private static final long serialVersionUID = 1L;

    @Override
    public JsonSerializer<?> modifyEnumSerializer(
            SerializationConfig config, JavaType type, BeanDescription description, JsonSerializer<?> usual) {
        return new JsonSerializer<Enum<?>>() {
            @Override
            public void serialize(Enum<?> value, JsonGenerator json, SerializerProvider provider) throws IOException {
                json.writeString(Json.text(value));
            }
        };
    }
}
