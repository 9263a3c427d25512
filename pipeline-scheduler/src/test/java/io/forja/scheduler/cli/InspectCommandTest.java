package io.forja.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.inspect.Guess;
import io.forja.core.inspect.InspectedColumn;
import io.forja.core.inspect.InspectedColumn.Cast;
import io.forja.core.inspect.Inspection;
import io.forja.core.inspect.Inspection.Layout;
import io.forja.core.inspect.Inspection.Sample;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.Problem;
import io.forja.core.problem.SourceLocation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code inspect}: what an inspector says, for people and for machines. */
class InspectCommandTest extends CommandLineTest {

    private static final Inspection FOUND = new Inspection(new Sample(List.of("vendas.csv"), 1, 20, 2, true),
            new Layout(new Guess<>("UTF-8", "only ASCII"), new Guess<>(";", "why"), new Guess<>("\"", "why"),
                    new Guess<>("", "why"), new Guess<>("", "why"), new Guess<>(0, "why"), new Guess<>(true, "why"),
                    new Guess<>(List.of(""), "why")),
            List.of(new InspectedColumn("Valor", "valor", new Cast("decimal(18,2)", "pt-BR", null), "why", List.of(),
                    List.of())),
            new Guess<>(List.of(), "none"), List.of("1 row is broken"), "pipeline: vendas\n");

    private final List<String> asked = new ArrayList<>();

    private void finds() {
        inspector = path -> {
            asked.add(path);
            return FOUND;
        };
    }

    @Test
    void the_pipeline_alone_goes_to_standard_output_so_that_it_can_be_kept() {
        finds();
        Ended ended = run("inspect", "data/vendas.csv");
        assertThat(ended.code()).isZero();
        assertThat(asked).containsExactly("data/vendas.csv");
        assertThat(ended.out()).isEqualTo("pipeline: vendas\n");
        assertThat(ended.err()).isEqualTo("look: 1 row is broken\n");
    }

    @Test
    void on_a_screen_nothing_is_said_twice() {
        finds();
        screen = true;
        assertThat(run("inspect", "data/vendas.csv").err()).isEmpty();
    }

    @Test
    void machines_get_each_guess_with_its_evidence() {
        finds();
        assertThat(run("inspect", "data/vendas.csv", "-o", "json").out())
                .contains("\"complete\" : true", "\"value\" : \";\"", "\"evidence\" : \"only ASCII\"",
                        "\"to\" : \"decimal(18,2)\"", "\"locale\" : \"pt-BR\"", "\"warnings\" : [",
                        "\"pipeline\" : \"pipeline: vendas\\n\"");
    }

    @Test
    void what_cannot_be_looked_at_is_one_sentence_and_an_exit_code() {
        Ended missing = run("inspect", "nada.csv");
        assertThat(missing.code()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(missing.err()).isEqualTo("error: there is no file nada.csv; check the path\n");
        inspector = path -> {
            throw new InvalidDefinitionException(List.of(new Problem(SourceLocation.of(path), "", "the file is empty",
                    "check what wrote it")));
        };
        Ended empty = run("inspect", "vazio.csv");
        assertThat(empty.code()).isEqualTo(ExitCode.INVALID);
        assertThat(empty.err()).isEqualTo("error: vazio.csv: the file is empty; check what wrote it\n");
        assertThat(run("inspect").code()).isEqualTo(ExitCode.INVALID);
    }
}
