package io.forja.scheduler.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.forja.core.definition.Moment;
import io.forja.core.definition.TableRef;
import io.forja.core.job.JobPreview;
import io.forja.core.job.RowChanges;
import io.forja.core.lake.Keepers;
import io.forja.core.lake.RestorePoint;
import io.forja.core.lake.Restored;
import io.forja.core.lake.UndoneTable;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.NotFoundException;
import io.forja.core.problem.Problem;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import io.forja.scheduler.api.Forja;
import io.forja.scheduler.api.PreviewedJob;
import io.forja.scheduler.api.RunRequest;
import io.forja.scheduler.config.StateFolder;
import io.forja.scheduler.testing.Home;
import io.forja.scheduler.testing.PaperLake;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a Forja does, in process and through the daemon alike. */
abstract class ForjaContract {

    @TempDir
    Path folder;

    private Home home;
    private Setup setup;
    private Forja forja;

    /** Opens a Forja over a home. */
    abstract Forja open(Setup setup);

    @BeforeEach
    void openForja() {
        home = new Home(folder)
                .pipeline("vendas.yaml", """
                        pipeline: vendas
                        schedule: {cron: "0 2 * * *", timezone: America/Sao_Paulo}
                        params:
                          linhas: {default: 10}
                        jobs:
                          bronze: {rows: {read: "${params.linhas}", into: bronze.vendas}}
                          prata:
                            needs: bronze
                            rows: {read: 10, rejected: 3, into: silver.vendas, version: 5}
                        """)
                .pipeline("previsto.yaml", """
                        pipeline: previsto
                        params:
                          linhas: {default: 10}
                        jobs:
                          base: {rows: {read: "${params.linhas}", into: bronze.base}}
                          nova: {rows: {into: bronze.nova, version: 0}}
                          de_novo: {needs: base, rows: {into: bronze.base, version: 0}}
                          demais: {rows: {read: 10, rejected: 9, into: bronze.demais}}
                          calado: {slow: {}}
                        """)
                .pipeline("lento.yaml", "{pipeline: lento, jobs: {a: {slow: {}}}}")
                .pipeline("falha.yaml", "{pipeline: falha, jobs: {a: {fail: {because: sem dados}}}}")
                .pipeline("meia.yaml", "{pipeline: meia, jobs: {a: {rows: {into: bronze.a}}, b: {needs: a, fail: {}}}}")
                .pipeline("quebrado.yaml", "{pipeline: quebrado, jobs: {a: {rosw: {}}}}");
        setup = home.setup(Clock.systemUTC());
        forja = open(setup);
    }

    @AfterEach
    void closeForja() {
        forja.close();
        setup.database().close();
    }

    @Test
    void a_run_is_in_the_ledger_when_start_returns_and_comes_to_its_end() {
        LiveRun started = forja.start(request("vendas"));
        assertThat(started.run().id()).startsWith("vendas-");
        assertThat(started.run().trigger()).isEqualTo(Trigger.MANUAL);
        assertThat(forja.runs(RunQuery.latest(10))).extracting(RunRecord::id).containsExactly(started.run().id());
        LiveRun ended = ended(started);
        assertThat(ended.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(ended.jobs()).extracting(JobRecord::job).containsExactly("bronze", "prata");
        JobRecord silver = ended.jobs().get(1);
        assertThat(silver.result().rows().rejected()).isEqualTo(3);
        assertThat(silver.result().tables().get(0).after()).isEqualTo(5);
        assertThat(silver.needs()).containsExactly("bronze");
        assertThat(ended).as("live, or from the ledger: the same")
                .isEqualTo(new LiveRun(ended.run(), ended.jobs(), Map.of()));
    }

    @Test
    void a_date_is_the_schedules_first_fire_of_that_day_in_its_zone() {
        LiveRun run = forja.start(new RunRequest("vendas", null, LocalDate.parse("2026-11-29"), Map.of()));
        assertThat(run.run().logicalTime()).isEqualTo(Instant.parse("2026-11-29T05:00:00Z"));
        assertThat(run.run().id()).isEqualTo("vendas-20261129T050000");
    }

    @Test
    void without_a_schedule_a_date_is_its_midnight() {
        LiveRun run = forja.start(new RunRequest("falha", null, LocalDate.parse("2026-11-29"), Map.of()));
        assertThat(run.run().logicalTime()).isEqualTo(Instant.parse("2026-11-29T00:00:00Z"));
    }

    @Test
    void a_date_that_ran_runs_again_under_the_next_number() {
        RunRequest request = new RunRequest("vendas", null, LocalDate.parse("2026-11-29"), Map.of());
        ended(forja.start(request));
        assertThat(forja.start(request).run().id()).isEqualTo("vendas-20261129T050000.2");
    }

    @Test
    void one_job_runs_alone_with_parameters() {
        LiveRun ended = ended(forja.start(new RunRequest("vendas", "bronze", null, Map.of("linhas", "77"))));
        assertThat(ended.jobs()).singleElement().extracting(job -> job.result().rows().read()).isEqualTo(77L);
        assertThat(ended.run().params()).containsExactly(Map.entry("linhas", "77"));
    }

    @Test
    void a_preview_tells_what_each_job_would_do_and_begins_no_run() {
        List<PreviewedJob> jobs = forja.preview(new RunRequest("previsto", null, LocalDate.parse("2026-11-29"),
                Map.of("linhas", "77")));

        assertThat(jobs).containsExactlyInAnyOrder(
                new PreviewedJob("base", new JobPreview("bronze.base", new RowChanges(77, 0, 0),
                        List.of("on 2026-11-29T00:00:00Z")), null),
                new PreviewedJob("nova", null, "there is no table bronze.nova"),
                new PreviewedJob("de_novo", new JobPreview("bronze.base", null,
                        List.of("the job base makes its tables first")), null),
                new PreviewedJob("demais", null, "too many rows of demais would be rejected; mend them"));
        assertThat(forja.runs(RunQuery.latest(10))).isEmpty();
        notFound(() -> forja.preview(request("previst")), "there is no pipeline \"previst\"", "did you mean \"previsto\"?");
    }

    @Test
    void a_failed_run_says_why() {
        LiveRun ended = ended(forja.start(request("falha")));
        assertThat(ended.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(ended.run().error()).isEqualTo("a: sem dados; mend it");
        assertThat(forja.runs(new RunQuery("falha", RunStatus.FAILED, 5))).containsExactly(ended.run());
        assertThat(forja.runs(new RunQuery("falha", RunStatus.SUCCEEDED, 5))).isEmpty();
    }

    @Test
    void a_running_run_tells_its_progress_and_is_cancelled_within_seconds() {
        LiveRun started = forja.start(request("lento"));
        await().until(() -> forja.run(started.run().id()).progress().containsKey("a"));
        await().untilAsserted(() -> assertThat(forja.run(started.run().id()).progress().get("a"))
                .isEqualTo(new LiveRun.Progress("taking time", 1, 2)));
        forja.cancel(started.run().id());
        LiveRun ended = ended(started);
        assertThat(ended.run().status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(ended.run().error()).isEqualTo("cancelled on request");
        assertThat(ended.jobs().get(0).status()).isEqualTo(JobStatus.CANCELLED);
    }

    @Test
    void cancelling_what_has_ended_changes_nothing() {
        LiveRun ended = ended(forja.start(request("vendas")));
        assertThat(forja.cancel(ended.run().id())).isEqualTo(ended);
    }

    @Test
    void the_log_of_a_run_is_read_from_a_line_on() throws Exception {
        LiveRun ended = ended(forja.start(request("vendas")));
        assertThat(forja.logs(ended.run().id(), 0)).isEmpty();
        StateFolder state = setup.config().state().files();
        Files.createDirectories(state.logs());
        Files.writeString(state.log(ended.run().id()), "um\ndois\nação\n");
        assertThat(forja.logs(ended.run().id(), 0)).containsExactly("um", "dois", "ação");
        assertThat(forja.logs(ended.run().id(), 2)).containsExactly("ação");
        assertThat(forja.logs(ended.run().id(), 9)).isEmpty();
    }

    @Test
    void what_does_not_exist_is_not_found_and_the_nearest_name_is_told() {
        notFound(() -> forja.start(request("venda")), "there is no pipeline \"venda\"", "did you mean \"vendas\"?");
        notFound(() -> forja.start(new RunRequest("vendas", "bronce", null, Map.of())),
                "the pipeline vendas has no job \"bronce\"", "did you mean \"bronze\"?");
        notFound(() -> forja.run("vendas-1"), "there is no run \"vendas-1\"", "");
        notFound(() -> forja.run("a/../b c?d#e"), "there is no run \"a/../b c?d#e\"", "");
        notFound(() -> forja.cancel("vendas-1"), "there is no run \"vendas-1\"", "");
        notFound(() -> forja.logs("../../etc/passwd", 0), "there is no run \"../../etc/passwd\"", "");
        notFound(() -> forja.table("silver.nada"), "there is no table silver.nada", "");
        notFound(() -> forja.history("silver.nada", 10), "there is no table silver.nada", "");
    }

    private static void notFound(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String what, String remedy) {
        assertThatThrownBy(call).isInstanceOfSatisfying(NotFoundException.class, e -> {
            assertThat(e.what()).startsWith(what);
            assertThat(e.remedy()).contains(remedy);
        });
    }

    @Test
    void a_wrong_definition_and_a_wrong_parameter_are_told_with_their_places() {
        Problem wrong = problem(() -> forja.start(request("quebrado")));
        assertThat(wrong.toString()).startsWith(home.path("quebrado.yaml") + ":1:33 jobs.a.rosw: unknown key")
                .endsWith("did you mean \"rows\"?");
        assertThat(problem(() -> forja.start(new RunRequest("vendas", null, null, Map.of("linha", "1")))).what())
                .isEqualTo("the pipeline vendas has no parameter \"linha\"");
        assertThat(problem(() -> forja.start(new RunRequest("vendas", null, null, Map.of("linhas", "x")))).what())
                .isEqualTo("\"x\" is not a whole number");
        assertThat(problem(() -> forja.table("x y")).what()).isEqualTo("\"x y\" is no table");
    }

    private static Problem problem(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        Throwable thrown = org.assertj.core.api.Assertions.catchThrowable(call);
        assertThat(thrown).isInstanceOf(InvalidDefinitionException.class);
        assertThat(((InvalidDefinitionException) thrown).problems()).hasSize(1);
        return ((InvalidDefinitionException) thrown).problems().get(0);
    }

    @Test
    void rows_come_as_they_are() {
        assertThat(forja.sql("SELECT *", 10)).isEqualTo(new PaperLake().sql("SELECT *", 10));
        assertThat(forja.sql("SELECT *", 1).truncated()).isTrue();
        assertThatThrownBy(() -> forja.sql("DROP", 1)).isInstanceOfSatisfying(ForjaException.class, e -> {
            assertThat(e).isNotInstanceOf(NotFoundException.class)
                    .hasMessage("the statement \"DROP\" is no SQL; begin with SELECT");
            assertThat(e.retryable()).isFalse();
        });
    }

    @Test
    void tables_histories_and_snapshots_come_as_they_are() {
        assertThat(forja.tables()).containsExactly(PaperLake.BROKEN,
                PaperLake.VENDAS.writtenBy(List.of("vendas/prata")));
        assertThat(forja.table("silver.vendas")).isEqualTo(PaperLake.VENDAS.writtenBy(List.of("vendas/prata")));
        assertThat(forja.table("s3a://bronze/x")).isEqualTo(PaperLake.BROKEN);
        assertThat(forja.history("silver.vendas", 10)).isEqualTo(PaperLake.HISTORY);
        assertThat(forja.history("silver.vendas", 1)).hasSize(1);
        assertThat(forja.snapshots(null)).containsExactly(PaperLake.NEW, PaperLake.OLD);
        assertThat(forja.snapshots("silver.vendas")).hasSize(2);
        assertThat(forja.snapshots("silver.outra")).isEmpty();
        assertThat(forja.expireSnapshots(null, Duration.ofDays(20_000), Keepers.newest(0), true)).isEmpty();
        assertThat(forja.expireSnapshots("silver.vendas", Duration.ZERO, Keepers.newest(1), true))
                .extracting(io.forja.core.lake.SnapshotInfo::reason).containsOnly("would go");
    }

    @Test
    void tables_are_dropped_registered_and_restored() {
        assertThat(forja.drop("silver.vendas")).isEqualTo(PaperLake.VENDAS);
        assertThat(forja.register("silver.vendas", PaperLake.VENDAS.location()).writers()).containsExactly("vendas/prata");
        assertThat(forja.registerAll()).isEmpty();
        assertThat(forja.restore("silver.vendas", RestorePoint.ofVersion(3), true))
                .isEqualTo(new PaperLake().restore(new TableRef("silver.vendas"), RestorePoint.ofVersion(3),
                        PaperLake.THEN, true));
        assertThat(forja.restore("silver.vendas", new RestorePoint(null, Moment.parse("2026-11-29"), null), false))
                .extracting(Restored::source, Restored::after).containsExactly("the version of 2026-11-29", 8L);
        notFound(() -> forja.drop("silver.nada"), "there is no table silver.nada", "");
        notFound(() -> forja.restore("silver.nada", RestorePoint.ofVersion(3), false), "there is no table silver.nada",
                "");
        assertThatThrownBy(() -> forja.register("silver.vendas", "/nada")).isInstanceOf(ForjaException.class)
                .hasMessage("there is no Delta table at /nada; write another path");
    }

    @Test
    void a_run_is_undone_by_what_the_ledger_says_that_it_wrote() {
        String run = ended(forja.start(request("vendas"))).run().id();
        UndoneTable bronze = new UndoneTable("bronze.vendas", UndoneTable.Action.RESTORED, 0L, null);
        assertThat(forja.undo(run, true)).containsExactly(bronze,
                new UndoneTable("silver.vendas", UndoneTable.Action.RESTORED, 4L, null));
        assertThat(forja.undo(run, false)).extracting(UndoneTable::after).containsExactly(9L, 9L);
        assertThat(forja.undo(ended(forja.start(request("falha"))).run().id(), false)).isEmpty();
        notFound(() -> forja.undo("vendas-1", true), "there is no run \"vendas-1\"", "");
    }

    @Test
    void a_run_goes_on_with_one_that_failed_and_leaves_out_what_had_succeeded() throws Exception {
        Path broken = Files.createFile(folder.resolve("quebrado"));
        home.pipeline("retomada.yaml", """
                pipeline: retomada
                params:
                  linhas: {default: 10}
                jobs:
                  base: {rows: {read: "${params.linhas}", into: bronze.base}}
                  meio: {needs: base, fail: {until: "%s"}}
                  fim: {needs: meio, rows: {read: 5, into: bronze.fim}}
                """.formatted(broken));
        RunRecord failed = ended(eventuallyStarted(new RunRequest("retomada", null, null, Map.of("linhas", "77")))).run();
        LiveRun again = ended(forja.retry(failed.id()));
        assertThat(again.run().status()).as("it is broken still").isEqualTo(RunStatus.FAILED);
        refused(() -> forja.retry(failed.id()), "the run " + again.run().id() + " came after " + failed.id()
                + " for the same time; go on with that one: \"forja runs retry " + again.run().id() + "\"");

        Files.delete(broken);
        LiveRun ended = ended(forja.retry(again.run().id()));
        assertThat(ended.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(ended.run()).extracting(RunRecord::id, RunRecord::resumes, RunRecord::logicalTime, RunRecord::params)
                .containsExactly(failed.id() + ".3", failed.id(), failed.logicalTime(), Map.of("linhas", "77"));
        JobRecord base = ended.jobs().get(0);
        assertThat(base.attempt()).isZero();
        assertThat(base.result().rows().read()).isEqualTo(77);
        assertThat(base.result().notes()).containsExactly("not run again, it had succeeded in " + failed.id());
        assertThat(ended.jobs()).extracting(JobRecord::attempt).containsExactly(0, 1, 1);
        refused(() -> forja.retry(again.run().id()), "the run " + ended.run().id() + " came after " + again.run().id()
                + " for the same time; nothing is left to do, for that one succeeded");
        refused(() -> forja.retry(ended.run().id()), "the run " + ended.run().id() + " succeeded, and nothing of it is left"
                + " to do; run the pipeline anew with \"forja run retomada\"");
        assertThat(forja.undo(failed.id(), true)).as("a run is undone with those that resume it")
                .extracting(UndoneTable::table).containsExactly("bronze.base", "bronze.fim");
        notFound(() -> forja.retry("vendas-1"), "there is no run \"vendas-1\"", "");
    }

    @Test
    void a_run_is_not_gone_on_with_while_it_goes_on_nor_once_it_is_undone() {
        LiveRun running = forja.start(request("lento"));
        refused(() -> forja.retry(running.run().id()), "the run " + running.run().id() + " is going on; wait until it has"
                + " ended, or end it with \"forja runs cancel " + running.run().id() + "\"");
        forja.cancel(running.run().id());
        ended(running);

        RunRecord failed = ended(forja.start(request("meia"))).run();
        forja.undo(failed.id(), false);
        refused(() -> forja.retry(failed.id()), "the run " + failed.id() + " was undone, and what its jobs did is no longer"
                + " there; run the pipeline anew with \"forja run meia\"");
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(ForjaException.class).hasMessage(message);
    }

    /** A pipeline that was just written is known after a moment. */
    private LiveRun eventuallyStarted(RunRequest request) {
        return await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> forja.start(request), run -> true);
    }

    @Test
    void nothing_is_done_to_a_table_while_a_run_is_to_write_it() {
        home.pipeline("longo.yaml", """
                pipeline: longo
                jobs:
                  espera: {slow: {}}
                  prata: {needs: espera, rows: {read: 1, into: silver.vendas}}
                """);
        LiveRun started = eventuallyStarted(request("longo"));
        await().until(() -> forja.run(started.run().id()).run().status() == RunStatus.RUNNING);
        assertThatThrownBy(() -> forja.drop("silver.vendas")).isInstanceOf(ForjaException.class).hasMessage("the run "
                + started.run().id() + " is going on, and its job prata writes silver.vendas; wait until it has ended, or"
                + " end it with \"forja runs cancel " + started.run().id() + "\"");
        assertThat(forja.restore("silver.vendas", RestorePoint.ofVersion(3), true).after()).isNull();
        assertThatThrownBy(() -> forja.undo(started.run().id(), false)).hasMessageContaining("is going on; wait until");
        forja.cancel(started.run().id());
        ended(started);
        assertThat(forja.drop("silver.vendas")).isEqualTo(PaperLake.VENDAS);
    }

    @Test
    void many_start_runs_of_one_date_at_once_and_each_gets_its_own() {
        RunRequest request = new RunRequest("vendas", null, LocalDate.parse("2026-11-30"), Map.of());
        List<String> ids = java.util.stream.IntStream.range(0, 8).parallel()
                .mapToObj(i -> forja.start(request).run().id()).toList();
        assertThat(ids).hasSize(8).doesNotHaveDuplicates();
    }

    @Test
    void of_many_who_go_on_with_one_run_at_once_one_does() {
        String failed = ended(forja.start(request("falha"))).run().id();
        List<String> begun = java.util.stream.IntStream.range(0, 8).parallel().mapToObj(i -> {
            try {
                return List.of(forja.retry(failed).run().id());
            } catch (ForjaException e) {
                assertThat(e).hasMessageStartingWith("the run " + failed + ".2 came after " + failed);
                return List.<String>of();
            }
        }).flatMap(List::stream).toList();
        assertThat(begun).containsExactly(failed + ".2");
    }

    private LiveRun ended(LiveRun run) {
        return await().atMost(Duration.ofSeconds(20))
                .until(() -> forja.run(run.run().id()), live -> live.run().status().isTerminal()
                        && live.progress().isEmpty());
    }

    private static RunRequest request(String pipeline) {
        return new RunRequest(pipeline, (@Nullable String) null, null, Map.of());
    }
}
