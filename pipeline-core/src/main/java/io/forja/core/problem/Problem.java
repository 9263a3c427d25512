package io.forja.core.problem;

/**
 * One thing that a user has to mend.
 *
 * @param where the place in the user's file
 * @param path the key path there, such as {@code jobs.fato.clean.steps[2].cast.valor}; empty for the file as a whole
 * @param what the problem and its reason, in one clause
 * @param remedy what to write or do instead, in one clause
 */
public record Problem(SourceLocation where, String path, String what, String remedy) {

    /** {@code file:line:column path: what; remedy}, the form that people and editors read. */
    @Override
    public String toString() {
        return where + (path.isEmpty() ? "" : " " + path) + ": " + what + (remedy.isEmpty() ? "" : "; " + remedy);
    }
}
