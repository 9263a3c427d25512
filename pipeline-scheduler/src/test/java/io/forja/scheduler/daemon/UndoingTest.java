package io.forja.scheduler.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.definition.TableRef;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.lake.UndoRequest;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import io.forja.scheduler.testing.Home;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a run is to be taken back. */
class UndoingTest {

    private static final Instant NIGHT = Instant.parse("2026-11-29T05:00:00Z");

    @TempDir
    Path folder;

    private static JobRecord job(String name, String type, JobStatus status, TableChange... tables) {
        return new JobRecord("p-1", name, type, 0, Set.of(), status, 1, NIGHT, NIGHT, null, null,
                new JobResult(RowCounts.NONE, List.of(tables), List.of()));
    }

    private static LiveRun run(JobRecord... jobs) {
        RunRecord run = new RunRecord("p-1", "p", NIGHT, 0, Trigger.MANUAL, Map.of(), "", "test:1:1", RunStatus.QUEUED,
                NIGHT, null, null, null).finished(RunStatus.FAILED, NIGHT, "x");
        return new LiveRun(run, List.of(jobs), Map.of());
    }

    private static UndoRequest undo(LiveRun run) {
        return Undoing.of(run, Optional.empty(), NIGHT);
    }

    @Test
    void a_table_that_two_jobs_wrote_goes_back_to_before_the_first() {
        assertThat(undo(run(
                job("a", "ingest", JobStatus.SUCCEEDED, new TableChange("bronze.t", 3L, 4)),
                job("b", "clean", JobStatus.SUCCEEDED, new TableChange("Bronze.T", 4L, 5),
                        new TableChange("silver.nova", null, 0)))).tables())
                .containsExactly(new UndoRequest.Written(new TableRef("bronze.t"), 3L),
                        new UndoRequest.Written(new TableRef("silver.nova"), null));
    }

    @Test
    void what_failed_and_what_was_copied_is_not_taken_back() {
        assertThat(undo(run(
                job("a", "ingest", JobStatus.FAILED, new TableChange("bronze.t", 3L, 4)),
                job("b", "snapshot", JobStatus.SUCCEEDED, new TableChange("t_snapshot_20261129_050000", null, 0))))
                .tables()).isEmpty();
    }

    @Test
    void a_run_that_dropped_what_it_had_not_made_cannot_be_undone() {
        Home home = new Home(folder).pipeline("p.yaml", "{pipeline: p, jobs: {a: {rows: {into: silver.t}}}}");
        Setup setup = home.setup(Clock.systemUTC());
        PipelineFolder pipelines = new PipelineFolder(Path.of(setup.config().pipelines()), setup.loader());
        pipelines.refresh();
        JobRecord drop = job("a", "drop", JobStatus.SUCCEEDED);

        assertThatThrownBy(() -> Undoing.of(run(drop), pipelines.find("p"), NIGHT))
                .hasMessageStartingWith("the run p-1 cannot be undone: its job a dropped silver.t");
        assertThat(Undoing.of(run(job("m", "sql", JobStatus.SUCCEEDED, new TableChange("silver.t", null, 0)), drop),
                pipelines.find("p"), NIGHT).tables()).as("made and dropped again").hasSize(1);
        setup.database().close();
    }
}
