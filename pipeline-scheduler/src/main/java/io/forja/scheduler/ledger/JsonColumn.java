package io.forja.scheduler.ledger;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.forja.core.job.ExpectationResult;
import io.forja.core.job.RowChanges;
import io.forja.core.job.TableChange;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Lists and maps as a column of text. Written and read by tokens: a command that lists runs has no time for a mapper
 * to warm up.
 */
final class JsonColumn {

    private static final String NO_ITEMS = "[]";
    private static final String NO_ENTRIES = "{}";
    private static final JsonFactory JSON = new JsonFactory();

    private interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    private JsonColumn() {}

    static String ofMap(Map<String, String> map) {
        return map.isEmpty() ? NO_ENTRIES : text(json -> {
            json.writeStartObject();
            for (Map.Entry<String, String> entry : new TreeMap<>(map).entrySet()) {
                json.writeStringField(entry.getKey(), entry.getValue());
            }
            json.writeEndObject();
        });
    }

    static String ofList(Collection<String> items) {
        return items.isEmpty() ? NO_ITEMS : text(json -> {
            json.writeStartArray();
            for (String item : items) {
                json.writeString(item);
            }
            json.writeEndArray();
        });
    }

    static String ofTables(List<TableChange> tables) {
        return tables.isEmpty() ? NO_ITEMS : text(json -> {
            json.writeStartArray();
            for (TableChange change : tables) {
                json.writeStartObject();
                json.writeStringField("table", change.table());
                if (change.before() != null) {
                    json.writeNumberField("before", change.before());
                }
                json.writeNumberField("after", change.after());
                if (change.rows() != null) {
                    json.writeNumberField("inserted", change.rows().inserted());
                    json.writeNumberField("updated", change.rows().updated());
                    json.writeNumberField("deleted", change.rows().deleted());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    static String ofExpectations(List<ExpectationResult> expectations) {
        return expectations.isEmpty() ? NO_ITEMS : text(json -> {
            json.writeStartArray();
            for (ExpectationResult each : expectations) {
                json.writeStartObject();
                json.writeStringField("expectation", each.expectation());
                json.writeBooleanField("met", each.met());
                json.writeNumberField("rows", each.rows());
                json.writeStringField("found", each.found());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private static String text(Content content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            content.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    static Map<String, String> map(String text) {
        Map<String, String> map = new LinkedHashMap<>();
        if (!text.equals(NO_ENTRIES)) {
            read(text, json -> {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String key = json.getCurrentName();
                    map.put(key, json.nextTextValue());
                }
            });
        }
        return map;
    }

    static List<String> list(String text) {
        List<String> list = new ArrayList<>();
        if (!text.equals(NO_ITEMS)) {
            read(text, json -> {
                while (json.nextToken() == JsonToken.VALUE_STRING) {
                    list.add(json.getText());
                }
            });
        }
        return list;
    }

    static List<TableChange> tables(String text) {
        return objects(text, JsonColumn::table);
    }

    private static TableChange table(JsonParser json) throws IOException {
        String table = "";
        Map<String, Long> numbers = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.getCurrentName();
            json.nextToken();
            if (key.equals("table")) {
                table = json.getText();
            } else {
                numbers.put(key, json.getLongValue());
            }
        }
        @Nullable RowChanges rows = numbers.containsKey("inserted")
                ? new RowChanges(numbers.get("inserted"), numbers.get("updated"), numbers.get("deleted"))
                : null;
        return new TableChange(table, numbers.get("before"), numbers.getOrDefault("after", 0L), rows);
    }

    static List<ExpectationResult> expectations(String text) {
        return objects(text, JsonColumn::expectation);
    }

    private static ExpectationResult expectation(JsonParser json) throws IOException {
        String expectation = "";
        boolean met = false;
        long rows = 0;
        @Nullable String found = null;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.getCurrentName();
            json.nextToken();
            switch (key) {
                case "expectation" -> expectation = json.getText();
                case "met" -> met = json.getBooleanValue();
                case "rows" -> rows = json.getLongValue();
                default -> found = json.currentToken() == JsonToken.VALUE_NULL ? null : json.getText();
            }
        }
        return new ExpectationResult(expectation, met, rows, found);
    }

    private interface Item<T> {
        T read(JsonParser json) throws IOException;
    }

    private static <T> List<T> objects(String text, Item<T> item) {
        List<T> items = new ArrayList<>();
        if (!text.equals(NO_ITEMS)) {
            read(text, json -> {
                while (json.nextToken() == JsonToken.START_OBJECT) {
                    items.add(item.read(json));
                }
            });
        }
        return items;
    }

    private interface Reading {
        void read(JsonParser json) throws IOException;
    }

    private static void read(String text, Reading reading) {
        try (JsonParser json = JSON.createParser(text)) {
            json.nextToken();
            reading.read(json);
        } catch (IOException e) {
            throw new UncheckedIOException("the state database holds what is no JSON: " + text, e);
        }
    }
}
