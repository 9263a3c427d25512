package io.forja.jobs.maintain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.JobResult;
import io.forja.core.job.TableChange;
import io.forja.jobs.PreparedLake;
import io.forja.jobs.TestLake;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class MaintainTest {

    private static final PreparedLake SMALL_FILES = PreparedLake.of(lake -> {
        write(lake, 0);
        write(lake, 1);
    });

    @TempDir
    Path folder;

    private TestLake lake;

    /** Four small files in version 0, all of them replaced in version 1. */
    @BeforeEach
    void given_a_table_of_small_files() throws Exception {
        lake = SMALL_FILES.copyTo(folder);
    }

    private static void write(TestLake lake, int plus) throws Exception {
        lake.runJob("sql: {query: \"SELECT id + " + plus + " AS id, id % 3 AS loja FROM range(0, 40, 1, 4)\","
                + " into: {table: silver.v}}");
    }

    @Test
    void small_files_are_joined_in_a_version_of_the_same_rows_that_names_its_run() throws Exception {
        JobResult joined = lake.runJob("maintain: {tables: silver.v, vacuum: false, zOrderBy: [loja, id]}");

        assertThat(joined.tables()).containsExactly(new TableChange("silver.v", 1L, 2L));
        assertThat(joined.notes()).containsExactly("silver.v: 4 files became 1");
        assertThat(lake.rows("select count(*), sum(id) from silver.v")).containsExactly("40,820");
        assertThat(lake.query("describe history silver.v").select("operation", "userMetadata").head().mkString(" "))
                .startsWith("OPTIMIZE {\"run\":\"run-");

        JobResult again = lake.runJob("maintain: {tables: silver.v, vacuum: false}");
        assertThat(again.tables()).isEmpty();
        assertThat(again.notes()).containsExactly("silver.v: no small files to join");
    }

    @Test
    void files_that_no_version_of_the_last_week_needs_are_removed_and_no_others() throws Exception {
        JobResult early = lake.at(after(Duration.ofDays(6))).runJob("maintain: {tables: silver.v, optimize: false}");
        assertThat(early.notes()).containsExactly(
                "silver.v: 0 files, 0 B, removed, needed by no version of the last 7d");

        JobResult told = lake.at(after(Duration.ofDays(8)))
                .runJob("maintain: {tables: silver.v, optimize: false, dryRun: true}");
        assertThat(told.notes()).hasSize(5);
        assertThat(told.notes().get(0)).startsWith("would remove " + folder)
                .endsWith(" bytes, needed by no version of the last 7d");
        assertThat(dataFiles()).isEqualTo(8);

        JobResult removed = lake.at(after(Duration.ofDays(8))).runJob("maintain: {tables: silver.v, optimize: false}");
        assertThat(removed.notes()).singleElement().asString().startsWith("silver.v: 4 files, ")
                .endsWith(", removed, needed by no version of the last 7d");
        assertThat(dataFiles()).isEqualTo(4);
        assertThat(lake.rows("select count(*), sum(id) from silver.v")).containsExactly("40,820");
    }

    @Test
    void a_time_travel_that_the_table_promises_is_kept() throws Exception {
        lake.query("alter table silver.v set tblproperties ('delta.deletedFileRetentionDuration' = 'interval 30 days')");

        assertThatThrownBy(() -> lake.runJob("maintain: {tables: silver.v, optimize: false, retain: 7d}"))
                .hasMessage("retain: the table silver.v promises to keep old files for 30d, which is more than 7d; write"
                        + " that or more, or remove \"retain\"");
        lake.at(after(Duration.ofDays(8))).runJob("maintain: {tables: silver.v, optimize: false}");
        assertThat(lake.rows("select sum(id) from silver.v version as of 0")).containsExactly("780");
    }

    @Test
    void a_column_to_order_by_that_is_not_there_is_told_before_anything_is_done() {
        assertThatThrownBy(() -> lake.runJob("maintain: {tables: silver.v, zOrderBy: lojas}"))
                .hasMessage("zOrderBy: silver.v has no column \"lojas\"; did you mean \"loja\"?");
        assertThat(lake.versions("silver.v")).isEqualTo(2);
    }

    private static Clock after(Duration since) {
        return Clock.fixed(Instant.now().plus(since), ZoneOffset.UTC);
    }

    private long dataFiles() {
        return lake.listing().stream().filter(path -> path.endsWith(".parquet")).count();
    }
}
