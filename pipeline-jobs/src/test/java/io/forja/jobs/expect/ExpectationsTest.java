package io.forja.jobs.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.ExpectationResult;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.jobs.PreparedLake;
import io.forja.jobs.TestLake;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class ExpectationsTest {

    private static final PreparedLake SALES = PreparedLake.of(lake -> {
        lake.file("data/vendas.csv", "id,cliente,valor,quando",
                "1,10,5,2026-11-29 04:00:00", "2,11,-1,2026-11-28 04:00:00", "2,,7,2026-11-27 04:00:00",
                "3,99,8,2026-11-26 04:00:00");
        lake.file("data/clientes.csv", "codigo", "10", "11", "12", "11");
        lake.runJob("ingest: {from: {csv: data/clientes.csv}, into: {table: silver.clientes}}");
    });

    @TempDir
    Path folder;

    private TestLake lake;

    @BeforeEach
    void given_sales_of_which_some_are_odd() throws Exception {
        lake = SALES.copyTo(folder);
    }

    private JobResult cleaned(String expectations) throws Exception {
        return lake.runJob("""
                clean:
                  from: {csv: data/vendas.csv}
                  steps: [{cast: {valor: int, quando: timestamp}}]
                  rejects: silver.rejeitadas
                  expect: [%s]
                  into: {table: silver.vendas}
                """.formatted(expectations));
    }

    @Test
    void rows_against_a_rule_are_rejected_or_written_with_a_word_as_is_declared() throws Exception {
        JobResult result = cleaned("{that: valor >= 0, otherwise: reject}, {that: valor < 8, otherwise: warn}, id > 0");

        assertThat(result.rows()).isEqualTo(new RowCounts(4, 3, 1, 0, 0));
        assertThat(result.expectations()).containsExactly(
                new ExpectationResult("valor >= 0", false, 1, "not true in 1 row"),
                new ExpectationResult("valor < 8", false, 1, "not true in 1 row"),
                ExpectationResult.met("id > 0"));
        assertThat(lake.rows("select source_row, step, reason, raw from silver.rejeitadas")).containsExactly(
                "2,expect[0],\"valor >= 0\" is not true,2,11,-1,2026-11-28 04:00:00");
    }

    @Test
    void rows_that_share_a_key_and_rows_without_their_other_row_never_become_a_version() {
        assertThatThrownBy(() -> cleaned("{unique: id}")).hasMessageStartingWith(
                "expect[0]: \"unique id\" is not true in 2 rows, such as ");
        assertThatThrownBy(() -> cleaned("{references: silver.clientes, columns: {cliente: codigo}}"))
                .hasMessageStartingWith("expect[0]: \"cliente in silver.clientes.codigo\" is not true in 1 row, such as ")
                .hasMessageContaining("99");
        assertThat(lake.versions("silver.vendas")).isZero();
    }

    @Test
    void the_example_is_of_the_rule_that_is_told_and_a_key_may_have_any_name() throws Exception {
        assertThatThrownBy(() -> cleaned("valor < 8, valor >= 0"))
                .hasMessageStartingWith("expect[0]: \"valor < 8\" is not true in 1 row, such as ").hasMessageContaining("99");
        lake.file("data/pontos.csv", "a.b,c", "1,x", "1,y");

        assertThat(lake.runJob("""
                clean:
                  from: {csv: data/pontos.csv}
                  steps: [{trim: c}]
                  expect: [{unique: ["a.b"], otherwise: warn}, {unique: ["a.b", c]}]
                  into: {table: silver.pontos}
                """).expectations()).extracting(ExpectationResult::rows).containsExactly(2L, 0L);
    }

    @Test
    void a_key_that_was_made_unique_needs_no_second_look() throws Exception {
        JobResult result = lake.runJob("""
                clean:
                  from: {csv: data/vendas.csv}
                  steps: [{dropDuplicates: id}]
                  expect: [{unique: [id, valor]}]
                  into: {table: silver.vendas}
                """);

        assertThat(result.rows()).isEqualTo(new RowCounts(4, 3, 0, 1, 0));
        assertThat(result.expectations()).containsExactly(ExpectationResult.met("unique id, valor"));
    }

    @Test
    void what_is_not_there_is_told_with_its_place() {
        assertThatThrownBy(() -> cleaned("{references: silver.clientes, columns: {cliente: id}}")).hasMessage(
                "expect[0]: silver.clientes has no column \"id\"; its columns are codigo");
        assertThatThrownBy(() -> cleaned("id > 0, {unique: ide}")).hasMessage(
                "expect[1]: there is no column \"ide\"; did you mean \"id\"?");
        assertThatThrownBy(() -> cleaned("{fresh: valor, within: 24h}")).hasMessage(
                "expect[0]: \"valor\" is a int, neither a timestamp nor a date; cast it first");
    }

    @Test
    void the_newest_row_has_to_be_recent() throws Exception {
        assertThat(cleaned("{fresh: quando, within: 2h}").expectations())
                .containsExactly(ExpectationResult.met("quando within 2h"));
        assertThatThrownBy(() -> cleaned("{fresh: quando, within: 30m}")).hasMessage("expect[0]: quando within 30m: no"
                + " row is that recent; look at the source, or write \"otherwise: warn\" where that may be");
        assertThat(lake.versions("silver.vendas")).isEqualTo(1);
    }

    @Test
    void a_run_that_writes_far_fewer_rows_than_those_before_is_told_or_fails() throws Exception {
        assertThat(cleaned("{volume: 20% of last 3}").expectations())
                .containsExactly(ExpectationResult.met("rows within 20% of last 3"));
        cleaned("id > 0");
        lake.file("data/vendas.csv", "id,cliente,valor,quando", "1,10,5,2026-11-29 04:00:00");

        assertThatThrownBy(() -> cleaned("{volume: 20% of last 3}")).hasMessageStartingWith(
                "expect[0]: rows within 20% of last 3: 1 rows, where the last 2 runs wrote 4 on average");
        assertThat(cleaned("{volume: 20% of last 3, otherwise: warn}").expectations()).containsExactly(
                new ExpectationResult("rows within 20% of last 3", false, 0,
                        "1 rows, where the last 2 runs wrote 4 on average"));
        assertThat(lake.rows("select count(*) from silver.vendas")).containsExactly("1");
    }
}
