package io.forja.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.job.JobPreview;
import io.forja.core.job.RowChanges;
import io.forja.core.problem.Problem;
import io.forja.core.problem.SourceLocation;
import io.forja.scheduler.api.PreviewedJob;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code validate}, {@code plan} and {@code next}: what needs the files alone. */
class DefinitionCommandsTest extends CommandLineTest {

    @BeforeEach
    void vendas() throws IOException {
        write("pipelines/vendas.yaml", """
                pipeline: vendas
                description: Vendas, do CSV à tabela fato
                schedule: {cron: "0 2 * * *", timezone: America/Sao_Paulo}
                defaults: {timeout: 30m, retry: {attempts: 3}}
                jobs:
                  fato:
                    needs: bronze
                    copy: {from: bronze.vendas, to: silver.fato_vendas}
                  bronze:
                    timeout: 90s
                    copy: {from: raw.vendas, to: bronze.vendas}
                """);
    }

    private void broken() throws IOException {
        write("pipelines/broken.yaml", """
                pipeline: broken
                jobs:
                  a:
                    copi: {from: a.b, to: c.d}
                  b:
                    needs: c
                    copy: {from: a.b, to: c.d}
                """);
    }

    private String inFolder(String text) {
        return text.replace("FOLDER", folder.toString());
    }

    @Test
    void sound_pipelines_are_counted() {
        Ended ended = run("validate");
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).isEqualTo(inFolder("FOLDER/pipelines: 1 pipeline with 2 jobs, no problems\n"));
        assertThat(ended.err()).isEmpty();
    }

    @Test
    void every_problem_is_a_line_and_then_they_are_counted() throws IOException {
        broken();
        write("pipelines/circle.yaml", """
                pipeline: circle
                jobs:
                  a: {needs: b, copy: {from: a.b, to: c.d}}
                  b: {needs: a, copy: {from: a.b, to: c.e}}
                """);
        Ended ended = run("validate");
        assertThat(ended.code()).isEqualTo(ExitCode.INVALID);
        assertThat(ended.out()).startsWith(inFolder("FOLDER/pipelines/broken.yaml:4:5 jobs.a"))
                .contains("did you mean \"copy\"?")
                .contains(inFolder("FOLDER/pipelines/circle.yaml:3:14 jobs.a.needs: the jobs need each other in a"
                        + " circle: a -> b -> a; remove one of these needs\n"))
                .endsWith(inFolder("FOLDER/pipelines: 3 problems; 1 pipeline with 2 jobs is sound\n"));
        assertThat(ended.out().lines()).hasSize(4);
    }

    @Test
    void problems_for_machines_know_their_places() throws IOException {
        write("pipelines/circle.yaml", """
                pipeline: circle
                jobs: {a: {needs: a, copy: {from: a.b, to: c.d}}}
                """);
        Ended ended = run("validate", "-o", "json");
        assertThat(ended.code()).isEqualTo(ExitCode.INVALID);
        assertThat(ended.out()).isEqualTo(inFolder("""
                {
                  "valid" : false,
                  "pipelines" : 1,
                  "jobs" : 2,
                  "problems" : [
                    {
                      "file" : "FOLDER/pipelines/circle.yaml",
                      "line" : 2,
                      "column" : 19,
                      "path" : "jobs.a.needs",
                      "problem" : "the job \\"a\\" needs itself",
                      "remedy" : "remove it"
                    }
                  ]
                }
                """));
    }

    @Test
    void what_is_wrong_with_the_settings_is_told_together_with_the_rest() throws IOException {
        broken();
        settingsProblems.add(new Problem(new SourceLocation("forja.yaml", 3, 5), "http.prt", "there is no such key",
                "did you mean \"port\"?"));
        Ended ended = run("validate");
        assertThat(ended.code()).isEqualTo(ExitCode.INVALID);
        assertThat(ended.out()).startsWith("forja.yaml:3:5 http.prt: there is no such key; did you mean \"port\"?\n")
                .contains("broken.yaml:4:5").contains(": 3 problems;");
    }

    @Test
    void another_folder_or_one_file_can_be_checked() throws IOException {
        broken();
        assertThat(run("validate", folder.resolve("pipelines/vendas.yaml").toString()).code()).isZero();
        Ended ended = run("validate", folder.resolve("nowhere").toString());
        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.err()).startsWith(inFolder("error: there is no folder or file FOLDER/nowhere"));
    }

    @Test
    void a_plan_shows_the_jobs_in_their_order() {
        Ended ended = run("plan", "vendas");
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).isEqualTo("""
                vendas: Vendas, do CSV à tabela fato
                at 0 2 * * * in America/Sao_Paulo

                #  JOB     TYPE  NEEDS   TIMEOUT  ATTEMPTS  WHAT IT DOES
                1  bronze  copy              90s         3  raw.vendas -> bronze.vendas
                2  fato    copy  bronze      30m         3  bronze.vendas -> silver.fato_vendas

                TABLE               WRITTEN BY  READ BY
                raw.vendas                      bronze
                bronze.vendas       bronze      fato
                silver.fato_vendas  fato
                """);
    }

    @Test
    void a_plan_for_machines() {
        assertThat(run("plan", "vendas", "-o", "json").out()).startsWith(inFolder("""
                {
                  "pipeline" : "vendas",
                  "description" : "Vendas, do CSV à tabela fato",
                  "file" : "FOLDER/pipelines/vendas.yaml",
                  "cron" : "0 2 * * *",
                  "timezone" : "America/Sao_Paulo",
                  "jobs" : [
                    {
                      "job" : "bronze",
                      "type" : "copy",
                      "needs" : [ ],
                      "summary" : "raw.vendas -> bronze.vendas",
                      "reads" : [
                        "raw.vendas"
                      ],
                      "writes" : [
                        "bronze.vendas"
                      ],
                      "timeoutSeconds" : 90.0,
                      "attempts" : 3
                    },
                """));
    }

    @Test
    void with_rows_the_lake_is_asked_and_a_job_that_would_be_refused_ends_with_2() {
        forja.previews.addAll(List.of(
                new PreviewedJob("bronze", new JobPreview("bronze.vendas", new RowChanges(0, 3, 1), List.of("so far")), null),
                new PreviewedJob("fato", null, "set.premio: there is no column \"premo\"; did you mean \"premio\"?")));

        Ended ended = run("plan", "vendas", "--rows", "--param", "x=1");

        assertThat(forja.asked).containsExactly("preview of vendas {x=1}");
        assertThat(ended.code()).isEqualTo(ExitCode.INVALID);
        assertThat(ended.out()).endsWith("""

                JOB     TABLE          WITH THE TABLES AS THEY ARE NOW
                bronze  bronze.vendas  3 updated, 1 deleted; so far
                fato                   set.premio: there is no column "premo"; did you mean "premio"?
                """);
        assertThat(run("plan", "vendas", "--rows", "-o", "json").out()).contains("""
                      "attempts" : 3,
                      "preview" : {
                        "table" : "bronze.vendas",
                        "rows" : {
                          "inserted" : 0,
                          "updated" : 3,
                          "deleted" : 1
                        },
                """).contains("\"problem\" : \"set.premio: ");
    }

    @Test
    void an_unknown_pipeline_is_answered_with_the_nearest_one() {
        Ended ended = run("plan", "venda");
        assertThat(ended.code()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(ended.err()).isEqualTo(inFolder(
                "error: there is no pipeline \"venda\" in FOLDER/pipelines; did you mean \"vendas\"?\n"));
    }

    @Test
    void a_pipeline_in_a_file_that_is_wrong_is_answered_with_what_is_wrong() throws IOException {
        broken();
        Ended ended = run("plan", "broken");
        assertThat(ended.code()).isEqualTo(ExitCode.INVALID);
        assertThat(ended.err()).contains("broken.yaml:4:5").doesNotContain("no pipeline");
    }

    @Test
    void the_coming_fires_stand_in_the_schedules_zone_and_in_utc() throws IOException {
        write("pipelines/lisboa.yaml", """
                pipeline: lisboa
                schedule: {cron: "0 2 * * *", timezone: Europe/Lisbon}
                jobs: {a: {copy: {from: a.b, to: c.d}}}
                """);
        write("pipelines/manual.yaml", "{pipeline: manual, jobs: {a: {copy: {from: a.b, to: c.d}}}}");
        assertThat(run("next", "-n", "3").out()).isEqualTo("""
                PIPELINE  LOCAL                   TIME ZONE          UTC                   WHEN       CRON
                lisboa    2026-11-30 02:00:00Z    Europe/Lisbon      2026-11-30 02:00:00Z  in 14h00m  0 2 * * *
                vendas    2026-11-30 02:00:00-03  America/Sao_Paulo  2026-11-30 05:00:00Z  in 17h00m  0 2 * * *
                lisboa    2026-12-01 02:00:00Z    Europe/Lisbon      2026-12-01 02:00:00Z  in 1d14h   0 2 * * *
                """);
        assertThat(run("next", "manual").out())
                .isEqualTo("The pipeline manual has no schedule; run it with \"forja run manual\".\n");
        assertThat(run("next", "vendas", "-n", "1", "-o", "json").out()).isEqualTo("""
                [
                  {
                    "pipeline" : "vendas",
                    "local" : "2026-11-30T02:00:00-03:00",
                    "utc" : "2026-11-30T05:00:00Z",
                    "cron" : "0 2 * * *",
                    "timezone" : "America/Sao_Paulo"
                  }
                ]
                """);
    }
}
