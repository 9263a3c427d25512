package io.forja.core.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.forja.core.problem.Problems;
import io.forja.core.yaml.Beside;
import io.forja.core.yaml.Binder;
import io.forja.core.yaml.Choice;
import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.Placeholders;
import io.forja.core.yaml.Required;
import io.forja.core.yaml.Shapes;
import io.forja.core.yaml.Short;
import io.forja.core.yaml.Whole;
import io.forja.core.yaml.YamlNode;
import io.forja.core.yaml.YamlReader;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

class SchemaWriterTest {

    // --- a definition with every form there is

    @Doc("All forms that a definition can have.")
    record Everything(
            @Doc("A text; `code` in it.") String name,
            @Nullable String note,
            @Default("false") boolean flag,
            @Default("1") int whole,
            @Default("0.5") double number,
            @Doc(value = "A time.", example = "5m") @Default("30s") Duration time,
            @Default("UTC") ZoneId zone,
            @Nullable LocalDate date,
            @Default("overwrite") Mode mode,
            @Nullable OnError onError,
            List<String> tags,
            @Nullable Retry retry,
            @Default("{}") Limits limits,
            @Nullable From from,
            List<Step> steps,
            Map<String, Param> params,
            Map<String, Entry> entries) {}

    enum Mode { OVERWRITE, APPEND_ONLY }

    enum OnError { NULL, FAIL }

    @Short("attempts")
    record Retry(int attempts, @Nullable Duration pause) {}

    record Limits(@Default("1") int runs) {}

    @Short("default")
    record Param(@Nullable String default_) {}

    @Choice(Choice.By.FIRST_KEY)
    @Short("table")
    sealed interface From permits FromTable, FromCsv, FromJdbc {}

    record FromTable(String table) implements From {}

    record FromCsv(@Required List<String> csv, @Default("true") boolean header) implements From {}

    record FromJdbc(String jdbc, @Nullable String table) implements From {}

    @Choice(Choice.By.NAME)
    sealed interface Step permits DropNulls, Cast, Trim {}

    @Short("columns")
    record DropNulls(@Required List<String> columns, @Default("drop") String instead) implements Step {}

    @Whole
    record Cast(@Required Map<String, Type> columns) implements Step {}

    @Short("to")
    record Type(String to, @Nullable String locale) {}

    record Trim(@Default("true") boolean left) implements Step {}

    interface Kind {}

    @Doc("Copies.")
    record Copy(From from, String into) implements Kind {}

    @Doc("Waits.")
    record Wait(@Default("1s") Duration time) implements Kind {}

    record Entry(List<String> needs, @Beside Kind kind) {}

    private static final Shapes SHAPES =
            new Shapes(Map.of(Kind.class, new TreeMap<>(Map.of("copy", Copy.class, "wait", Wait.class))));
    private static final Map<String, Object> SCHEMA = new SchemaWriter(SHAPES).schema(Everything.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchema VALIDATOR = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
            .getSchema(JSON.<JsonNode>valueToTree(SCHEMA));

    /** Leaves everything to a later reading that knows no samples, as a reading of a folder does. */
    private static final Placeholders LATER = new Placeholders() {
        @Override
        public String fill(String text, YamlNode at, Problems problems) {
            return text;
        }

        @Override
        public Optional<String> sample(String filled) {
            return Optional.of(filled);
        }
    };

    // --- then

    private static boolean binderAccepts(String yaml) {
        Problems problems = new Problems();
        YamlReader.read("f", yaml, problems).ifPresent(node ->
                new Binder(SHAPES, LATER, problems).bind(node, Everything.class));
        return problems.isEmpty();
    }

    private static boolean schemaAccepts(String yaml) {
        Object value = new Load(LoadSettings.builder().setSchema(new CoreSchema()).build()).loadFromString(yaml);
        return VALIDATOR.validate(JSON.valueToTree(value)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "name: x", "name: 12", "name: true", "name: 1.50", "name: 2026-11-29", "name: ''", "{name: x, note: }",
        "{name: x, flag: true}", "{name: x, flag: False}", "{name: x, flag: 'true'}", "{name: x, flag: '${params.x}'}",
        "{name: x, whole: -3}", "{name: x, whole: '7'}", "{name: x, whole: 'a${params.x}b'}",
        "{name: x, number: 1e3}", "{name: x, number: 3}", "{name: x, number: .5}",
        "{name: x, time: 5m}", "{name: x, time: 500ms}", "{name: x, time: '${params.x}m'}",
        "{name: x, zone: America/Sao_Paulo}", "{name: x, zone: '${env.TZ}'}", "{name: x, date: 2026-11-29}",
        "{name: x, date: '${run.date}'}", "{name: x, mode: append-only}", "{name: x, mode: '${params.m}'}",
        "{name: x, onError: null}", "{name: x, onError: 'null'}", "{name: x, onError: fail}", "{name: x, onError: }",
        "{name: x, tags: a}", "{name: x, tags: [a, 1, true]}", "{name: x, tags: []}", "{name: x, tags: }",
        "{name: x, retry: 3}", "{name: x, retry: '${params.n}'}", "{name: x, retry: {attempts: 3, pause: 5s}}",
        "{name: x, retry: }", "{name: x, limits: {}}", "{name: x, limits: }", "{name: x, limits: {runs: }}",
        "{name: x, from: a.b}", "{name: x, from: {table: a.b}}", "{name: x, from: {csv: a.csv}}",
        "{name: x, from: {header: false, csv: [a, b]}}", "{name: x, from: {jdbc: db, table: t}}",
        "{name: x, steps: trim}", "{name: x, steps: [trim]}", "{name: x, steps: [trim: ]}",
        "{name: x, steps: [{trim: {left: false}}]}", "{name: x, steps: {dropNulls: valor}}",
        "{name: x, steps: [dropNulls: [a, b]]}", "{name: x, steps: [{dropNulls: {columns: a, instead: fail}}]}",
        "{name: x, steps: [{cast: {a: date, b: {to: int, locale: pt-BR}}}]}",
        "{name: x, params: {a: x, b: , c: 5, d: {default: y}, e: {}}}", "{name: x, params: {}}", "{name: x, params: }",
        "{name: x, entries: {a: {wait: }}}", "{name: x, entries: {a: {wait: {time: 1s}, needs: b}}}",
        "{name: x, entries: {a: {copy: {from: a.b, into: c}}}}"
    })
    void what_the_binder_accepts_the_schema_accepts(String yaml) {
        assertThat(binderAccepts(yaml)).as("binder").isTrue();
        assertThat(schemaAccepts(yaml)).as("schema").isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{}", "[]", "x", "~", "name: ", "name: [x]", "name: {a: b}", "{name: x, nam: y}", "{name: x, note: [a]}",
        "{name: x, flag: no}", "{name: x, flag: 1}", "{name: x, flag: [true]}", "{name: x, whole: 1.5}",
        "{name: x, whole: many}", "{name: x, whole: true}", "{name: x, number: much}", "{name: x, time: 5}",
        "{name: x, time: 5 minutes}", "{name: x, time: [5m]}", "{name: x, zone: 3}", "{name: x, date: 29/11/2026}",
        "{name: x, mode: Overwrite}", "{name: x, mode: upsert}", "{name: x, mode: [overwrite]}",
        "{name: x, onError: drop}", "{name: x, tags: [[a]]}", "{name: x, tags: {a: b}}", "{name: x, tags: [~]}", "{name: x, retry: many}", "{name: x, retry: [3]}", "{name: x, retry: {}}",
        "{name: x, retry: {attempts: 3, pau: 5s}}", "{name: x, limits: 3}", "{name: x, limits: {run: 3}}",
        "{name: x, from: [a.b]}", "{name: x, from: {}}", "{name: x, from: {cvs: a}}", "{name: x, from: {csv: a, jdbc: b}}",
        "{name: x, from: {csv: []}}", "{name: x, from: {csv: a, heder: true}}", "{name: x, from: {header: true}}",
        "{name: x, steps: dropNulls}", "{name: x, steps: [tirm]}", "{name: x, steps: [{trim: , cast: {a: date}}]}",
        "{name: x, steps: [{}]}", "{name: x, steps: [~]}", "{name: x, steps: [{dropNulls: }]}",
        "{name: x, steps: [{dropNulls: []}]}", "{name: x, steps: [{cast: {}}]}", "{name: x, steps: [{cast: a}]}",
        "{name: x, steps: [{cast: {a: }}]}", "{name: x, steps: [{trim: true}]}", "{name: x, params: [a]}",
        "{name: x, params: {a: [x]}}", "{name: x, params: {a: {padrao: x}}}", "{name: x, entries: {a: }}",
        "{name: x, entries: {a: {}}}", "{name: x, entries: {a: {needs: b}}}", "{name: x, entries: {a: wait}}",
        "{name: x, entries: {a: {wait: , copy: {from: a, into: b}}}}", "{name: x, entries: {a: {wat: }}}",
        "{name: x, entries: {a: {copy: }}}", "{name: x, entries: {a: {copy: {from: a}}}}"
    })
    void what_the_binder_refuses_the_schema_refuses(String yaml) {
        assertThat(binderAccepts(yaml)).as("binder").isFalse();
        assertThat(schemaAccepts(yaml)).as("schema").isFalse();
    }

    @Property(tries = 1500)
    void an_editor_never_marks_what_is_right(@ForAll long seed) {
        String yaml = new SomeYaml(new Random(seed)).record();
        if (binderAccepts(yaml)) {
            assertThat(schemaAccepts(yaml)).as(yaml).isTrue();
        }
    }

    /** Definitions of which most are nearly right: known keys before anything. */
    private record SomeYaml(Random random) {

        private static final List<String> KEYS = List.of("note", "flag", "whole", "number", "time", "zone", "date", "mode",
                "onError", "tags", "retry", "limits", "from", "steps", "params", "entries");
        private static final List<String> VALUES = List.of("x", "a.b", "true", "'true'", "3", "-1", "0.5", "5m", "UTC",
                "2026-11-29", "overwrite", "fail", "null", "", "'${params.x}'", "trim", "[]", "{}", "[a, b]", "[trim]",
                "{attempts: 2}", "{runs: 4}", "{runs: '${params.x}'}", "{table: t}", "{csv: a, header: true}",
                "{jdbc: db, table: t}", "{trim: }", "[{dropNulls: a}]", "{dropNulls: {columns: [a], instead: x}}",
                "[trim, {cast: {a: {to: date}}}]", "{a: x, b: }", "{a: {default: 1}}", "{a: {wait: }}",
                "{a: {needs: [b], copy: {from: t, into: u}}}", "{a: {wait: {time: 2s}}}");

        String record() {
            List<String> entries = new ArrayList<>(List.of("name: x"));
            for (String key : KEYS) {
                if (random.nextInt(6) == 0) {
                    entries.add(key + ": " + VALUES.get(random.nextInt(VALUES.size())));
                }
            }
            return "{" + String.join(", ", entries) + "}";
        }
    }

    // --- what an editor shows

    @SuppressWarnings("unchecked")
    private static Map<String, Object> at(String... path) {
        Map<String, Object> node = SCHEMA;
        for (String key : path) {
            node = (Map<String, Object>) node.get(key);
        }
        return node;
    }

    @Test
    void every_key_has_its_meaning_its_default_and_an_example() {
        assertThat(at("properties", "time")).containsEntry("description", "A time.").containsEntry("default", "30s");
        assertThat(at("properties", "name")).containsEntry("description", "A text; code in it.")
                .containsEntry("markdownDescription", "A text; `code` in it.");
        assertThat(at("properties", "flag")).containsEntry("default", false);
        assertThat(at("properties", "whole")).containsEntry("default", 1L);
        assertThat(at("properties", "number")).containsEntry("default", 0.5);
        assertThat(at("properties", "limits")).containsEntry("default", Map.of());
        assertThat(at("properties", "note")).doesNotContainKey("default");
    }

    @Test
    void job_types_stand_beside_the_keys_of_a_job() {
        assertThat(at("definitions", "entry", "properties")).containsOnlyKeys("needs", "copy", "wait");
        assertThat(at("definitions", "entry", "properties", "wait")).containsEntry("description", "Waits.")
                .containsEntry("$ref", "#/definitions/wait");
    }

    @Test
    void no_mapping_takes_unknown_keys() {
        assertThat(JSON.<JsonNode>valueToTree(SCHEMA).findParents("properties"))
                .filteredOn(node -> node.path("type").asText().equals("object"))
                .isNotEmpty()
                .allMatch(node -> !node.path("additionalProperties").asBoolean(true));
    }

    @Test
    void it_is_the_same_each_time_and_in_the_order_of_the_definition() throws Exception {
        String written = JSON.writeValueAsString(SCHEMA);
        assertThat(JSON.writeValueAsString(new SchemaWriter(SHAPES).schema(Everything.class))).isEqualTo(written);
        assertThat(at("properties").keySet()).startsWith("name", "note", "flag").endsWith("params", "entries");
    }
}
