package io.forja.scheduler.cli;

import java.util.Locale;
import picocli.CommandLine.Option;

/** For whom a command writes. */
enum Output {
    TABLE,
    JSON;

    /** The option {@code -o}, the same for every command that has it. */
    static final class Choice {
        @Option(names = {"-o", "--output"}, paramLabel = "FORMAT", defaultValue = "table",
                description = "For whom to write: ${COMPLETION-CANDIDATES}.")
        private Output output = TABLE;

        boolean isJson() {
            return output == JSON;
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
