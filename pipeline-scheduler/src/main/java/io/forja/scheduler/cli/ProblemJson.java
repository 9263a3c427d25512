package io.forja.scheduler.cli;

import io.forja.core.problem.Problem;

/** A problem of a file, for machines; a line of 0 is the file as a whole. */
record ProblemJson(String file, int line, int column, String path, String problem, String remedy) {

    static ProblemJson of(Problem problem) {
        return new ProblemJson(problem.where().file(), problem.where().line(), problem.where().column(),
                problem.path(), problem.what(), problem.remedy());
    }
}
