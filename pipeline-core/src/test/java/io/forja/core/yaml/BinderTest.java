package io.forja.core.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BinderTest {

    // --- definitions to bind

    enum Mode { OVERWRITE, MERGE_BY_KEY }

    record Values(
            @Nullable String text, @Default("false") boolean flag, @Default("1") int whole, @Default("2") long large,
            @Default("0.5") double number, @Default("30s") Duration time, @Default("UTC") ZoneId zone,
            @Default("2026-11-29") LocalDate date, @Default("merge-by-key") Mode mode, @Default("a.b") Code code) {}

    /** A value of its own syntax. */
    public record Code(String text) {
        public static Code parse(String text) {
            if (!text.contains(".")) {
                throw new InvalidValueException("\"" + text + "\" is no code", "write a.b");
            }
            return new Code(text);
        }
    }

    record Target(String table, @Default("overwrite") Mode mode, List<String> partitionBy, Map<String, Integer> sizes) {}

    record Strict(@Required List<String> columns, @Required Map<String, String> names) {}

    record Checked(int low, int high, Map<String, Integer> parts) {
        Checked {
            if (low > high) {
                throw new InvalidValueException("high", low + " is more than " + high, "write a higher one");
            }
            if (low < 0) {
                throw new IllegalArgumentException("all is wrong");
            }
            if (parts.containsKey("bad name")) {
                throw new InvalidValueException("parts.bad name", "\"bad name\" is no name", "write another");
            }
        }
    }

    @Choice(Choice.By.NAME)
    sealed interface Step permits DropNulls, Cast, Trim {}

    @Short("columns")
    record DropNulls(@Required List<String> columns, @Default("drop") String instead) implements Step {}

    @Whole
    record Cast(@Required Map<String, Type> columns) implements Step {}

    @Short("to")
    record Type(String to, @Nullable String locale) {}

    record Trim(@Default("true") boolean left) implements Step {}

    @Choice(Choice.By.FIRST_KEY)
    @Short("table")
    sealed interface Source permits FromTable, FromCsv, FromJdbc {}

    record FromTable(String table) implements Source {}

    record FromCsv(@Required List<String> csv, @Default("true") boolean header) implements Source {}

    record FromJdbc(String jdbc, @Nullable String table, @Default("10") int fetchSize) implements Source {}

    record Clean(Source from, List<Step> steps) implements Kind {}

    record Wait(@Default("1s") Duration time) implements Kind {}

    interface Kind {}

    record Entry(List<String> needs, @Nullable Duration timeout, @Beside Kind kind) {}

    record OptionalKind(@Nullable String name, @Beside @Nullable Kind kind) {}

    record Renamed(@Nullable String default_) {}

    // --- given, then

    private static final Shapes SHAPES = new Shapes(Map.of(Kind.class, Map.of("clean", Clean.class, "wait", Wait.class)));

    private Placeholders placeholders = Placeholders.NONE;

    private <T> T bound(Class<T> type, String yaml) {
        Problems problems = new Problems();
        T bound = bind(type, yaml, problems);
        problems.throwIfAny();
        assertThat(bound).isNotNull();
        return bound;
    }

    private List<String> refused(Class<?> type, String yaml) {
        Problems problems = new Problems();
        Object bound = bind(type, yaml, problems);
        assertThat(problems.isEmpty()).as("no problem with %s", bound).isFalse();
        assertThat(bound).as("bound in spite of %s", problems.inOrder()).isNull();
        return problems.inOrder().stream().map(Problem::toString).toList();
    }

    private <T> @Nullable T bind(Class<T> type, String yaml, Problems problems) {
        return YamlReader.read("f", yaml, problems)
                .flatMap(node -> new Binder(SHAPES, placeholders, problems).bind(node, type))
                .orElse(null);
    }

    @Nested
    class A_scalar {

        @Test
        void is_read_by_the_type_it_becomes() {
            assertThat(bound(Values.class, """
                    {text: no, flag: true, whole: -3, large: 9007199254740993, number: 1e3, time: 5m,
                     zone: America/Sao_Paulo, date: 2026-01-31, mode: overwrite, code: x.y}"""))
                    .isEqualTo(new Values("no", true, -3, 9007199254740993L, 1000, Duration.ofMinutes(5),
                            ZoneId.of("America/Sao_Paulo"), LocalDate.of(2026, 1, 31), Mode.OVERWRITE, new Code("x.y")));
        }

        @Test
        void that_is_not_written_has_its_default() {
            assertThat(bound(Values.class, "{}"))
                    .isEqualTo(new Values(null, false, 1, 2, 0.5, Duration.ofSeconds(30), ZoneId.of("UTC"),
                            LocalDate.of(2026, 11, 29), Mode.MERGE_BY_KEY, new Code("a.b")))
                    .isEqualTo(bound(Values.class, "{text: , flag: , whole: null, time: ~}"));
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', value = {
            "flag: no           | f:1:7 flag: \"no\" is neither true nor false; write true or false",
            "flag: yes          | f:1:7 flag: \"yes\" is neither true nor false; write true or false",
            "whole: 1.5         | f:1:8 whole: \"1.5\" is not a whole number; write digits only, such as 10000",
            "whole: 1_000       | f:1:8 whole: \"1_000\" is not a whole number; write digits only, such as 10000",
            "whole: 3000000000  | f:1:8 whole: \"3000000000\" is not a whole number; write one nearer to 0",
            "number: NaN        | f:1:9 number: \"NaN\" is not a number; write one such as 10 or 0.5",
            "number: 1d         | f:1:9 number: \"1d\" is not a number; write one such as 10 or 0.5",
            "time: 5 minutes    | f:1:7 time: \"5 minutes\" is no duration; write a whole number and a unit, such as 500ms, 30s, 5m, 12h or 7d",
            "zone: Sao_Paulo    | f:1:7 zone: \"Sao_Paulo\" is no known time zone; did you mean \"America/Sao_Paulo\"?",
            "zone: sao paulo    | f:1:7 zone: \"sao paulo\" is no known time zone; did you mean \"America/Sao_Paulo\"?",
            "zone: America/SaoPaulo | f:1:7 zone: \"America/SaoPaulo\" is no known time zone; did you mean \"America/Sao_Paulo\"?",
            "zone: horário de Brasília | f:1:7 zone: \"horário de Brasília\" is no known time zone; write a region such as America/Sao_Paulo, or UTC",
            "date: 31/01/2026   | f:1:7 date: \"31/01/2026\" is no date; write it as 2026-11-29",
            "date: 2026-02-30   | f:1:7 date: \"2026-02-30\" is no date; write it as 2026-11-29",
            "mode: Overwrite    | f:1:7 mode: \"Overwrite\" is not known here; did you mean \"overwrite\"? (overwrite, merge-by-key)",
            "mode: upsert       | f:1:7 mode: \"upsert\" is not known here; write one of overwrite, merge-by-key",
            "code: x            | f:1:7 code: \"x\" is no code; write a.b",
            "text: [a]          | f:1:7 text: here stands a list; write text",
            "text: {a: b}       | f:1:7 text: here stands a mapping; write text",
            "whole: [1]         | f:1:8 whole: here stands a list; write a whole number",
        })
        void of_another_kind_is_refused_at_its_place(String yaml, String problem) {
            assertThat(refused(Values.class, yaml)).containsExactly(problem);
        }
    }

    @Nested
    class A_mapping {

        @Test
        void is_a_record_whose_missing_lists_and_mappings_are_empty() {
            assertThat(bound(Target.class, "table: a.b")).isEqualTo(
                    new Target("a.b", Mode.OVERWRITE, List.of(), Map.of()));
        }

        @Test
        void keeps_the_order_of_the_text_in_a_map() {
            assertThat(bound(Target.class, "{table: t, sizes: {z: 1, a: 2, m: 3}}").sizes().keySet())
                    .containsExactly("z", "a", "m");
        }

        @Test
        void takes_one_item_for_a_list_of_one() {
            assertThat(bound(Target.class, "{table: t, partitionBy: ano}").partitionBy()).containsExactly("ano");
            assertThat(bound(Target.class, "{table: t, partitionBy: [ano, mes]}").partitionBy()).hasSize(2);
        }

        @Test
        void with_an_unknown_key_is_refused_with_the_key_that_was_meant() {
            assertThat(refused(Target.class, "table: a.b\nmod: overwrite\npartition_by: x\ncolour: red")).containsExactly(
                    "f:2:1 mod: unknown key \"mod\"; did you mean \"mode\"?",
                    "f:3:1 partition_by: unknown key \"partition_by\"; did you mean \"partitionBy\"?",
                    "f:4:1 colour: unknown key \"colour\"; write one of mode, partitionBy, sizes, table");
        }

        @Test
        void without_a_required_key_is_refused_where_it_begins() {
            assertThat(refused(Target.class, "\nmode: overwrite")).containsExactly(
                    "f:2:1: the key \"table\" is missing; add \"table: ...\"");
        }

        @Test
        void with_nothing_behind_a_required_key_is_refused_there_and_only_there() {
            assertThat(refused(Target.class, "{table: , mode: overwrite}")).containsExactly(
                    "f:1:8 table: here stands nothing; write text");
        }

        @Test
        void is_told_all_that_is_wrong_with_it_at_once() {
            assertThat(refused(Target.class, "{mode: x, sizes: {a: b, c: d}, partitionBy: [{}], colour: red}"))
                    .hasSize(6);
        }

        @Test
        void a_required_list_or_mapping_is_neither_missing_nor_empty() {
            assertThat(refused(Strict.class, "{columns: [], names: {}}")).containsExactly(
                    "f:1:11 columns: \"columns\" is empty; write at least one, as in \"columns: ...\"",
                    "f:1:22 names: \"names\" is empty; write at least one, as in \"names: ...\"");
            assertThat(refused(Strict.class, "{}")).hasSize(2);
        }

        @ParameterizedTest
        @ValueSource(strings = {"text", "[a, b]", "~"})
        void is_not_something_else(String yaml) {
            assertThat(refused(Target.class, yaml).get(0)).contains("write a mapping with table, mode, partitionBy, sizes");
        }

        @Test
        void with_merge_keys_is_told_that_YAML_has_none() {
            assertThat(refused(Target.class, "table: a.b\n<<: {mode: overwrite}")).containsExactly(
                    "f:2:1 <<: unknown key \"<<\"; write out what it merges; YAML 1.2 has no such key");
        }

        @Test
        void names_a_key_that_is_a_word_of_Java_with_an_underscore_in_its_record() {
            assertThat(bound(Renamed.class, "default: x").default_()).isEqualTo("x");
        }
    }

    @Nested
    class A_record_that_checks_itself {

        @Test
        void is_told_at_the_key_it_names() {
            assertThat(refused(Checked.class, "{low: 3, high: 2}")).containsExactly(
                    "f:1:16 high: 3 is more than 2; write a higher one");
        }

        @Test
        void is_told_at_the_name_inside_a_mapping() {
            assertThat(refused(Checked.class, "{low: 1, high: 2, parts: {a: 1, bad name: 2}}")).containsExactly(
                    "f:1:33 parts.bad name: \"bad name\" is no name; write another");
        }

        @Test
        void is_told_as_a_whole_where_it_names_no_key() {
            assertThat(refused(Checked.class, "{low: -1, high: 2}")).containsExactly("f:1:1: all is wrong");
        }
    }

    @Nested
    class A_short_form {

        @Test
        void is_the_value_of_one_key_and_the_others_have_their_defaults() {
            assertThat(bound(DropNulls.class, "valor")).isEqualTo(new DropNulls(List.of("valor"), "drop"))
                    .isEqualTo(bound(DropNulls.class, "[valor]"))
                    .isEqualTo(bound(DropNulls.class, "columns: valor"));
        }

        @Test
        void does_not_stand_for_what_its_key_cannot_be() {
            assertThat(refused(Type.class, "[date]")).containsExactly("f:1:1: here stands a list; write text");
        }

        @Test
        void of_a_whole_takes_every_key_as_its_own() {
            assertThat(bound(Cast.class, "{valor: date, locale: {to: int, locale: pt-BR}}").columns()).containsExactly(
                    Map.entry("valor", new Type("date", null)), Map.entry("locale", new Type("int", "pt-BR")));
            assertThat(refused(Cast.class, "{}")).hasSize(1);
            assertThat(refused(Cast.class, "text")).containsExactly(
                    "f:1:1: here stands \"text\"; write a mapping of names to values");
        }
    }

    @Nested
    class A_choice_by_name {

        @Test
        void is_a_mapping_of_the_name_to_its_keys() {
            assertThat(bound(Clean.class, "{from: t, steps: [dropNulls: valor, cast: {a: date}, trim: {left: false}]}").steps())
                    .containsExactly(new DropNulls(List.of("valor"), "drop"),
                            new Cast(Map.of("a", new Type("date", null))), new Trim(false));
        }

        @Test
        void is_its_bare_name_where_nothing_has_to_be_written() {
            assertThat(bound(Clean.class, "{from: t, steps: [trim, trim: ]}").steps())
                    .containsExactly(new Trim(true), new Trim(true));
            assertThat(refused(Clean.class, "{from: t, steps: dropNulls}")).containsExactly(
                    "f:1:18 steps: the key \"columns\" is missing; add \"columns: ...\"");
        }

        @Test
        void that_is_mistyped_is_one_problem() {
            assertThat(refused(Clean.class, "{from: t, steps: [dropNull: valor]}")).containsExactly(
                    "f:1:19 steps[0].dropNull: unknown key \"dropNull\"; did you mean \"dropNulls\"?");
            assertThat(refused(Clean.class, "{from: t, steps: [tirm]}")).containsExactly(
                    "f:1:19 steps[0]: \"tirm\" is not known here; did you mean \"trim\"?");
        }

        @Test
        void is_not_two_and_not_none() {
            assertThat(refused(Clean.class, "{from: t, steps: [{trim: {}, dropNulls: a}]}")).containsExactly(
                    "f:1:30 steps[0].dropNulls: it cannot be trim and dropNulls at once; keep one of them");
            assertThat(refused(Clean.class, "{from: t, steps: [{}]}")).containsExactly(
                    "f:1:19 steps[0]: nothing here says what it is; add one of dropNulls, cast, trim");
        }
    }

    @Nested
    class A_choice_by_its_first_key {

        private Source source(String yaml) {
            return bound(Clean.class, "from: " + yaml).from();
        }

        @Test
        void is_told_by_the_key_that_is_there() {
            assertThat(source("{csv: a.csv, header: false}")).isEqualTo(new FromCsv(List.of("a.csv"), false));
            assertThat(source("{header: false, csv: [a, b]}")).isEqualTo(new FromCsv(List.of("a", "b"), false));
            assertThat(source("{table: a.b}")).isEqualTo(new FromTable("a.b")).isEqualTo(source("a.b"));
        }

        @Test
        void may_have_another_ones_first_key_among_its_own() {
            assertThat(source("{jdbc: db, table: dbo.Autor}")).isEqualTo(new FromJdbc("db", "dbo.Autor", 10));
            assertThat(refused(Clean.class, "from: {jdbc: db, table: dbo.Autor, fetchsize: 3}")).containsExactly(
                    "f:1:36 from.fetchsize: unknown key \"fetchsize\"; did you mean \"fetchSize\"?");
        }

        @Test
        void that_is_mistyped_is_one_problem() {
            assertThat(refused(Clean.class, "from: {cvs: a.csv, header: true}")).containsExactly(
                    "f:1:8 from.cvs: unknown key \"cvs\"; did you mean \"csv\"?");
        }

        @Test
        void is_not_two_and_not_none() {
            assertThat(refused(Clean.class, "from: {csv: a, jdbc: b}")).containsExactly(
                    "f:1:16 from.jdbc: it cannot be csv and jdbc at once; keep one of them");
            assertThat(refused(Clean.class, "from: {header: true}")).containsExactly(
                    "f:1:7 from: nothing here says what it is; add one of table, csv, jdbc");
            assertThat(refused(Clean.class, "from: ")).containsExactly(
                    "f:1:6 from: here stands nothing; write a mapping with one of table, csv, jdbc");
        }
    }

    @Nested
    class A_choice_beside_other_keys {

        @Test
        void is_one_key_among_the_record_s_own() {
            assertThat(bound(Entry.class, "{needs: a, wait: {time: 5s}}"))
                    .isEqualTo(new Entry(List.of("a"), null, new Wait(Duration.ofSeconds(5))));
            assertThat(bound(Entry.class, "{wait: }")).isEqualTo(new Entry(List.of(), null, new Wait(Duration.ofSeconds(1))));
        }

        @Test
        void that_is_mistyped_is_one_problem() {
            assertThat(refused(Entry.class, "{needs: a, waiit: {}}")).containsExactly(
                    "f:1:12 waiit: unknown key \"waiit\"; did you mean \"wait\"?");
        }

        @Test
        void that_is_missing_is_told_even_beside_another_problem() {
            assertThat(refused(Entry.class, "{needs: a, timeout: x}")).satisfiesExactlyInAnyOrder(
                    missing -> assertThat(missing).startsWith("f:1:1: nothing here says what it is; add one of "),
                    timeout -> assertThat(timeout).startsWith("f:1:21 timeout: \"x\" is no duration"));
        }

        @Test
        void is_not_two() {
            assertThat(refused(Entry.class, "{wait: {}, clean: {from: a}}")).containsExactly(
                    "f:1:12 clean: it cannot be wait and clean at once; keep one of them");
        }

        @Test
        void may_be_left_out_where_it_may_be_missing() {
            assertThat(bound(OptionalKind.class, "{}")).isEqualTo(new OptionalKind(null, null));
            assertThat(bound(OptionalKind.class, "~")).isNotNull();
        }

        @ParameterizedTest
        @ValueSource(strings = {"~", "text", "[wait]"})
        void is_not_found_in_what_is_no_mapping(String yaml) {
            assertThat(refused(Entry.class, yaml).get(0)).contains("write a mapping with needs, timeout, ");
        }
    }

    @Nested
    class A_placeholder {

        /** Fills {@code ${known}}; {@code ${later}} is left, and is 7 as a sample; so is {@code ${never}}, without one. */
        private final Placeholders some = new Placeholders() {
            @Override
            public String fill(String text, YamlNode at, Problems problems) {
                if (text.contains("${bad}")) {
                    problems.add(at.problem("bad", ""));
                }
                return text.replace("${known}", "5");
            }

            @Override
            public Optional<String> sample(String filled) {
                return Optional.of(filled.replace("${later}", "7"));
            }
        };

        private Values values(String yaml) {
            placeholders = some;
            return bound(Values.class, yaml);
        }

        private List<String> refusedValues(String yaml) {
            placeholders = some;
            return refused(Values.class, yaml);
        }

        @Test
        void is_filled_in_before_the_value_is_read() {
            assertThat(values("{whole: '${known}', time: '${known}m', text: 'a${known}'}"))
                    .extracting(Values::whole, Values::time, Values::text)
                    .containsExactly(5, Duration.ofMinutes(5), "a5");
        }

        @Test
        void that_is_filled_later_stands_as_it_is_in_a_text() {
            assertThat(values("text: 'a${later}b'").text()).isEqualTo("a${later}b");
        }

        @Test
        void that_is_filled_later_is_checked_by_its_sample_where_a_text_cannot_stand() {
            assertThat(values("whole: '${later}'").whole()).isEqualTo(7);
            assertThat(refusedValues("time: '${later}'").get(0)).startsWith("f:1:7 time: \"7\" is no duration");
        }

        @Test
        void without_a_sample_is_one_value_of_the_type() {
            assertThat(values("{whole: '${never}', flag: '${never}', time: '${never}', mode: '${never}', zone: '${never}'}"))
                    .isNotNull();
        }

        @Test
        void without_a_sample_stands_as_it_is_where_its_type_takes_it_or_is_refused() {
            assertThat(values("code: '${never}.b'").code()).isEqualTo(new Code("${never}.b"));
            assertThat(refusedValues("code: '${never}'")).containsExactly("f:1:7 code: \"${never}\" cannot be checked"
                    + " before it has a value; give the parameter a default, or write the code here");
        }

        @Test
        void that_is_wrong_is_the_only_problem_of_its_value() {
            assertThat(refusedValues("whole: '${bad}'")).containsExactly("f:1:8 whole: bad");
        }

        @Test
        void that_nothing_fills_is_a_text_like_any_other() {
            assertThat(bound(Values.class, "text: '${later}'").text()).isEqualTo("${later}");
            assertThat(refused(Values.class, "whole: '${later}'").get(0)).contains("\"${later}\" is not a whole number");
        }
    }

    @Nested
    class A_choice_that_is_called_null {

        enum OnError { REJECT, NULL }

        record Step(@Nullable OnError onError) {}

        @Test
        void is_meant_where_the_word_stands_though_YAML_takes_it_for_nothing() {
            assertThat(bound(Step.class, "onError: null").onError()).isEqualTo(OnError.NULL);
            assertThat(bound(Step.class, "onError: 'null'").onError()).isEqualTo(OnError.NULL);
        }

        @Test
        void is_not_meant_where_nothing_stands() {
            assertThat(bound(Step.class, "onError:").onError()).isNull();
            assertThat(bound(Step.class, "onError: ~").onError()).isNull();
        }
    }

    @Nested
    class A_definition_with_a_mistake_in_it {

        record Twice(@Beside Kind kind, @Nullable String clean) {}

        @Short("nothing")
        record NoSuchKey(String key) {}

        @Whole
        record WholeOfTwo(String one, String two) {}

        record Unwritable(Object anything) {}

        @Test
        void is_told_to_who_wrote_it() {
            assertThatThrownBy(() -> SHAPES.of(Twice.class)).hasMessageContaining("the key \"clean\" twice");
            assertThatThrownBy(() -> SHAPES.of(NoSuchKey.class)).hasMessageContaining("no key \"nothing\"");
            assertThatThrownBy(() -> SHAPES.of(WholeOfTwo.class)).hasMessageContaining("more than the one component");
            assertThatThrownBy(() -> SHAPES.of(Unwritable.class)).hasMessageContaining("has no form in YAML");
        }
    }

    // --- values whose type is found out later

    record Rows(List<Map<String, Literal>> rows) {}

    @Test
    void a_literal_keeps_how_it_is_written() {
        Problems problems = new Problems();
        YamlNode node = YamlReader.read("f.yaml", "rows: [{a: 1, b: \"1\", c: null, d: ~, e: , f: sim}]", problems)
                .orElseThrow();

        Rows rows = new Binder(new Shapes(), Placeholders.NONE, problems).bind(node, Rows.class).orElseThrow();

        assertThat(problems.isEmpty()).isTrue();
        assertThat(rows.rows().get(0)).containsExactly(Map.entry("a", new Literal("1", false)),
                Map.entry("b", new Literal("1", true)), Map.entry("c", Literal.NULL), Map.entry("d", Literal.NULL),
                Map.entry("e", Literal.NULL), Map.entry("f", new Literal("sim", false)));
    }
}
