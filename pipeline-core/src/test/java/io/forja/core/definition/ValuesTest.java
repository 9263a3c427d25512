package io.forja.core.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.yaml.InvalidValueException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {

    private static String refusal(InvalidValueException e) {
        return e.getMessage() + "; " + e.remedy();
    }

    @Nested
    class A_column_type {

        @ParameterizedTest
        @CsvSource(delimiter = '|', value = {
            "string | string", "INT | int", " timestamp | timestamp", "decimal(18,2) | decimal(18,2)",
            "DECIMAL ( 38 , 38 ) | decimal(38,38)", "decimal(1,0) | decimal(1,0)"
        })
        void is_one_of_Spark_s(String text, String type) {
            assertThat(ColumnType.parse(text)).hasToString(type);
            assertThat(ColumnType.parse(type)).isEqualTo(ColumnType.parse(text));
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', value = {
            "decimal(40,2)  | \"decimal(40,2)\" wants 40 digits, a decimal has 1 to 38",
            "decimal(0,0)   | \"decimal(0,0)\" wants 0 digits, a decimal has 1 to 38",
            "decimal(999999999999,0) | a decimal has 1 to 38",
            "decimal(10,11) | \"decimal(10,11)\" wants 11 digits behind the sign of 10 in all",
            "decimal        | write decimal(precision,scale), such as decimal(18,2)",
            "decimal(10)    | write decimal(precision,scale), such as decimal(18,2)",
            "numeric(10,2)  | write decimal(precision,scale), such as decimal(18,2)",
            "strng          | \"strng\" is no column type; did you mean \"string\"?",
            "integer        | \"integer\" is no column type; did you mean \"int\"?",
            "nvarchar(40)   | \"nvarchar(40)\" is no column type; did you mean \"string\"?",
            "datetime2(7)   | \"datetime2(7)\" is no column type; did you mean \"timestamp\"?",
            "money          | \"money\" is no column type; did you mean \"decimal(19,4)\"?",
            "moeda          | \"moeda\" is no column type; write one of string, boolean",
        })
        void that_there_is_not_is_refused_with_the_one_that_was_meant(String text, String refusal) {
            assertThatThrownBy(() -> ColumnType.parse(text)).isInstanceOfSatisfying(InvalidValueException.class,
                    e -> assertThat(refusal(e)).contains(refusal));
        }
    }

    @Nested
    class A_table {

        @ParameterizedTest
        @CsvSource({
            "silver.fato_vendas, silver, fato_vendas", "dbo.ação_2, dbo, ação_2", "s3a://bronze/vendas/, , vendas",
            "s3a://bronze/dbo_Categoria, , dbo_Categoria", "data/lake/t, , t", "/t, , t"
        })
        void is_named_or_at_a_path(String text, @Nullable String schema, String name) {
            TableRef table = TableRef.parse(text);
            assertThat(table.isPath()).isEqualTo(schema == null);
            assertThat(table.name()).isEqualTo(name);
            if (schema != null) {
                assertThat(table.schema()).isEqualTo(schema);
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "vendas", "a.b.c", "a.", ".b", "1a.b", "a b.c", "a.b-c"})
        void is_nothing_else(String text) {
            assertThatThrownBy(() -> TableRef.parse(text)).isInstanceOf(InvalidValueException.class)
                    .hasMessage("\"" + text + "\" is no table");
        }

        @ParameterizedTest
        @CsvSource({
            "silver.Fato, SILVER.fato", "s3a://bronze/vendas, s3a://bronze/vendas/", "s3a://b/v, s3://b/v",
            "s3a://b/v, s3n://b//v", "./data/t, data/t", "data//t/, data/t"
        })
        void is_the_same_however_it_is_spelt(String one, String other) {
            assertThat(TableRef.parse(one)).isEqualTo(TableRef.parse(other)).hasSameHashCodeAs(TableRef.parse(other))
                    .isEqualByComparingTo(TableRef.parse(other));
        }

        @ParameterizedTest
        @CsvSource({"a.b, a.c", "s3a://b/V, s3a://b/v", "data/t, /data/t", "a.b, ./a.b"})
        void is_another_one_where_it_may_be(String one, String other) {
            assertThat(TableRef.parse(one)).isNotEqualTo(TableRef.parse(other));
            assertThat(TableRef.parse(one).compareTo(TableRef.parse(other))).isNotZero();
        }

        @Test
        void with_a_placeholder_may_be_every_table_that_it_could_stand_for() {
            TableRef many = TableRef.parse("bronze.${schema}_${table}");
            assertThat(many.mayBe(TableRef.parse("bronze.dbo_Categoria"))).isTrue();
            assertThat(TableRef.parse("BRONZE.dbo_Categoria").mayBe(many)).isTrue();
            assertThat(many.mayBe(TableRef.parse("bronze.dbo"))).isFalse();
            assertThat(TableRef.parse("a.b").mayBe(TableRef.parse("A.B"))).isTrue();
        }
    }

    @Nested
    class A_moment {

        @ParameterizedTest
        @CsvSource({"2026-11-29, 2026-11-29T00:00:00Z", "2026-11-29 10:00, 2026-11-29T10:00:00Z",
                "2026-11-29 10:00:05, 2026-11-29T10:00:05Z", "2026-11-29T10:00:05.123Z, 2026-11-29T10:00:05.123Z",
                "2026-11-29 10:00:05-03, 2026-11-29T13:00:05Z", "2026-11-29 10:00:05 -03:00, 2026-11-29T13:00:05Z",
                "2026-11-29 10:00:05+05:30, 2026-11-29T04:30:05Z"})
        void is_read_as_people_and_machines_write_it(String text, String instant) {
            assertThat(Moment.parse(text).instant()).isEqualTo(instant);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "ontem", "29/11/2026", "2026-11-31", "2026-11-29 25:00", "2026-11-29 10:00:00 BRT"})
        void that_is_none_is_told(String text) {
            assertThatThrownBy(() -> Moment.parse(text)).isInstanceOf(InvalidValueException.class)
                    .hasMessage("\"" + text + "\" is no moment");
        }

        @Test
        void may_wait_for_its_run() {
            assertThat(Moment.parse("${run.date}")).hasToString("${run.date}");
        }
    }

    @Nested
    class A_target {

        @Test
        void is_known_by_its_name_and_by_its_path() {
            TableTarget target = new TableTarget(
                    TableRef.parse("bronze.vendas"), "s3a://bronze/vendas/", WriteMode.APPEND, List.of());
            assertThat(target.refs()).containsExactly(TableRef.parse("bronze.vendas"), TableRef.parse("s3a://bronze/vendas"));
            assertThat(target.ref()).hasToString("bronze.vendas");
        }

        @Test
        void may_be_a_folder_beside_the_project() {
            TableTarget target = new TableTarget(null, "vendas", WriteMode.APPEND, List.of());
            assertThat(target.ref().isPath()).isTrue();
            assertThat(target.ref()).isEqualTo(TableRef.parse("./vendas"));
        }

        @Test
        void what_is_agreed_of_a_column_is_read_as_it_is_written() {
            assertThat(ContractColumn.parse("decimal(18, 2)  NOT NULL")).hasToString("decimal(18,2) not null");
            assertThat(ContractColumn.parse("bigint")).isEqualTo(new ContractColumn(ColumnType.parse("bigint"), false));
            assertThatThrownBy(() -> ContractColumn.parse("not null")).isInstanceOf(InvalidValueException.class);
        }

        @Test
        void a_schema_follows_an_overwrite_and_is_frozen_for_an_append_unless_told_otherwise() {
            TableRef table = TableRef.parse("a.b");
            assertThat(new TableTarget(table, null, WriteMode.OVERWRITE, List.of()).schemaPolicy())
                    .isEqualTo(SchemaPolicy.EVOLVE);
            assertThat(new TableTarget(table, null, WriteMode.APPEND, List.of()).schemaPolicy())
                    .isEqualTo(SchemaPolicy.FREEZE);
        }

        @Test
        void is_somewhere_and_its_name_is_no_path() {
            assertThatThrownBy(() -> new TableTarget(TableRef.parse("a.b"), null, WriteMode.APPEND, List.of(),
                    Duration.ZERO, null, Map.of())).hasMessage("no time is no window");
            assertThatThrownBy(() -> new TableTarget(null, null, WriteMode.APPEND, List.of()))
                    .hasMessage("the target has neither a table nor a path");
            assertThatThrownBy(() -> new TableTarget(TableRef.parse("a/b"), null, WriteMode.APPEND, List.of()))
                    .isInstanceOfSatisfying(InvalidValueException.class,
                            e -> assertThat(refusal(e)).isEqualTo("\"a/b\" is a path, not a name; write it as path: a/b"));
        }
    }

    @Nested
    class A_retry {

        @Test
        void waits_twice_as_long_each_time_up_to_the_longest_wait() {
            RetryPolicy retry = new RetryPolicy(100, Duration.ofSeconds(30), Duration.ofMinutes(10));
            assertThat(List.of(1, 2, 3, 4, 5, 6, 99).stream().map(retry::waitAfter))
                    .extracting(Duration::toSeconds).containsExactly(30L, 60L, 120L, 240L, 480L, 600L, 600L);
        }

        @Test
        void waits_at_least_its_first_wait() {
            assertThat(new RetryPolicy(3, Duration.ofHours(1), Duration.ofMinutes(10)).waitAfter(2)).hasHours(1);
            assertThat(new RetryPolicy(100, Duration.ofDays(36_500), Duration.ofDays(36_500)).waitAfter(99))
                    .hasDays(36_500);
        }

        @ParameterizedTest
        @ValueSource(ints = {0, -1, 101})
        void is_made_one_to_a_hundred_times(int attempts) {
            assertThatThrownBy(() -> new RetryPolicy(attempts, Duration.ZERO, Duration.ZERO))
                    .isInstanceOf(InvalidValueException.class);
        }
    }
}
