package io.forja.scheduler.cli;

import io.forja.core.problem.ForjaException;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.NotFoundException;
import io.forja.core.problem.Problem;
import io.forja.scheduler.cli.text.PrettyJson;
import io.forja.scheduler.cli.text.Paint;
import java.io.PrintStream;
import java.util.List;

/** Tells what went wrong, on stderr: a sentence for people, or a document for machines; never both. */
final class Failures {

    private final PrintStream err;
    private final boolean colours;
    private final boolean json;

    Failures(PrintStream err, boolean colours, boolean json) {
        this.err = err;
        this.colours = colours;
        this.json = json;
    }

    private record Report(String error, String remedy, List<ProblemJson> problems) {}

    /** An argument is wrong. */
    int usage(String what, String remedy) {
        tell(what, remedy);
        return ExitCode.INVALID;
    }

    /** Anything else; returns the exit code. */
    int report(Exception failure, boolean withTrace) {
        if (failure instanceof UsageException usage) {
            return usage(String.valueOf(usage.getMessage()), usage.remedy());
        }
        if (failure instanceof InvalidDefinitionException invalid) {
            tell(invalid.problems());
            return ExitCode.INVALID;
        }
        if (failure instanceof ForjaException told) {
            tell(told.what(), told.remedy());
            if (withTrace && told.getCause() != null) {
                told.printStackTrace(err);
            }
            return failure instanceof NotFoundException ? ExitCode.NOT_FOUND : ExitCode.FAILED;
        }
        tell("this is a mistake in Forja: " + failure, withTrace
                ? "please report it with what follows" : "-v shows where it comes from");
        if (withTrace) {
            failure.printStackTrace(err);
        }
        return ExitCode.FAILED;
    }

    private void tell(String what, String remedy) {
        err.println(json
                ? PrettyJson.of(new Report(what, remedy, List.of()))
                : Paint.BAD.on("error:", colours) + " " + what + (remedy.isEmpty() ? "" : "; " + remedy));
    }

    private void tell(List<Problem> problems) {
        if (json) {
            err.println(PrettyJson.of(new Report(problems.size() == 1 ? "there is a problem" : "there are "
                    + problems.size() + " problems", "", problems.stream().map(ProblemJson::of).toList())));
        } else {
            problems.forEach(problem -> err.println(Paint.BAD.on("error:", colours) + " " + problem));
        }
    }
}
