package io.forja.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentsTest extends CommandLineTest {

    @Test
    void without_a_command_it_tells_what_there_is() {
        Ended ended = run();
        assertThat(ended.code()).isEqualTo(ExitCode.OK);
        assertThat(ended.out()).contains("Usage: forja", "forja demo", "validate");
        assertThat(opened).isEmpty();
    }

    @Test
    void a_mistyped_command_is_answered_with_the_nearest_one() {
        Ended ended = run("valdate");
        assertThat(ended.code()).isEqualTo(ExitCode.INVALID);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).isEqualTo("error: forja has no command \"valdate\"; did you mean \"validate\"?\n");
    }

    @Test
    void a_mistyped_command_below_a_command_too() {
        assertThat(run("runs", "lst").err())
                .isEqualTo("error: forja runs has no command \"lst\"; did you mean \"list\"?\n");
    }

    @Test
    void a_mistyped_option_is_answered_with_the_nearest_one() {
        Ended ended = run("run", "vendas", "--dat", "2026-11-29");
        assertThat(ended.code()).isEqualTo(ExitCode.INVALID);
        assertThat(ended.err()).isEqualTo("error: forja run has no option \"--dat\"; did you mean \"--date\"?\n");
    }

    @Test
    void a_missing_argument_says_which_one_and_where_to_read_more() {
        Ended ended = run("plan");
        assertThat(ended.code()).isEqualTo(ExitCode.INVALID);
        assertThat(ended.err()).isEqualTo("error: Missing required parameter: 'PIPELINE'; see \"forja plan --help\"\n");
    }

    @Test
    void a_value_of_the_wrong_kind_names_the_option() {
        Ended ended = run("run", "vendas", "--date", "29/11/2026");
        assertThat(ended.code()).isEqualTo(ExitCode.INVALID);
        assertThat(ended.err()).contains("--date").contains("29/11/2026");
        assertThat(run("tables", "list", "-o", "xml").err()).contains("table", "json").contains("xml");
        assertThat(run("next", "-n", "0").err()).isEqualTo("error: -n 0 is out of range; write 1 to 1000\n");
    }

    @Test
    void a_failure_in_json_is_one_document_on_stderr_and_nothing_on_stdout() {
        forja.failure = new NotFoundException("there is no run x", "see \"forja runs list\"");
        Ended ended = run("runs", "show", "x", "-o", "json");
        assertThat(ended.code()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).isEqualTo("""
                {
                  "error" : "there is no run x",
                  "remedy" : "see \\"forja runs list\\"",
                  "problems" : [ ]
                }
                """);
        assertThat(run("runs", "show", "x", "--output=json", "--nope").err()).startsWith("{");
    }

    @Test
    void a_failure_that_a_person_can_mend_is_one_sentence_without_a_stack_trace() {
        forja.failure = new ForjaException("the bucket bronze does not answer", "check storage.s3.endpoint",
                true, new IllegalStateException("connection refused"));
        Ended ended = run("sql", "select 1");
        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.err())
                .isEqualTo("error: the bucket bronze does not answer; check storage.s3.endpoint\n");
        assertThat(run("sql", "select 1", "-v").err()).contains("connection refused", "\tat ");
    }

    @Test
    void a_mistake_of_our_own_says_so_and_how_to_see_more() {
        forja.failure = new IllegalStateException("oops");
        Ended ended = run("sql", "select 1");
        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.err()).isEqualTo("error: this is a mistake in Forja: java.lang.IllegalStateException: oops;"
                + " -v shows where it comes from\n");
    }

    @Test
    void global_options_stand_before_or_behind_the_command() {
        run("--config", "a.yaml", "tables", "list", "--state", "jdbc:sqlite:x.db", "-v", "--pipelines", "p");
        assertThat(opened).containsExactly(new Workspace.Options(
                Path.of("a.yaml"), Path.of("p"), "jdbc:sqlite:x.db", true, Workspace.Log.QUIET));
    }

    @Test
    void a_group_of_commands_alone_lists() {
        assertThat(run("runs").out()).isEqualTo("No runs.\n");
        assertThat(run("tables").out()).isEqualTo("No tables.\n");
        assertThat(run("snapshots").out()).isEqualTo("No snapshots.\n");
    }

    @Test
    void the_daemon_runs_what_the_flag_names() {
        assertThat(run("daemon", "--run", "vendas", "--run=biblioteca", "--log", "json").code()).isZero();
        assertThat(served).containsExactly("vendas", "biblioteca");
        assertThat(opened).extracting(Workspace.Options::log).containsExactly(Workspace.Log.JSON);
    }

    @Test
    void every_command_has_a_help_with_an_example() {
        for (List<String> command : List.of(List.of("run"), List.of("daemon"), List.of("validate"), List.of("plan"),
                List.of("next"), List.of("runs"), List.of("runs", "list"), List.of("runs", "show"),
                List.of("runs", "logs"), List.of("runs", "cancel"), List.of("tables"), List.of("tables", "list"),
                List.of("tables", "show"), List.of("tables", "history"), List.of("snapshots"),
                List.of("snapshots", "list"), List.of("snapshots", "expire"), List.of("sql"),
                List.of("completion"))) {
            String[] args = new java.util.ArrayList<>(command) {{
                add("--help");
            }}.toArray(String[]::new);
            Ended ended = run(args);
            assertThat(ended.code()).as("%s", command).isZero();
            assertThat(ended.out()).as("%s", command)
                    .contains("Usage: forja " + String.join(" ", command)).contains("Example").contains("--config");
            assertThat(ended.out().lines()).as("%s", command).noneMatch(line -> line.endsWith(" "));
        }
    }

    @Test
    void the_version_is_told() {
        assertThat(run("--version").out()).startsWith("forja ");
    }

    @Test
    void a_completion_script_knows_the_commands() {
        assertThat(run("completion", "bash").out()).contains("complete -F _complete_forja").contains("snapshots");
        assertThat(run("completion", "zsh").out()).startsWith("autoload");
        assertThat(run("completion", "fish").code()).isEqualTo(ExitCode.INVALID);
    }
}
