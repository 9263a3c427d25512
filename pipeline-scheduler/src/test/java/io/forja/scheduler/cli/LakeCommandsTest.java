package io.forja.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.lake.Keepers;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.SqlResult;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.TableVersion;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code sql}, {@code tables} and {@code snapshots}: what the lake holds. */
class LakeCommandsTest extends CommandLineTest {

    private static final Instant MODIFIED = Instant.parse("2026-11-29T05:00:03Z");

    private void vendas() {
        forja.sql = new SqlResult(
                List.of(new SqlResult.Column("id_transacao", "bigint"), new SqlResult.Column("produto", "string"),
                        new SqlResult.Column("valor", "decimal(18,2)"), new SqlResult.Column("produto", "string")),
                List.of(Arrays.asList(101L, "Café, moído", new BigDecimal("1234.50"), "x"),
                        Arrays.asList(102L, null, new BigDecimal("0E+2"), "")),
                false);
    }

    @Test
    void rows_for_people() {
        vendas();
        Ended ended = run("sql", "select * from silver.fato_vendas");
        assertThat(forja.asked).containsExactly("select * from silver.fato_vendas limit 1000");
        assertThat(ended.out()).isEqualTo("""
                id_transacao  produto        valor  produto
                         101  Café, moído  1234.50  x
                         102  NULL               0
                (2 rows)
                """);
    }

    @Test
    void rows_as_csv() {
        vendas();
        assertThat(run("sql", "select 1", "-o", "csv").out()).isEqualTo("""
                id_transacao,produto,valor,produto
                101,"Café, moído",1234.50,x
                102,,0,""
                """);
    }

    @Test
    void rows_as_json_keep_every_column_and_every_digit() {
        vendas();
        assertThat(run("sql", "select 1", "-o", "json").out()).isEqualTo("""
                {
                  "columns" : [
                    {
                      "name" : "id_transacao",
                      "type" : "bigint"
                    },
                    {
                      "name" : "produto",
                      "type" : "string"
                    },
                    {
                      "name" : "valor",
                      "type" : "decimal(18,2)"
                    },
                    {
                      "name" : "produto_2",
                      "type" : "string"
                    }
                  ],
                  "rows" : [
                    {
                      "id_transacao" : 101,
                      "produto" : "Café, moído",
                      "valor" : 1234.50,
                      "produto_2" : "x"
                    },
                    {
                      "id_transacao" : 102,
                      "produto" : null,
                      "valor" : 0,
                      "produto_2" : ""
                    }
                  ],
                  "truncated" : false
                }
                """);
    }

    @Test
    void a_cut_result_says_so_beside_the_rows() {
        forja.sql = new SqlResult(List.of(new SqlResult.Column("n", "int")), List.of(List.of(1L)), true);
        Ended ended = run("sql", "select 1", "--max-rows", "1", "-o", "csv");
        assertThat(ended.out()).isEqualTo("n\n1\n");
        assertThat(ended.err()).isEqualTo("There are more rows than these 1; --max-rows shows more.\n");
    }

    @Test
    void a_statement_without_rows_is_done() {
        assertThat(run("sql", "drop table x.y").out()).isEqualTo("done\n");
    }

    @Test
    void tables_are_listed_with_what_is_wrong_in_place() {
        forja.tables.add(new TableInfo("bronze.vendas", TableInfo.Type.EXTERNAL, "delta", "s3a://bronze/vendas", 3L, 6L,
                2048, 1, MODIFIED, "vendas-20261129T050000", List.of("vendas/bronze_vendas"), List.of(), null));
        forja.tables.add(new TableInfo("silver.quebrada", TableInfo.Type.MANAGED, "delta", "/lake/x", null, null, 0, 0,
                null, null, List.of(), List.of(), "its log is gone"));
        assertThat(run("tables", "list").out()).isEqualTo("""
                TABLE            TYPE      FORMAT  VERSION  ROWS     SIZE  FILES  MODIFIED                LAST RUN                WRITTEN BY            LOCATION
                bronze.vendas    external  delta         3     6  2.0 KiB      1  2026-11-29 02:00:03-03  vendas-20261129T050000  vendas/bronze_vendas  s3a://bronze/vendas
                silver.quebrada  managed   delta                                                                                                        its log is gone
                """);
    }

    @Test
    void a_table_is_shown_with_its_columns() {
        forja.tables.add(new TableInfo("silver.fato_vendas", TableInfo.Type.MANAGED, "delta", "/lake/fato_vendas", 0L, 4L,
                1500, 2, MODIFIED, "vendas-20261129T050000", List.of("vendas/fato_vendas"), List.of(new SqlResult.Column("id_transacao", "bigint"),
                        new SqlResult.Column("valor", "decimal(18,2)")), null));
        assertThat(run("tables", "show", "silver.fato_vendas").out()).isEqualTo("""
                table     silver.fato_vendas
                type      managed (DROP TABLE deletes the files)
                format    delta
                location  /lake/fato_vendas
                version   0
                rows      4
                size      1.5 KiB in 2 files
                modified  2026-11-29 02:00:03-03
                last run  vendas-20261129T050000
                writers   vendas/fato_vendas

                COLUMN        TYPE
                id_transacao  bigint
                valor         decimal(18,2)
                """);
        assertThat(run("tables", "show", "silver.fato").code()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(run("tables", "show", "silver.fato_vendas", "-o", "json").out()).contains("\"type\" : \"managed\"",
                "\"modifiedAt\" : \"2026-11-29T05:00:03Z\"");
    }

    @Test
    void a_history_names_the_run_of_each_version_and_says_which_can_be_read() {
        forja.history.add(new TableVersion(5, MODIFIED, "MERGE",
                Map.of("numOutputRows", "4", "numTargetRowsDeleted", "0", "executionTimeMs", "12"),
                "vendas-20261129T050000", "vendas", "fato_vendas", null));
        forja.history.add(new TableVersion(4, MODIFIED, "WRITE", Map.of(), null, null, null, "1 of its files is gone"));
        assertThat(run("tables", "history", "silver.fato_vendas", "-n", "3").out()).isEqualTo("""
                VERSION  TIME                    OPERATION  RUN                     JOB          READABLE                    METRICS
                      5  2026-11-29 02:00:03-03  MERGE      vendas-20261129T050000  fato_vendas  yes                         OutputRows=4
                      4  2026-11-29 02:00:03-03  WRITE                                           no: 1 of its files is gone
                Older versions than 4 are no longer in the log.
                """);
        assertThat(forja.asked).containsExactly("silver.fato_vendas limit 3");
    }

    @Test
    void snapshots_are_listed_and_a_dry_run_removes_nothing() {
        forja.snapshots.add(new SnapshotInfo("fato_vendas_snapshot_20261129_050000", "silver.fato_vendas", 3,
                "/lake/snapshots/fato_vendas_snapshot_20261129_050000", MODIFIED, 4, 1024, 0, "older than 30d"));
        assertThat(run("snapshots", "list", "--table", "silver.fato_vendas").out()).isEqualTo("""
                SNAPSHOT                              TABLE               VERSION  TAKEN                   ROWS     SIZE  COPIED  PATH
                fato_vendas_snapshot_20261129_050000  silver.fato_vendas        3  2026-11-29 02:00:03-03     4  1.0 KiB     0 B  /lake/snapshots/fato_vendas_snapshot_20261129_050000
                """);
        assertThat(run("snapshots", "expire", "--older-than", "30d", "--keep", "3", "--dry-run").out()).isEqualTo("""
                SNAPSHOT                              TABLE               ROWS     SIZE  WHY
                fato_vendas_snapshot_20261129_050000  silver.fato_vendas     4  1.0 KiB  older than 30d

                1 snapshot would be removed, 1.0 KiB
                """);
        assertThat(forja.asked).containsExactly("snapshots of silver.fato_vendas",
                "expire null older than PT720H keep " + Keepers.newest(3) + " dry run true");
    }

    @Test
    void an_age_without_a_unit_is_refused() {
        Ended ended = run("snapshots", "expire", "--older-than", "30");
        assertThat(ended.code()).isEqualTo(ExitCode.INVALID);
        assertThat(ended.err()).contains("--older-than", "\"30\" is no duration", "30s, 5m, 12h or 7d");
        assertThat(run("snapshots", "expire").err()).contains("--older-than");
    }
}
