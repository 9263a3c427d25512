package io.forja.core.definition;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** What a definition may take from around the process; given by the application, since only it may look there. */
public interface Environment {

    /** An environment with nothing in it. */
    Environment EMPTY = new Environment() {
        @Override
        public Optional<String> variable(String name) {
            return Optional.empty();
        }

        @Override
        public String file(String path) throws IOException {
            throw new IOException("there are no files here");
        }
    };

    Optional<String> variable(String name);

    /** The names of all variables, so that one that nobody knows can be reported. */
    default Set<String> variableNames() {
        return Set.of();
    }

    /** The text of a secret's file, without the newline at its end. */
    String file(String path) throws IOException;
}
