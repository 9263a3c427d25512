package io.forja.scheduler.http;

import io.forja.core.problem.ForjaException;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.NotFoundException;
import io.forja.core.problem.Problem;
import io.forja.core.problem.SourceLocation;
import java.util.List;

/**
 * What went wrong, as it travels.
 *
 * @param kind what the client makes of it
 * @param retryable whether another attempt may fare better
 */
record Failure(Kind kind, String error, String remedy, boolean retryable, List<Told> problems) {

    enum Kind {
        /** Something that a person can mend: {@link ForjaException}. */
        FAILED,
        NOT_FOUND,
        INVALID_DEFINITION
    }

    /** A problem in a definition. */
    record Told(String file, int line, int column, String path, String what, String remedy) {
        static Told of(Problem problem) {
            return new Told(problem.where().file(), problem.where().line(), problem.where().column(), problem.path(),
                    problem.what(), problem.remedy());
        }

        Problem problem() {
            return new Problem(new SourceLocation(file, line, column), path, what, remedy);
        }
    }

    static Failure of(ForjaException failure) {
        Kind kind = failure instanceof NotFoundException ? Kind.NOT_FOUND : Kind.FAILED;
        return new Failure(kind, failure.what(), failure.remedy(), failure.retryable(), List.of());
    }

    static Failure of(InvalidDefinitionException wrong) {
        return new Failure(Kind.INVALID_DEFINITION, wrong.problems().size() == 1 ? wrong.problems().get(0).what()
                : wrong.problems().size() + " problems", "", false, wrong.problems().stream().map(Told::of).toList());
    }

    static Failure of(String error, String remedy) {
        return new Failure(Kind.FAILED, error, remedy, false, List.of());
    }

    /** The exception that a caller in the daemon's own process would have had. */
    RuntimeException exception() {
        return switch (kind) {
            case FAILED -> new ForjaException(error, remedy, retryable, null);
            case NOT_FOUND -> new NotFoundException(error, remedy);
            case INVALID_DEFINITION -> new InvalidDefinitionException(problems.stream().map(Told::problem).toList());
        };
    }
}
