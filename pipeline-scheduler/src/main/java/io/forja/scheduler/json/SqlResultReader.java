package io.forja.scheduler.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import io.forja.core.lake.SqlResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads rows back as they were: JSON knows one kind of number, the columns' types know which it was. */
final class SqlResultReader extends JsonDeserializer<SqlResult> {

    @Override
    public SqlResult deserialize(JsonParser json, DeserializationContext context) throws IOException {
        JsonNode node = context.readTree(json);
        List<SqlResult.Column> columns = new ArrayList<>();
        for (JsonNode column : node.path("columns")) {
            columns.add(new SqlResult.Column(column.path("name").asText(), column.path("type").asText()));
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (JsonNode values : node.path("rows")) {
            List<@Nullable Object> row = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                row.add(value(values.get(i), i < columns.size() ? columns.get(i).type() : ""));
            }
            rows.add(Collections.unmodifiableList(row));
        }
        return new SqlResult(List.copyOf(columns), Collections.unmodifiableList(rows), node.path("truncated").asBoolean());
    }

    private static @Nullable Object value(JsonNode value, String type) {
        if (value.isNull()) {
            return null;
        }
        if (value.isBoolean()) {
            return value.booleanValue();
        }
        String kind = type.toLowerCase(Locale.ROOT);
        if (kind.equals("double") || kind.equals("float")) {
            // NaN and the infinities are written as texts.
            return value.isNumber() ? value.doubleValue() : Double.valueOf(value.asText());
        }
        if (!value.isNumber()) {
            return value.asText();
        }
        if (kind.startsWith("decimal")) {
            return new BigDecimal(value.asText());
        }
        return value.isIntegralNumber() ? (Object) value.longValue() : (Object) value.doubleValue();
    }
}
