package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.lake.CatalogueStore;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.problem.ForjaException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that is run again for the same run does what was not done yet, and nothing twice. */
@Tag("spark")
class EffectivelyOnceTest {

    private static final String JOB = """
            clean:
              from: {csv: data/vendas.csv}
              steps:
                - cast: {valor: "decimal(9,2)"}
              rejects: silver.rejeitados
              into: {table: silver.vendas, mode: append}
            """;
    private static final RowCounts ROWS = new RowCounts(3, 2, 1, 0, 0);

    @TempDir
    Path folder;

    private TestLake lake;
    /** Called with each table that gets its name; what it throws is the death of the process there. */
    private Consumer<String> onRegistration = table -> {};

    @BeforeEach
    void lake() {
        InMemoryCatalogueStore store = new InMemoryCatalogueStore();
        lake = TestLake.in(folder, (CatalogueStore) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] {CatalogueStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("put") && arguments[0] instanceof TableEntry entry) {
                        onRegistration.accept(entry.table().text());
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
        lake.file("data/vendas.csv", "id,valor", "1,10", "2,abc", "3,30");
    }

    private void dieAfterTheCommitOf(String table) {
        onRegistration = registered -> {
            if (registered.equals(table)) {
                throw new IllegalStateException("killed");
            }
        };
    }

    @Test
    void an_attempt_after_the_commit_adds_no_version_and_accounts_for_the_same_rows() throws Exception {
        JobResult first = lake.runJob("r1", 1, JOB);
        List<String> after = lake.listing();

        JobResult second = lake.runJob("r1", 2, JOB);

        assertThat(first.rows()).isEqualTo(ROWS);
        assertThat(second.rows()).isEqualTo(ROWS);
        assertThat(second.tables()).containsExactly(first.tables().get(0));
        assertThat(second.notes()).containsExactly("an earlier attempt had committed silver.vendas already");
        assertThat(lake.listing()).isEqualTo(after);
    }

    @Test
    void another_run_does_it_again() throws Exception {
        lake.runJob("r1", 1, JOB);
        lake.runJob("r2", 1, JOB);

        assertThat(lake.rows("select count(*) from silver.vendas")).containsExactly("4");
        assertThat(lake.rows("select run_id, count(*) from silver.rejeitados group by 1 order by 1"))
                .containsExactly("r1,1", "r2,1");
    }

    @Test
    void a_death_between_the_rejects_and_the_table_doubles_neither() throws Exception {
        dieAfterTheCommitOf("silver.rejeitados");
        assertThatThrownBy(() -> lake.runJob("r1", 1, JOB)).hasMessage("killed");
        assertThat(lake.versions("silver.vendas")).isZero();

        onRegistration = table -> {};
        JobResult second = lake.runJob("r1", 2, JOB);

        assertThat(second.rows()).isEqualTo(ROWS);
        assertThat(lake.rows("select id, valor from silver.vendas order by id")).containsExactly("1,10.00", "3,30.00");
        assertThat(lake.rows("select source_row, value from silver.rejeitados")).containsExactly("2,abc");
        assertThat(lake.versions("silver.rejeitados")).isEqualTo(1);
    }

    @Test
    void a_death_after_the_commit_keeps_its_files_and_the_next_attempt_gives_the_table_its_name() throws Exception {
        dieAfterTheCommitOf("silver.vendas");
        assertThatThrownBy(() -> lake.runJob("r1", 1, JOB)).hasMessage("killed");

        onRegistration = table -> {};
        JobResult second = lake.runJob("r1", 2, JOB);

        assertThat(second.rows()).isEqualTo(ROWS);
        assertThat(lake.versions("silver.vendas")).isEqualTo(1);
        assertThat(lake.rows("select count(*) from silver.vendas")).containsExactly("2");
        assertThat(lake.store().tables()).extracting(entry -> entry.table().text())
                .containsExactly("silver.rejeitados", "silver.vendas");
    }

    @Test
    void a_commit_that_another_writer_refuses_leaves_no_file_and_is_made_by_the_next_attempt() throws Exception {
        lake.runJob("r0", 1, JOB);
        Path table = lake.path("lake/warehouse/silver/vendas");
        onRegistration = registered -> {
            if (registered.equals("silver.rejeitados2")) {
                TestLake.session().sql("alter table delta.`" + table + "` add columns (extra string)");
            }
        };
        String job = JOB.replace("rejeitados", "rejeitados2");
        List<String> before = lake.listing();

        assertThatThrownBy(() -> lake.runJob("r1", 1, job)).isInstanceOf(ForjaException.class)
                .hasMessageNotContaining("\n")
                .satisfies(refused -> assertThat(((ForjaException) refused).retryable()).isTrue());

        assertThat(lake.listing()).filteredOn(path -> path.contains("silver/vendas/forja-"))
                .isEqualTo(before.stream().filter(path -> path.contains("silver/vendas/forja-")).toList());
        JobResult second = lake.runJob("r1", 2, job.replace("append", "overwrite"));
        assertThat(second.rows()).isEqualTo(ROWS);
        assertThat(lake.versions("silver.rejeitados2")).isEqualTo(1);
    }

    @Test
    void the_next_attempt_takes_away_what_a_killed_one_left() throws Exception {
        lake.runJob("r0", 1, JOB);
        String own = "forja-" + UUID.nameUUIDFromBytes("forja/r1/j".getBytes(StandardCharsets.UTF_8)) + "-1-part-0.parquet";
        String other = "forja-" + UUID.nameUUIDFromBytes("forja/r2/j".getBytes(StandardCharsets.UTF_8)) + "-1-part-0.parquet";
        Path table = lake.path("lake/warehouse/silver/vendas");
        Files.writeString(table.resolve(own), "half a file");
        Files.writeString(table.resolve(other), "another job's");

        lake.runJob("r1", 2, JOB);

        assertThat(table.resolve(own)).doesNotExist();
        assertThat(table.resolve(other)).exists();
        assertThat(lake.rows("select count(*) from silver.vendas")).containsExactly("4");
    }
}
