package io.forja.core.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.core.testing.Copy;
import io.forja.core.testing.GivenPipelines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelineLoaderTest {

    private static final String SOUND = """
            pipeline: vendas
            jobs:
              fato:
                copy: {into: silver.fato}
            """;

    private final GivenPipelines given = new GivenPipelines();

    @Test
    void a_pipeline_is_read_with_everything_it_says() {
        PipelineDefinition pipeline = given.pipeline("""
                pipeline: vendas
                description: Vendas, do CSV à tabela fato
                schedule: {cron: daily at 02:00, timezone: America/Sao_Paulo, catchUp: all, overlap: queue}
                params:
                  origem: {default: data/vendas.csv, description: o arquivo}
                  curto: x
                defaults:
                  timeout: 30m
                  retry: {attempts: 3, backoff: 30s, maxBackoff: 10m}
                notify: {onFailure: ops, onRecovery: [ops, chefe]}
                jobs:
                  bronze:
                    copy: {into: {table: bronze.vendas, path: s3a://bronze/vendas/, mode: append}}
                  fato:
                    needs: bronze
                    timeout: 5m
                    copy: {from: bronze.vendas, into: silver.fato, cast: {valor: "decimal(18,2)"}}
                """).definition();
        assertThat(pipeline.schedule()).isEqualTo(new Schedule("daily at 02:00", ZoneId.of("America/Sao_Paulo"),
                Schedule.CatchUp.ALL, Schedule.Overlap.QUEUE));
        assertThat(pipeline.zone()).isEqualTo(ZoneId.of("America/Sao_Paulo"));
        assertThat(pipeline.params()).containsExactly(
                Map.entry("origem", new Param("data/vendas.csv", "o arquivo")), Map.entry("curto", new Param("x", null)));
        assertThat(pipeline.notify_()).isEqualTo(new Notify(List.of("ops"), List.of("ops", "chefe"), List.of()));
        JobEntry bronze = pipeline.jobs().get("bronze");
        JobEntry fato = pipeline.jobs().get("fato");
        assertThat(bronze.definition().writes())
                .containsExactly(new TableRef("bronze.vendas"), new TableRef("s3a://bronze/vendas"));
        assertThat(bronze.definition().overwrites()).isFalse();
        assertThat(fato.needs()).containsExactly("bronze");
        assertThat(((Copy) fato.definition()).cast()).containsEntry("valor", new ColumnType("decimal", 18, 2));
        assertThat(pipeline.timeout(fato)).isEqualTo(Duration.ofMinutes(5));
        assertThat(pipeline.timeout(bronze)).isEqualTo(Duration.ofMinutes(30));
        assertThat(pipeline.retry(fato)).isEqualTo(
                new RetryPolicy(3, Duration.ofSeconds(30), Duration.ofMinutes(10)));
    }

    @Test
    void a_pipeline_that_says_little_has_its_defaults() {
        PipelineDefinition pipeline = given.pipeline(SOUND).definition();
        JobEntry fato = pipeline.jobs().get("fato");
        assertThat(pipeline.schedule()).isNull();
        assertThat(pipeline.zone()).isEqualTo(ZoneOffset.UTC);
        assertThat(pipeline.params()).isEmpty();
        assertThat(pipeline.timeout(fato)).isEqualTo(Duration.ofHours(1));
        assertThat(pipeline.retry(fato).attempts()).isEqualTo(1);
    }

    @Test
    void another_text_has_another_hash() {
        LoadedPipeline pipeline = given.pipeline(SOUND);
        assertThat(given.pipeline(SOUND).hash()).isEqualTo(pipeline.hash()).hasSize(64);
        assertThat(given.pipeline(SOUND + "# a comment").hash()).isNotEqualTo(pipeline.hash());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "pipeline: a b         | vendas.yaml:1:11 pipeline: \"a b\" is no name; write letters",
        "pipeline: -vendas     | vendas.yaml:1:11 pipeline: \"-vendas\" is no name; write letters",
        "pipeline: '${run.id}' | vendas.yaml:1:11 pipeline: \"${run.id}\" is no name; write letters",
        "pipeline: ''          | vendas.yaml:1:11 pipeline: \"\" is no name; write letters",
        "pipelin: vendas       | vendas.yaml:1:1 pipelin: unknown key \"pipelin\"; did you mean \"pipeline\"?",
    })
    void a_pipeline_needs_a_name(String line, String problem) {
        assertThat(given.problemsOf(SOUND.replace("pipeline: vendas", line)))
                .anySatisfy(told -> assertThat(told).startsWith(problem));
    }

    @Test
    void a_job_needs_a_name_and_a_type() {
        assertThat(given.problemsOf("""
                pipeline: vendas
                jobs:
                  meu job:
                    copy: {into: a.b}
                """)).containsExactly("vendas.yaml:3:3 jobs.meu job: \"meu job\" is no name;"
                + " write letters, digits, - and _ only, at most 100, not starting with -");
        assertThat(given.problemsOf("""
                pipeline: vendas
                jobs:
                  sem_tipo:
                    needs: []
                  typo:
                    copi: {into: a.b}
                  vazio:
                """)).satisfiesExactly(
                    first -> assertThat(first).isEqualTo(
                            "vendas.yaml:4:5 jobs.sem_tipo: nothing here says what it is; add one of copy"),
                    second -> assertThat(second).isEqualTo(
                            "vendas.yaml:6:5 jobs.typo.copi: unknown key \"copi\"; did you mean \"copy\"?"),
                    third -> assertThat(third).startsWith("vendas.yaml:7:9 jobs.vazio: here stands nothing"));
        assertThat(given.problemsOf("pipeline: vendas\njobs: {}")).hasSize(1);
        assertThat(given.problemsOf("pipeline: vendas")).containsExactly("vendas.yaml:1:1: the key \"jobs\" is missing;"
                + " add \"jobs: {bronze_vendas: {ingest: ...}}\"");
    }

    @Test
    void a_need_that_is_not_there_is_told_beside_what_else_is_wrong_and_once() {
        assertThat(given.problemsOf("""
                pipeline: vendas
                params: {x: bronze}
                jobs:
                  bronze:
                    copy: {into: bronze.vendas}
                  fato:
                    needs: [bronze, bronse, "${params.x}"]
                    copy: {form: bronze.vendas, into: silver.fato}
                """)).satisfiesExactlyInAnyOrder(
                told -> assertThat(told).contains("unknown key \"form\""),
                told -> assertThat(told).contains("there is no job \"bronse\" in this pipeline; did you mean \"bronze\"?"));
    }

    @Test
    void everything_that_is_wrong_is_told_in_one_reading() {
        assertThat(given.problemsOf("""
                pipeline: vendas
                schedul: {cron: daily at 02:00}
                schedule: {cron: "às duas", timezone: America/SaoPaulo, catchUp: always}
                defaults: {timeout: 1 hour, retry: {attempts: 0}}
                params: {x: {padrao: 1}}
                jobs:
                  fato:
                    timeout: 0s
                    copy: {into: fato, cast: {valor: "decimal(40,2)"}, wher: x, limit: 0}
                """)).hasSizeGreaterThanOrEqualTo(11)
                .anySatisfy(told -> assertThat(told).startsWith("vendas.yaml:3:18 schedule.cron: \"às duas\" is no schedule"))
                .anySatisfy(told -> assertThat(told).contains("schedule.timezone").endsWith("did you mean \"America/Sao_Paulo\"?"))
                .anySatisfy(told -> assertThat(told).contains("defaults.retry.attempts: 0 attempts cannot be made"))
                .anySatisfy(told -> assertThat(told).startsWith(
                        "vendas.yaml:9:38 jobs.fato.copy.cast.valor: \"decimal(40,2)\" wants 40 digits, a decimal has 1 to 38"))
                .anySatisfy(told -> assertThat(told).contains("jobs.fato.copy.wher: unknown key \"wher\"; did you mean \"where\"?"));
    }

    @Nested
    class A_schedule {

        private String scheduled(String schedule, String params) {
            return SOUND.replace("jobs:", "schedule: {" + schedule + "}\nparams: {" + params + "}\njobs:");
        }

        @Test
        void needs_a_cron_and_a_zone() {
            assertThat(given.problemsOf(scheduled("", ""))).containsExactly(
                    "vendas.yaml:2:11 schedule: the key \"cron\" is missing; add \"cron: \"0 2 * * *\"\"",
                    "vendas.yaml:2:11 schedule: the key \"timezone\" is missing; add \"timezone: America/Sao_Paulo\"");
        }

        @Test
        void may_come_from_a_variable_that_is_set_or_a_parameter_with_a_default() {
            given.variables.put("HORA", "daily at 03:00");
            Schedule schedule = given.pipeline(scheduled("cron: \"${env.HORA}\", timezone: \"${params.zona}\"",
                    "zona: America/Bahia")).definition().schedule();
            assertThat(schedule).extracting(Schedule::cron, Schedule::timezone)
                    .containsExactly("daily at 03:00", ZoneId.of("America/Bahia"));
        }

        @Test
        void stands_on_nothing_that_only_a_run_knows() {
            assertThat(given.problemsOf(scheduled("cron: \"${env.HORA}\", timezone: \"${file./zona}\"", ""))).containsExactly(
                    "vendas.yaml:2:18 schedule.cron: \"${env.HORA}\" is not known when the schedule is read;"
                            + " write the value, a parameter with a default, or a variable that is set",
                    "vendas.yaml:2:43 schedule.timezone: \"${file./zona}\" is not known when the schedule is read;"
                            + " write the value, a parameter with a default, or a variable that is set");
        }

        @Test
        void starts_no_run_that_somebody_would_have_to_give_a_parameter() {
            assertThat(given.problemsOf(scheduled("cron: daily at 02:00, timezone: UTC", "a: x, b: , c: {description: y}")))
                    .extracting(told -> told.substring(0, told.indexOf(" has")))
                    .containsExactly("vendas.yaml:3:18 params.b: the parameter \"b\"",
                            "vendas.yaml:3:24 params.c: the parameter \"c\"");
        }

        @Test
        void gives_the_times_of_its_fires() {
            Schedule schedule = given.pipeline(scheduled("cron: daily at 02:00, timezone: America/Sao_Paulo", ""))
                    .definition().schedule();
            assertThat(schedule).isNotNull();
            assertThat(given.loader.timetable(schedule).nextAfter(Instant.parse("2026-11-29T00:00:00Z")))
                    .contains(Instant.parse("2026-11-29T05:00:00Z"));
        }
    }

    @Nested
    class A_folder {

        @TempDir
        private Path folder;

        private final Problems problems = new Problems();

        private void file(String name, String text) throws IOException {
            Files.writeString(folder.resolve(name), text);
        }

        private List<String> load() {
            return given.loader.load(folder, problems).stream().map(LoadedPipeline::name).toList();
        }

        @Test
        void gives_its_yaml_files_by_the_names_of_their_pipelines() throws IOException {
            file("1.yaml", SOUND);
            file("2.yml", SOUND.replace("vendas", "estoque"));
            file(".hidden.yaml", "broken");
            file("notes.txt", "broken");
            Files.createDirectory(folder.resolve("old.yaml"));
            assertThat(load()).containsExactly("estoque", "vendas");
            assertThat(problems.isEmpty()).isTrue();
        }

        @Test
        void tells_the_problems_of_all_its_files_and_gives_the_sound_ones() throws IOException {
            file("a.yaml", "pipeline: a\njobs: [");
            file("b.yaml", SOUND);
            file("c.yaml", SOUND.replace("copy", "move"));
            assertThat(load()).containsExactly("vendas");
            assertThat(problems.inOrder()).extracting(problem -> Path.of(problem.where().file()).getFileName().toString())
                    .containsExactly("a.yaml", "c.yaml");
        }

        @Test
        void has_each_name_once() throws IOException {
            file("a.yaml", SOUND);
            file("b.yaml", "\n" + SOUND);
            assertThat(load()).containsExactly("vendas");
            assertThat(problems.inOrder()).extracting(Problem::toString).containsExactly(folder.resolve("b.yaml")
                    + ":2:11 pipeline: the pipeline \"vendas\" is declared in " + folder.resolve("a.yaml")
                    + " too; give one of them another name");
        }

        @Test
        void names_the_file_that_is_no_UTF_8() throws IOException {
            Files.write(folder.resolve("a.yaml"), "description: São Paulo".getBytes(StandardCharsets.ISO_8859_1));
            assertThat(load()).isEmpty();
            assertThat(problems.inOrder()).extracting(Problem::toString).containsExactly(folder.resolve("a.yaml")
                    + ": the file is not in UTF-8; save it with that encoding");
        }

        @Test
        void may_be_one_file_or_missing() throws IOException {
            file("a.txt", SOUND);
            assertThat(given.loader.load(folder.resolve("a.txt"), problems)).hasSize(1);
            assertThatThrownBy(() -> given.loader.load(folder.resolve("nada"), problems))
                    .isInstanceOf(ForjaException.class)
                    .hasMessageContaining("there is no folder or file " + folder.resolve("nada"));
        }

        @Test
        void of_two_hundred_pipelines_is_read_in_well_under_a_second() throws IOException {
            for (int i = 0; i < 200; i++) {
                StringBuilder text = new StringBuilder("pipeline: p" + i + "\njobs:\n");
                for (int job = 0; job < 20; job++) {
                    text.append("  j").append(job).append(":\n    copy: {into: {table: a.b").append(job)
                            .append(", mode: append}}\n");
                }
                file("p" + i + ".yaml", text.toString());
            }
            load();
            long begin = System.nanoTime();
            assertThat(load()).hasSize(200);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        }
    }
}
