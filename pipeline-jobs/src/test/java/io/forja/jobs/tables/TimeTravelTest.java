package io.forja.jobs.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.forja.core.definition.Moment;
import io.forja.core.definition.TableRef;
import io.forja.core.job.JobResult;
import io.forja.core.job.TableChange;
import io.forja.core.lake.RestorePoint;
import io.forja.core.lake.Restored;
import io.forja.core.lake.TableVersion;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import io.forja.jobs.PreparedLake;
import io.forja.jobs.TestLake;
import io.forja.jobs.lake.SparkLake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.delta.DeltaLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Old versions: which can be read, how they are read, and how a table goes back to one. */
@Tag("spark")
class TimeTravelTest {

    private static final TableRef VENDAS = new TableRef("silver.vendas");
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    private static final PreparedLake THREE_VERSIONS = PreparedLake.of(lake -> {
        for (int id = 1; id <= 3; id++) {
            lake.runJob("sql: {query: \"SELECT %1$s AS id, 'v%1$s' AS nome\", into: silver.vendas}".formatted(id));
        }
    });

    @TempDir
    Path folder;

    private TestLake given;
    private SparkLake lake;

    @BeforeEach
    void a_table_of_three_versions() throws Exception {
        given = THREE_VERSIONS.copyTo(folder);
        lake = new SparkLake(given.lakehouse());
    }

    private Path table() {
        return given.path("lake/warehouse/silver/vendas");
    }

    /** Removes the data file that a version added. */
    private void loseFileOf(long version) throws IOException {
        String commit = Files.readString(table().resolve("_delta_log/%020d.json".formatted(version)));
        String file = commit.replaceAll("(?s).*\"add\":\\{\"path\":\"([^\"]+)\".*", "$1");
        Files.delete(table().resolve(file));
    }

    private void forgetLog() {
        DeltaLog.clearCache();
    }

    @Test
    void a_version_whose_files_were_vacuumed_is_not_offered() throws Exception {
        loseFileOf(1);

        assertThat(lake.history(VENDAS, 10)).extracting(TableVersion::version, TableVersion::problem).containsExactly(
                tuple(2L, null),
                tuple(1L, "1 of its files is gone, removed by VACUUM or by hand"),
                tuple(0L, null));
        assertThatThrownBy(() -> lake.restore(VENDAS, RestorePoint.ofVersion(1), NOW, false))
                .isInstanceOf(ForjaException.class).hasMessage("version 1 of silver.vendas can no longer be read: 1 of its"
                        + " files is gone, removed by VACUUM or by hand; the versions that can be read are 0, 2");
        assertThatThrownBy(() -> given.runJob(
                "ingest: {from: {table: silver.vendas, version: 7}, into: bronze.velha}"))
                .hasMessage("the table silver.vendas has no version 7; the versions that can be read are 0, 2");
    }

    @Test
    void a_version_whose_log_is_gone_is_not_offered() throws Exception {
        DeltaLog log = DeltaLog.forTable(given.spark(), table().toString());
        log.checkpoint();
        Files.delete(table().resolve("_delta_log/00000000000000000000.json"));
        forgetLog();

        assertThat(lake.history(VENDAS, 10)).extracting(TableVersion::version, TableVersion::problem).containsExactly(
                tuple(2L, null),
                tuple(1L, "its log is gone: neither the commits before it nor a checkpoint are there"));
        assertThatThrownBy(() -> lake.restore(VENDAS, RestorePoint.ofVersion(0), NOW, false))
                .hasMessageStartingWith("the table silver.vendas has no version 0; the versions that can be read are 2");
    }

    @Test
    void a_commit_that_is_missing_in_the_middle_takes_what_stands_on_it() throws Exception {
        DeltaLog.forTable(given.spark(), table().toString()).checkpoint();
        Files.delete(table().resolve("_delta_log/00000000000000000001.json"));
        loseFileOf(0);
        forgetLog();

        assertThat(lake.history(VENDAS, 10)).extracting(TableVersion::version, version -> version.problem() == null)
                .containsExactly(tuple(2L, true), tuple(0L, false));
    }

    @Test
    void a_pipeline_reads_a_version_and_a_moment() throws Exception {
        JobResult read = given.runJob("ingest: {from: {table: silver.vendas, version: 0}, into: bronze.velha}");
        assertThat(read.rows().read()).isEqualTo(1);
        assertThat(given.rows("select id, nome from bronze.velha")).containsExactly("1,v1");

        given.runJob("clean: {from: {table: silver.vendas, timestamp: \"2999-01-01\"}, steps: [], into: bronze.nova}");
        assertThat(given.rows("select id from bronze.nova")).containsExactly("3");
        assertThatThrownBy(() -> given.runJob(
                "ingest: {from: {table: silver.vendas, timestamp: \"2001-01-01 10:00:00\"}, into: bronze.velha}"))
                .hasMessage("the table silver.vendas has no version of 2001-01-01 10:00:00: its log begins later; the"
                        + " versions that can be read are 0 to 2");
    }

    @Test
    void a_dry_run_tells_what_a_restore_would_change_and_the_restore_does_it_as_a_new_version() throws Exception {
        given.runJob("sql: {query: \"SELECT 4 AS id, 'v4' AS nome, true AS outra FROM range(3)\", into: silver.vendas}");

        Restored would = lake.restore(VENDAS, RestorePoint.ofVersion(1), NOW, true);
        assertThat(would).extracting(Restored::source, Restored::before, Restored::after)
                .containsExactly("version 1", 3L, null);
        assertThat(would.now().rows()).isEqualTo(3);
        assertThat(would.then().rows()).isEqualTo(1);
        assertThat(given.versions("silver.vendas")).isEqualTo(4);

        assertThat(lake.restore(VENDAS, RestorePoint.ofVersion(1), NOW, false).after()).isEqualTo(4);
        assertThat(given.rows("select * from silver.vendas")).containsExactly("2,v2");
        TableVersion newest = lake.history(VENDAS, 1).get(0);
        assertThat(newest).extracting(TableVersion::operation, TableVersion::run, TableVersion::job)
                .containsExactly("RESTORE", "restore-20261129T120000000", "restore");

        assertThat(lake.restore(VENDAS, new RestorePoint(null, Moment.parse("2999-01-01"), null), NOW, false).after())
                .as("there is nothing to do").isNull();
    }

    @Test
    void a_restore_job_is_done_once() throws Exception {
        String job = "restore: {table: silver.vendas, version: 0}";
        JobResult first = given.runJob("r1", 1, job);
        JobResult second = given.runJob("r1", 2, job);

        assertThat(first.tables()).containsExactly(new TableChange("silver.vendas", 2L, 3));
        assertThat(second.tables()).isEqualTo(first.tables());
        assertThat(second.notes()).containsExactly("an earlier attempt had restored silver.vendas already");
        assertThat(given.versions("silver.vendas")).isEqualTo(4);
        assertThat(given.rows("select id from silver.vendas")).containsExactly("1");
        assertThat(given.runJob("r2", 1, job).notes()).containsExactly("silver.vendas is as in version 0 already");
    }

    @Test
    void rows_that_were_deleted_in_place_come_back() throws Exception {
        given.query("create table delta.`" + given.path("lake/precos")
                + "` (id int) using delta"
                + " tblproperties ('delta.enableDeletionVectors' = 'true')");
        given.query("insert into delta.`" + given.path("lake/precos")
                + "` select /*+ coalesce(1) */ cast(id as int) from range(5)");
        given.query("delete from delta.`" + given.path("lake/precos") + "` where id = 3");
        TableRef precos = new TableRef(given.path("lake/precos").toString());

        Restored restored = lake.restore(precos, RestorePoint.ofVersion(1), NOW, false);

        assertThat(restored.now().rows()).isEqualTo(4);
        assertThat(restored.then().rows()).isEqualTo(5);
        assertThat(given.rows("select count(*) from delta.`" + given.path("lake/precos") + "`")).containsExactly("5");
    }

    @Test
    void a_snapshot_brings_rows_and_schema_back_as_a_new_version_even_of_a_table_that_was_dropped() throws Exception {
        given.runJob("snapshot: {tables: silver.vendas}");
        given.runJob("sql: {query: \"SELECT true AS outra\", into: silver.vendas}");
        RestorePoint snapshot = new RestorePoint(null, null, "vendas_snapshot_20261129_050000");

        assertThat(lake.restore(VENDAS, snapshot, NOW, true).then().rows()).isEqualTo(1);
        Restored restored = lake.restore(VENDAS, snapshot, NOW, false);

        assertThat(restored).extracting(Restored::source, Restored::before, Restored::after)
                .containsExactly("snapshot vendas_snapshot_20261129_050000", 3L, 4L);
        assertThat(given.rows("select * from silver.vendas")).containsExactly("3,v3");
        assertThatThrownBy(() -> lake.restore(new TableRef("silver.outra"), snapshot, NOW, false))
                .hasMessageStartingWith("vendas_snapshot_20261129_050000 is a snapshot of silver.vendas, not of silver.outra");
        assertThatThrownBy(() -> lake.restore(VENDAS, new RestorePoint(null, null, "vendas_snapshot"), NOW, false))
                .isInstanceOf(NotFoundException.class).hasMessageContaining("there is no snapshot vendas_snapshot");

        lake.drop(VENDAS);
        lake.restore(VENDAS, snapshot, NOW.plusSeconds(1), false);
        assertThat(given.rows("select * from silver.vendas")).containsExactly("3,v3");
        assertThat(given.versions("silver.vendas")).isEqualTo(1);
    }

    @Test
    void a_declared_window_keeps_log_and_files_as_long_and_is_set_with_the_write() throws Exception {
        String job = "sql: {query: SELECT 1 AS id, into: {table: silver.longa, timeTravel: %s}}";
        given.runJob(job.formatted("30d"));
        assertThat(windowOf("silver.longa")).containsExactly("interval 30 days", "interval 30 days");
        given.runJob(job.formatted("36h"));
        assertThat(windowOf("silver.longa")).containsExactly("interval 129600 seconds", "interval 129600 seconds");
        assertThat(given.versions("silver.longa")).as("no commit of its own").isEqualTo(2);

        lake.restore(new TableRef("silver.longa"), RestorePoint.ofVersion(0), NOW, false);
        assertThat(windowOf("silver.longa")).as("a restore keeps the window of today")
                .containsExactly("interval 129600 seconds", "interval 129600 seconds");

        JobResult changed = given.runJob(
                "sql: {query: SELECT 'x' AS nome, into: {table: silver.longa, timeTravel: 30d}}");
        assertThat(changed.notes()).anyMatch(note -> note.startsWith("the next write gives silver.longa its window"));
    }

    private List<String> windowOf(String table) {
        return Stream.of("delta.logRetentionDuration", "delta.deletedFileRetentionDuration")
                .map(key -> given.rows("show tblproperties " + table + " ('" + key + "')").get(0).split(",", 2)[1])
                .toList();
    }
}
