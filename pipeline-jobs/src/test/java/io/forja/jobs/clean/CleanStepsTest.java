package io.forja.jobs.clean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.jobs.TestLake;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each step does to the rows, without a table around it. */
@Tag("spark")
class CleanStepsTest {

    @Test
    void the_same_row_of_a_key_stays_however_the_rows_are_cut_and_shuffled() {
        List<String> rows = new ArrayList<>();
        Random random = new Random(4);
        for (int i = 0; i < 60; i++) {
            rows.add("('%d', '%d', '%s')".formatted(i % 7, random.nextInt(5), (char) ('a' + random.nextInt(4))));
        }
        List<String> first = null;
        for (int cut = 1; cut <= 7; cut += 3) {
            Collections.shuffle(rows, random);
            Dataset<Row> values = values("k, v, t", rows).repartition(cut);
            List<String> now = LocalClean.of(values, "- dropDuplicates: {key: k, keep: last, orderBy: v}").survivors();
            first = first == null ? now : first;
            assertThat(now).isEqualTo(first).hasSize(7);
        }
    }

    @Test
    void rows_that_are_the_same_but_for_a_time_that_is_asked_are_the_same() {
        assertThat(LocalClean.of(values("k", List.of("('a')", "('a')", "('b')")),
                "- derive: {agora: current_timestamp()}\n- dropDuplicates: \"*\"").survivors()).hasSize(2);
    }

    @Test
    void a_step_that_looks_at_other_rows_sees_those_whose_key_repeated_too() {
        Dataset<Row> rows = values("k, v", List.of("('a', 1)", "('b', 9)", "('b', 8)"));

        assertThat(LocalClean.of(rows, "- dropDuplicates: {key: k, keep: last, orderBy: v}\n- derive: {m: max(v) over ()}")
                .survivors()).containsExactly("a,1,9", "b,9,9");
        assertThat(LocalClean.of(rows, "- dropDuplicates: {key: k, keep: last, orderBy: v}\n"
                + "- derive: {n: monotonically_increasing_id()}\n- dropDuplicates: n").survivors()).hasSize(2);
    }

    @Test
    void a_window_sees_no_row_that_a_step_before_has_taken_out() {
        Dataset<Row> rows = values("k, v", List.of("('a', 1)", "('b', 2)", "('b', 9)", "('c', 5)"));

        assertThat(LocalClean.of(rows, """
                - where: v < 9
                - derive: {n: row_number() over (order by v desc), m: "max(v) over (partition by k)", t: sum(v) over ()}
                - where: "count(*) over () = 3 and lead(k) over (order by k) is not null"
                - derive: {rest: count(*) over ()}
                """).survivors()).containsExactly("a,1,3,1,8,2", "b,2,2,2,8,2");
    }

    @Test
    void an_expression_fails_for_a_value_that_it_has_no_answer_for_but_not_for_rows_that_have_left() {
        Dataset<Row> rows = values("n, t", List.of("(2147483647, '1.234,56')", "(0, '1')", "(1, '2')"));

        assertThat(LocalClean.of(rows, "- where: n = 1\n- derive: {m: n + 1, q: 1 / n, c: \"cast(t as decimal(10,2))\"}")
                .survivors()).containsExactly("1,2,2,1.0,2.00");
        for (String expression : List.of("n + 1", "1 / n", "cast(t as decimal(10,2))")) {
            assertThatThrownBy(() -> LocalClean.of(rows, "- derive: {x: \"" + expression + "\"}").survivors())
                    .hasStackTraceContaining("== SQL").hasStackTraceContaining(expression);
        }
        assertThat(LocalClean.of(rows, "- derive: {m: \"try_add(n, 1)\", q: \"try_divide(1, n)\"}").survivors())
                .contains("2147483647,1.234,56,null,4.656612875245797E-10", "0,1,1,null");
    }

    @Test
    void no_row_is_lost_or_doubled_where_a_step_before_tosses_a_coin() {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            rows.add("('%d')".formatted(i % 190));
        }

        LocalClean cleaned = LocalClean.of(values("k", rows),
                "- derive: {moeda: rand()}\n- where: moeda < 0.5\n- dropDuplicates: k");

        int left = cleaned.left().values().stream().mapToInt(Integer::intValue).sum();
        assertThat(cleaned.survivors().size() + left).isEqualTo(200);
    }

    @Test
    void rows_without_a_key_are_alike_and_a_null_in_the_order_comes_last() {
        Dataset<Row> rows = values("k, v", List.of("(null, '1')", "(null, '2')", "('a', null)", "('a', '5')", "('a', '9')"));

        assertThat(LocalClean.of(rows, "- dropDuplicates: {key: k, orderBy: v}").survivors())
                .containsExactly("a,5", "null,1");
        assertThat(LocalClean.of(rows, "- dropDuplicates: {key: k, keep: last, orderBy: v desc}").survivors())
                .containsExactly("a,9", "null,2");
    }

    @Test
    void without_an_order_the_row_that_arrived_first_or_last_stays() {
        Dataset<Row> rows = values("k, v, _loaded_at, _source_file, _source_row", List.of(
                "('a', 'z', '2026-01-01', 'f2', 1)", "('a', 'y', '2026-01-01', 'f1', 10)", "('a', 'x', '2026-01-01', 'f1', 9)",
                "('b', 'new', '2026-01-02', 'f1', 1)", "('b', 'old', '2026-01-01', 'f1', 1)"));

        assertThat(LocalClean.of(rows, "- dropDuplicates: {key: k, keep: first}\n- select: [k, v]").survivors())
                .containsExactly("a,x", "b,old");
        assertThat(LocalClean.of(rows, "- dropDuplicates: {key: k, keep: last}\n- select: [k, v]").survivors())
                .containsExactly("a,z", "b,new");
    }

    @Test
    void of_rows_that_are_equal_in_everything_one_stays() {
        Dataset<Row> rows = values("k, v", List.of("('a', '1')", "('a', '1')", "('a', '1')"));

        LocalClean cleaned = LocalClean.of(rows, "- dropDuplicates: \"*\"");

        assertThat(cleaned.survivors()).containsExactly("a,1");
        assertThat(cleaned.left()).isEqualTo(Map.of(0, 2));
    }

    @Test
    void a_row_that_has_left_already_wins_against_none() {
        Dataset<Row> rows = values("k, v", List.of("('a', '9')", "('a', 'abc')", "('b', 'abd')"));

        LocalClean cleaned = LocalClean.of(rows, """
                - cast: {v: {to: int, onError: reject}}
                - dropDuplicates: {key: k, keep: last}
                """);

        assertThat(cleaned.survivors()).containsExactly("a,9");
        assertThat(cleaned.left()).isEqualTo(Map.of(0, 2));
    }

    @Test
    void maps_and_lists_do_not_keep_rows_from_being_told_apart() {
        Dataset<Row> rows = TestLake.session().sql("""
                select 'a' as k, map('x', 1) as m, array(2) as l union all
                select 'a' as k, map('x', 1) as m, array(1) as l""");

        assertThat(LocalClean.of(rows, "- dropDuplicates: k").survivors()).hasSize(1).first().asString().contains("1)");
        assertThatThrownBy(() -> LocalClean.of(rows, "- select: [m]\n- dropDuplicates: \"*\"")).hasMessageContaining(
                "steps[1].dropDuplicates: rows cannot be compared by \"m\", a map");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "cast(1.5 as decimal(5,2))    | int           |            | null", "cast(1.5 as decimal(5,2)) | int | half-up | 2",
        "cast(2.5 as decimal(5,2))    | int           | half-even  | 2", "cast(-1.5 as decimal(5,2)) | int | floor | -2",
        "cast(2.00 as decimal(5,2))   | int           |            | 2",
        "3000000000L                  | int           |            | null", "3000000000L | int | half-up | null",
        "300                          | tinyint       |            | null",
        "cast(0.1 as double)          | decimal(5,2)  |            | 0.10",
        "0.1D + 0.2D                  | decimal(5,2)  |            | null", "0.1D + 0.2D | decimal(5,2) | half-up | 0.30",
        "cast(99999 as bigint)        | decimal(5,2)  |            | null",
        "cast(12.345 as decimal(6,3)) | decimal(5,2)  | half-even  | 12.34",
        "cast('NaN' as double)        | int           |            | null",
        "cast(1e39 as double)         | float         |            | null",
        "timestamp'2026-01-02 00:00:00' | date        |            | 2026-01-02",
        "timestamp'2026-01-02 10:00:00' | date        |            | null",
        "date'2026-01-02'             | timestamp     |            | 2026-01-02 00:00:00.0",
        "2                            | boolean       |            | null", "1 | boolean | | true",
        "date'2026-01-02'             | string        |            | 2026-01-02"})
    void a_value_of_another_type_fits_exactly_or_not_at_all(String value, String to, String rounding, String result) {
        Dataset<Row> row = TestLake.session().sql("select " + value + " as v");

        List<String> survivors = LocalClean.of(row, "- cast: {v: {to: \"%s\", rounding: %s, onError: reject}}"
                .formatted(to, rounding == null ? "unnecessary" : rounding)).survivors();

        assertThat(survivors).isEqualTo(result.equals("null") ? List.of() : List.of(result));
    }

    @Test
    void texts_become_times_numbers_and_words_as_their_cast_declares() {
        Dataset<Row> rows = values("t, d, x, b", List.of("('10/03/24 02:30 -0300', '08/08/93', '1,5E-3', 'S')"));

        assertThat(LocalClean.of(rows, """
                - cast:
                    t: {to: timestamp, format: "dd/MM/yy HH:mm XX"}
                    d: {to: date, format: dd/MM/yy, yearsFrom: 1930}
                    x: {to: double, locale: pt-BR}
                    b: {to: boolean, format: S|N}
                """).survivors()).containsExactly("2024-03-10 05:30:00.0,1993-08-08,0.0015,true");
    }

    @Test
    void a_filler_is_exactly_of_its_column_s_type() {
        Dataset<Row> rows = TestLake.session().sql(
                "select cast(null as decimal(5,2)) as v, cast(null as date) as d, ' ' as t, cast(null as array<int>) as l");

        assertThat(LocalClean.of(rows, "- fillNulls: {v: \"1.5\", d: \"2026-01-02\", t: \"\"}\n- select: [v, d, t]").survivors())
                .containsExactly("1.50,2026-01-02,");
        for (String wrong : List.of("v: \"1.234\"", "v: \"1000\"", "v: abc", "d: 02/01/2026", "l: \"1\"")) {
            assertThatThrownBy(() -> LocalClean.of(rows, "- fillNulls: {" + wrong + "}"))
                    .hasMessageContaining("steps[0].fillNulls." + wrong.charAt(0))
                    .hasMessageContaining("is no ").hasMessageContaining("write a value of the column's type");
        }
    }

    @Test
    void names_change_all_at_once() {
        Dataset<Row> rows = values("a, b, c", List.of("('1', '2', '3')"));

        assertThat(LocalClean.of(rows, "- rename: {a: b, b: a, C: Total}\n- select: [a, b, total]").survivors())
                .containsExactly("2,1,3");
    }

    @Test
    void a_condition_that_is_not_known_to_be_true_filters_the_row() {
        Dataset<Row> rows = values("v", List.of("('1')", "('2')", "(null)"));

        assertThat(LocalClean.of(rows, "- where: \"v > 1\"").survivors()).containsExactly("2");
        assertThat(LocalClean.of(rows, "- where: \"v > 1 or v is null\"").survivors()).containsExactly("2", "null");
    }

    @Test
    void steps_on_hundreds_of_columns_are_as_few_projections_as_those_on_two() {
        LocalClean few = wide(2);
        LocalClean many = wide(300);

        assertThat(many.survivors()).containsExactly("7");
        assertThat(many.left()).isEqualTo(Map.of(301, 1));
        assertThat(many.projections()).isEqualTo(few.projections());
    }

    /** A row that stays, and one that leaves for its last value. */
    private static LocalClean wide(int width) {
        List<String> names = IntStream.range(0, width).mapToObj(i -> "c" + i).toList();
        String sevens = "'7', ".repeat(width - 1);
        return LocalClean.of(values(String.join(", ", names), List.of("(" + sevens + "'7')", "(" + sevens + "'x')")), """
                - trim: "*"
                - dropNulls: [c0, c1]
                - cast: {%s}
                - fillNulls: {c0: "0", c1: "0"}
                - select: [c1]
                """.formatted(String.join(": int, ", names) + ": int"));
    }

    private static Dataset<Row> values(String columns, List<String> rows) {
        return TestLake.session().sql("select * from values " + String.join(", ", rows) + " as t(" + columns + ")");
    }
}
