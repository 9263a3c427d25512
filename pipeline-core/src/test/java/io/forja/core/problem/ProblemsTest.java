package io.forja.core.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProblemsTest {

    private final Problems problems = new Problems();

    private static Problem at(String file, int line, int column, String what) {
        return new Problem(new SourceLocation(file, line, column), "jobs.fato", what, "do it right");
    }

    @Test
    void a_problem_reads_as_place_path_reason_and_remedy() {
        assertThat(at("pipelines/vendas.yaml", 14, 7, "it is wrong"))
                .hasToString("pipelines/vendas.yaml:14:7 jobs.fato: it is wrong; do it right");
        assertThat(new Problem(SourceLocation.of("a.yaml"), "", "the file is empty", ""))
                .hasToString("a.yaml: the file is empty");
    }

    @Test
    void problems_are_told_in_the_order_of_their_places_each_once() {
        Problem late = at("b.yaml", 2, 1, "late");
        Problem line10 = at("a.yaml", 10, 1, "line 10");
        Problem line9 = at("a.yaml", 9, 80, "line 9");
        Problem whole = new Problem(SourceLocation.of("a.yaml"), "", "whole", "");
        for (Problem problem : new Problem[] {late, line10, line9, whole, line10}) {
            problems.add(problem);
        }
        assertThat(problems.inOrder()).containsExactly(whole, line9, line10, late);
    }

    @Test
    void all_of_them_are_thrown_at_once() {
        problems.add(at("b.yaml", 1, 1, "second"));
        problems.add(at("a.yaml", 1, 1, "first"));
        assertThatThrownBy(problems::throwIfAny)
                .isInstanceOfSatisfying(InvalidDefinitionException.class, e -> assertThat(e.problems()).hasSize(2))
                .hasMessage("a.yaml:1:1 jobs.fato: first; do it right\nb.yaml:1:1 jobs.fato: second; do it right");
    }

    @Test
    void none_throw_nothing() {
        assertThatCode(problems::throwIfAny).doesNotThrowAnyException();
    }

    @Test
    void an_exception_for_people_says_what_and_what_to_do_in_one_sentence() {
        assertThat(new ForjaException("the disk is full", "free some space")).hasMessage("the disk is full; free some space");
        assertThat(ForjaException.permanent("the disk is full", "")).hasMessage("the disk is full")
                .extracting(ForjaException::retryable).isEqualTo(false);
    }
}
