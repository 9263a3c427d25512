package io.forja.jobs.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.forja.core.definition.TableRef;
import io.forja.core.lake.RestorePoint;
import io.forja.core.lake.TableVersion;
import io.forja.core.problem.ForjaException;
import io.forja.core.testing.S3Server;
import io.forja.jobs.TestLake;
import io.forja.jobs.lake.SparkLake;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.apache.spark.sql.delta.DeltaLog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Old versions of a table in a bucket: only what can be read is offered, and what was promised stays. */
@Tag("spark")
class S3TimeTravelTest {

    private static final S3Server SERVER = S3Server.shared();
    private static final TableRef VENDAS = new TableRef("silver.vendas");

    @TempDir
    Path folder;

    private static void write(TestLake lake, String id) throws Exception {
        lake.runJob("sql: {query: SELECT %s AS id, into: {table: silver.vendas, timeTravel: 30d}}".formatted(id));
    }

    @Test
    void a_version_whose_log_or_files_are_gone_is_not_offered() throws Exception {
        TestLake lake = TestLake.inBucket(SERVER, "gone", folder);
        for (String id : new String[] {"0", "1", "2", "3"}) {
            write(lake, id);
        }
        SparkLake tables = new SparkLake(lake.lakehouse());
        Path table = SERVER.folder("gone").resolve("warehouse/silver/vendas");
        String commit = Files.readString(table.resolve("_delta_log/%020d.json".formatted(2)));
        Files.delete(table.resolve(commit.replaceAll("(?s).*\"add\":\\{\"path\":\"([^\"]+)\".*", "$1")));
        DeltaLog.forTable(lake.spark(), "s3a://gone/warehouse/silver/vendas").checkpoint();
        Files.delete(table.resolve("_delta_log/%020d.json".formatted(0)));
        DeltaLog.clearCache();

        assertThat(tables.history(VENDAS, 10)).extracting(TableVersion::version, TableVersion::problem).containsExactly(
                tuple(3L, null),
                tuple(2L, "its log is gone: neither the commits before it nor a checkpoint are there"),
                tuple(1L, "its log is gone: neither the commits before it nor a checkpoint are there"));
        write(lake, "4");
        Files.delete(table.resolve(Files.readString(table.resolve("_delta_log/%020d.json".formatted(3)))
                .replaceAll("(?s).*\"add\":\\{\"path\":\"([^\"]+)\".*", "$1")));
        assertThatThrownBy(() -> tables.restore(VENDAS, RestorePoint.ofVersion(3), Instant.EPOCH, false))
                .isInstanceOf(ForjaException.class).hasMessage("version 3 of silver.vendas can no longer be read: 1 of its"
                        + " files is gone, removed by VACUUM or by hand; the versions that can be read are 4");
        assertThat(lake.rows("select id from silver.vendas")).containsExactly("4");
    }

    @Test
    void thirty_days_of_time_travel_are_kept_by_log_and_files_and_no_longer() throws Exception {
        TestLake lake = TestLake.inBucket(SERVER, "window", folder);
        write(lake, "0");
        write(lake, "1");
        for (String key : new String[] {"delta.logRetentionDuration", "delta.deletedFileRetentionDuration"}) {
            assertThat(lake.rows("show tblproperties silver.vendas ('" + key + "')")).containsExactly(key + ",interval 30 days");
        }

        maintain(lake, Duration.ofDays(29));
        assertThat(lake.rows("select id from silver.vendas version as of 0")).containsExactly("0");
        maintain(lake, Duration.ofDays(31));
        assertThat(new SparkLake(lake.lakehouse()).history(VENDAS, 10))
                .extracting(TableVersion::version, TableVersion::problem).containsExactly(
                        tuple(1L, null), tuple(0L, "1 of its files is gone, removed by VACUUM or by hand"));
    }

    private static void maintain(TestLake lake, Duration later) throws Exception {
        lake.at(Clock.fixed(Instant.now().plus(later), ZoneOffset.UTC))
                .runJob("maintain: {tables: silver.vendas, optimize: false}");
    }
}
