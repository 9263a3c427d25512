package io.forja.core.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.testing.Copy;
import io.forja.core.testing.GivenPipelines;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceholdersTest {

    private final GivenPipelines given = new GivenPipelines();

    private static String pipeline(String params, String job) {
        return """
                pipeline: vendas
                params: {%s}
                jobs:
                  fato:
                    copy: {into: silver.fato, %s}
                """.formatted(params, job);
    }

    private static Copy copy(PipelineDefinition definition) {
        return (Copy) definition.jobs().get("fato").definition();
    }

    private Copy asRun(String params, String job, Map<String, String> values) {
        return copy(given.resolved(given.pipeline(pipeline(params, job)), values));
    }

    private Copy asRead(String params, String job) {
        return copy(given.pipeline(pipeline(params, job)).definition());
    }

    private String refusedByRun(String params, String job, Map<String, String> values) {
        LoadedPipeline pipeline = given.pipeline(pipeline(params, job));
        try {
            given.resolved(pipeline, values);
        } catch (InvalidDefinitionException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("resolved");
    }

    @Nested
    class A_run {

        @Test
        void fills_in_its_own_values_with_the_date_of_the_pipeline_s_zone() {
            assertThat(asRun("", "where: \"d = '${run.date}' at ${run.time} by ${run.id}\"", Map.of()).where())
                    .isEqualTo("d = '2026-11-28' at 2026-11-29T02:00:00Z by vendas-20261129T020000");
            assertThat(asRun("", "date: \"${run.date}\"", Map.of()).date()).isEqualTo(LocalDate.of(2026, 11, 28));
        }

        @Test
        void fills_in_the_parameters_it_is_given_and_the_defaults_of_the_others() {
            Copy copy = asRun("a: {default: x}, b: {default: y}, n: 5", "where: \"${params.a}${params.b}\", limit: \"${params.n}\"",
                    Map.of("a", "given"));
            assertThat(copy.where()).isEqualTo("giveny");
            assertThat(copy.limit()).isEqualTo(5);
        }

        @Test
        void fills_in_what_a_default_is_made_of() {
            given.variables.put("ROOT", "/dados");
            String params = "origem: \"${env.ROOT}/${run.date}.csv\"";
            assertThat(asRun(params, "where: \"${params.origem}\"", Map.of()).where()).isEqualTo("/dados/2026-11-28.csv");
            assertThat(asRun(params, "where: \"${params.origem}\"", Map.of("origem", "outro.csv")).where())
                    .isEqualTo("outro.csv");
        }

        @Test
        void takes_a_given_value_as_it_is() {
            assertThat(asRun("a: x", "where: \"${params.a}\"", Map.of("a", "${env.HOME} $1 \\n $${")).where())
                    .isEqualTo("${env.HOME} $1 \\n $${");
        }

        @Test
        void fills_in_variables_and_files() {
            given.variables.put("REGION", "sul");
            given.files.put("/run/secrets/db", "s3nha");
            assertThat(asRun("", "where: \"${env.REGION} ${file./run/secrets/db}\"", Map.of()).where())
                    .isEqualTo("sul s3nha");
        }

        @Test
        void leaves_the_names_of_a_pattern_s_tables_to_the_job() {
            assertThat(asRun("", "where: \"${schema}_${table}\"", Map.of()).where()).isEqualTo("${schema}_${table}");
        }

        @Test
        void writes_a_literal_where_the_sign_is_doubled() {
            assertThat(asRun("", "where: \"$${run.date} costs $5 and $$\"", Map.of()).where())
                    .isEqualTo("${run.date} costs $5 and $$");
        }

        @Test
        void is_refused_without_a_value_and_told_where_it_is_wanted() {
            assertThat(refusedByRun("a: ", "where: \"${params.a}\"", Map.of())).isEqualTo("vendas.yaml:5:38"
                    + " jobs.fato.copy.where: the parameter \"a\" has no value and no default; run with --param a=...");
            assertThat(refusedByRun("", "where: \"${env.NADA}\"", Map.of())).isEqualTo("vendas.yaml:5:38"
                    + " jobs.fato.copy.where: the environment variable NADA is not set;"
                    + " set it for the process that runs Forja");
            assertThat(refusedByRun("", "where: \"${file./run/x}\"", Map.of())).isEqualTo("vendas.yaml:5:38"
                    + " jobs.fato.copy.where: the file /run/x cannot be read (no such file);"
                    + " put the secret there, readable by the user that runs Forja");
        }

        @Test
        void is_refused_with_a_parameter_that_is_not_declared() {
            assertThat(refusedByRun("origem: x", "limit: 1", Map.of("origen", "y"))).isEqualTo("vendas.yaml params:"
                    + " the pipeline vendas has no parameter \"origen\"; did you mean \"origem\"?");
            assertThat(refusedByRun("", "limit: 1", Map.of("origem", "y"))).endsWith("run it without parameters");
        }

        @Test
        void is_refused_with_a_value_that_does_not_fit() {
            assertThat(refusedByRun("n: 1", "limit: \"${params.n}\"", Map.of("n", "muitas"))).isEqualTo(
                    "vendas.yaml:5:38 jobs.fato.copy.limit: \"muitas\" is not a whole number;"
                            + " write digits only, such as 10000");
            assertThat(refusedByRun("n: 1", "limit: \"${params.n}\"", Map.of("n", "0"))).contains(
                    "jobs.fato.copy.limit: 0 rows are none");
            assertThat(refusedByRun("", "limit: \"${schema}\"", Map.of())).contains("\"${schema}\" is not a whole number");
        }
    }

    @Nested
    class A_reading_without_a_run {

        @Test
        void keeps_in_texts_what_only_a_run_knows() {
            assertThat(asRead("a: ", "where: \"${run.date} ${params.a} ${env.NADA} ${file./x} ${schema}\"").where())
                    .isEqualTo("${run.date} ${params.a} ${env.NADA} ${file./x} ${schema}");
        }

        @Test
        void fills_in_defaults_and_variables_that_are_set() {
            given.variables.put("REGION", "sul");
            assertThat(asRead("a: x", "where: \"${params.a} ${env.REGION}\"").where()).isEqualTo("x sul");
        }

        @Test
        void keeps_open_what_is_open_in_a_default() {
            assertThat(asRead("origem: \"${run.date}.csv\"", "where: \"${params.origem}\"").where())
                    .isEqualTo("${run.date}.csv");
        }

        @Test
        void checks_typed_values_by_samples() {
            assertThat(asRead("", "date: \"${run.date}\"").date()).isNotNull();
            assertThat(given.problemsOf(pipeline("", "olderThan: \"${run.date}\"")).get(0)).contains("is no duration");
            assertThat(asRead("n: ", "limit: \"${params.n}\"").limit()).isPositive();
            assertThat(asRead("n: 1h", "olderThan: \"${params.n}\"").olderThan()).isEqualTo(Duration.ofHours(1));
            assertThat(given.problemsOf(pipeline("n: muitas", "limit: \"${params.n}\"")).get(0))
                    .contains("\"muitas\" is not a whole number");
        }

        @Test
        void keeps_a_table_s_name_as_it_is_written_and_checks_it_by_a_sample() {
            assertThat(asRead("", "from: \"s3a://bronze/vendas/${run.date}\"").from())
                    .containsExactly(new TableRef("s3a://bronze/vendas/${run.date}"));
            assertThat(given.problemsOf(pipeline("", "from: \"bronze.vendas_${run.date}\"")).get(0))
                    .contains("\"bronze.vendas_2000-01-01\" is no table");
            assertThat(asRead("t: ", "from: \"bronze.${params.t}\"").from())
                    .containsExactly(new TableRef("bronze.${params.t}"));
        }

        @Test
        void asks_for_a_default_where_a_type_has_no_sample() {
            assertThat(given.problemsOf(pipeline("t: ", "cast: {valor: \"${params.t}\"}"))).containsExactly(
                    "vendas.yaml:5:45 jobs.fato.copy.cast.valor: \"${params.t}\" cannot be checked before it has a"
                            + " value; give the parameter a default, or write the column type here");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "${run.data}      | \"${run.data}\" is no placeholder; did you mean \"run.date\"?",
        "${run.}          | \"${run.}\" is no placeholder; write ${env.X}",
        "${run}           | \"${run}\" is no placeholder; write ${env.X}",
        "${}              | \"${}\" is no placeholder; write ${env.X}",
        "${date}          | \"${date}\" is no placeholder; write ${env.X}",
        "${param.origem}  | \"${param.origem}\" is no placeholder; write ${env.X}",
        "${params.origen} | the parameter \"origen\" is not declared; did you mean \"origem\"?",
        "${params.origem  | \"${params.origem\" is a placeholder without its end; add the }",
        "x ${schema.a}    | \"${schema.a}\" is no placeholder; write ${env.X}",
    })
    void a_placeholder_that_there_is_not_is_refused_before_any_run(String text, String problem) {
        List<String> problems = given.problemsOf(pipeline("origem: x", "where: '" + text + "'"));
        assertThat(problems).hasSize(1);
        assertThat(problems.get(0)).startsWith("vendas.yaml:5:38 jobs.fato.copy.where: " + problem);
    }

    @Test
    void a_pipeline_without_parameters_is_told_how_to_declare_one() {
        assertThat(given.problemsOf(pipeline("", "where: \"${params.x}\"")).get(0)).endsWith(
                "the parameter \"x\" is not declared; add \"params: {x: a default}\" to the pipeline");
    }

    @Test
    void a_default_does_not_stand_on_another_parameter() {
        assertThat(given.problemsOf(pipeline("a: \"${params.b}\", b: \"${params.a}\"", "where: \"${params.a}\"")))
                .anySatisfy(problem -> assertThat(problem)
                        .contains("the default of the parameter \"a\" stands on another parameter"));
    }

    @Test
    void spaces_inside_the_braces_change_nothing() {
        assertThat(asRun("", "where: \"${ run.date }\"", Map.of()).where()).isEqualTo("2026-11-28");
    }

    @Nested
    class A_secret {

        private String shown(String text) {
            return given.redaction.apply(text);
        }

        @Test
        void from_a_file_is_hidden() {
            given.files.put("/run/secrets/db", "hunter22");
            asRun("", "where: \"${file./run/secrets/db}\"", Map.of());
            assertThat(shown("it is hunter22")).isEqualTo("it is ***");
        }

        @ParameterizedTest
        @CsvSource({"DB_PASSWORD", "db_pass", "API_TOKEN", "AWS_SECRET_ACCESS_KEY", "SENHA_DO_BANCO", "DB_PW", "DBPWD"})
        void from_a_variable_that_is_named_like_one_is_hidden(String name) {
            given.variables.put(name, "hunter22");
            asRead("", "where: \"${env." + name + "}\"");
            assertThat(shown("it is hunter22")).isEqualTo("it is ***");
        }

        @ParameterizedTest
        @CsvSource({"REGION", "PWD", "HOME"})
        void is_not_seen_in_what_is_none(String name) {
            given.variables.put(name, "/srv/forja");
            asRead("", "where: \"${env." + name + "}\"");
            assertThat(shown("in /srv/forja")).isEqualTo("in /srv/forja");
        }
    }

    @Test
    void a_value_is_filled_in_once_and_a_loaded_pipeline_serves_any_number_of_runs() {
        LoadedPipeline pipeline = given.pipeline(pipeline("a: x", "where: \"${params.a}\""));
        assertThat(copy(given.resolved(pipeline, Map.of("a", "1"))).where()).isEqualTo("1");
        assertThat(copy(given.resolved(pipeline, Map.of("a", "2"))).where()).isEqualTo("2");
        assertThat(copy(given.resolved(pipeline, Map.of())).where()).isEqualTo("x");
        assertThatThrownBy(() -> given.resolved(pipeline, Map.of("b", "1")))
                .isInstanceOf(InvalidDefinitionException.class);
    }
}
