package io.forja.jobs.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.tables.DeltaTable;
import io.forja.core.definition.TableRef;
import io.forja.core.job.Cancellation;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobProgress;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.PreparedLake;
import io.forja.jobs.TestLake;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens in the moment before a command's commit: a stop, another writer. */
@Tag("spark")
class TableEditTest {

    private static final PreparedLake COUNTER = PreparedLake.of(lake ->
            lake.runJob("sql: {query: \"SELECT 1 AS id, 100 AS n\", into: {table: bronze.contador, path: lake/contador}}"));

    private TestLake lake;
    private final Cancellation cancellation = new Cancellation();
    private List<String> before;
    private int tries;

    @BeforeEach
    void aCounter(@TempDir Path folder) throws Exception {
        lake = COUNTER.copyTo(folder);
        before = lake.listing();
    }

    /** Raises the counter once; just before its commit something else happens. */
    private JobResult raise(Runnable justBeforeTheCommit) throws Exception {
        return edit(new TableEdit.Command() {
            @Override
            public void run(DeltaTable table) {
                tries++;
                table.update(Map.of("n", functions.expr("n + 1")));
            }

            @Override
            public TableEdit.Outcome outcome(Map<String, String> metrics, Supplier<Dataset<Row>> found) {
                justBeforeTheCommit.run();
                return new TableEdit.Outcome(new RowChanges(0, 1, 0), RowCounts.copied(1));
            }
        });
    }

    private JobResult edit(TableEdit.Command command) throws Exception {
        JobContext context = new JobContext("r1", "p", "j", Instant.EPOCH, 1, Clock.systemUTC(), cancellation,
                JobProgress.NONE);
        try (JobSession session = JobSession.open(lake.lakehouse().sessions(), context)) {
            return new TableEdit(lake.lakehouse(), session, context, new TableRef("bronze.contador")).run(command);
        }
    }

    /** Raises the counter to one more than what it looked at; another writer comes after the first look. */
    private final class OneMore implements TableEdit.Derived {

        private int seen;

        @Override
        public void look(Dataset<Row> table) {
            seen = table.first().getInt(1);
            if (++tries == 1) {
                outsiderRuns("UPDATE CONTADOR SET n = n * 2");
            }
        }

        @Override
        public void run(DeltaTable table) {
            table.update(Map.of("n", functions.lit(seen + 1)));
        }

        @Override
        public TableEdit.Outcome outcome(Map<String, String> metrics, Supplier<Dataset<Row>> found) {
            return new TableEdit.Outcome(new RowChanges(0, 1, 0), RowCounts.copied(1));
        }
    }

    /** A writer who knows nothing of Forja. */
    private void outsiderRuns(String sql) {
        CompletableFuture.runAsync(() -> TestLake.session().newSession()
                .sql(sql.replace("CONTADOR", "delta.`" + lake.path("lake/contador") + "`"))).join();
    }

    private List<String> rows() {
        return lake.rows("select * from bronze.contador");
    }

    @Test
    void a_command_made_of_what_the_table_has_looks_again_where_another_writer_came_after_its_look() throws Exception {
        edit(new OneMore());

        assertThat(rows()).containsExactly("1,201");
        assertThat(tries).isEqualTo(2);
    }

    @Test
    void a_stop_in_the_last_moment_leaves_the_table_and_its_folder_as_they_were() {
        assertThatThrownBy(() -> raise(() -> cancellation.cancel("its timeout is over")))
                .hasMessage("the job was stopped: its timeout is over");

        assertThat(lake.listing()).isEqualTo(before);
        assertThat(rows()).containsExactly("1,100");
    }

    @Test
    void another_writer_who_was_first_is_not_overwritten_and_the_job_begins_again() throws Exception {
        JobResult result = raise(() -> {
            if (tries == 1) {
                outsiderRuns("UPDATE CONTADOR SET n = n * 2");
            }
        });

        assertThat(rows()).containsExactly("1,201");
        assertThat(tries).isEqualTo(2);
        assertThat(result.tables().get(0).after()).isEqualTo(2);
        assertThat(lake.listing()).as("the refused try left no file").filteredOn(path -> path.contains("/forja-"))
                .hasSize(2);
    }

    @Test
    void a_table_whose_columns_changed_meanwhile_is_looked_at_anew() throws Exception {
        raise(() -> {
            if (tries == 1) {
                outsiderRuns("ALTER TABLE CONTADOR ADD COLUMNS (novo string)");
            }
        });

        assertThat(rows()).containsExactly("1,101,null");
    }

    @Test
    void writers_who_are_always_first_are_named_and_a_later_attempt_may_succeed() {
        assertThatThrownBy(() -> raise(() -> outsiderRuns("UPDATE CONTADOR SET n = n * 2")))
                .isInstanceOfSatisfying(ForjaException.class, told -> assertThat(told.retryable()).isTrue())
                .hasMessageMatching("another writer changed bronze.contador each of the 5 times that the job was about to"
                        + " commit \\(concurrent .*\\); let the job run while nobody else writes the table");
        assertThat(rows()).containsExactly("1,3200");
    }

    @Test
    void the_commit_names_its_run_and_what_became_of_the_rows() throws Exception {
        raise(() -> {});

        Row commit = DeltaTable.forPath(lake.spark(), lake.path("lake/contador").toString()).history(1)
                .select("operation", "userMetadata").head();
        assertThat(commit.getString(0)).isEqualTo("UPDATE");
        assertThat(CommitInfo.parse(commit.getString(1))).hasValueSatisfying(info -> {
            assertThat(info.run()).isEqualTo("r1");
            assertThat(info.changes()).isEqualTo(new RowChanges(0, 1, 0));
        });
    }
}
