package io.forja.core.problem;

import java.util.List;
import java.util.stream.Collectors;

/** A definition or an argument is wrong; carries every problem that was found. */
public final class InvalidDefinitionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    public InvalidDefinitionException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public List<Problem> problems() {
        return problems;
    }
}
