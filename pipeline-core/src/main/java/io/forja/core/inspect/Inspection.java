package io.forja.core.inspect;

import java.util.List;

/**
 * What was found out about CSV files.
 *
 * @param sample what was looked at
 * @param layout how the files are written
 * @param columns in the order of the first file
 * @param key the columns that tell rows apart; empty where no one or two of them do
 * @param warnings what a person should look at before trusting the proposal, a sentence each
 * @param pipeline the proposal: a whole pipeline in YAML, with the evidence as comments
 */
public record Inspection(
        Sample sample, Layout layout, List<InspectedColumn> columns, Guess<List<String>> key, List<String> warnings,
        String pipeline) {

    public Inspection {
        columns = List.copyOf(columns);
        warnings = List.copyOf(warnings);
    }

    /**
     * What was looked at.
     *
     * @param files the files whose rows were read
     * @param matching how many files there are in all
     * @param bytes the bytes that were read, decompressed
     * @param rows the rows in them, the header not counted
     * @param complete false where there is more than was read
     */
    public record Sample(List<String> files, int matching, long bytes, long rows, boolean complete) {
        public Sample {
            files = List.copyOf(files);
        }
    }

    /**
     * How the files are written; each value as the key of the same name takes it in a pipeline.
     *
     * @param quote empty where quotes are text like any other
     * @param escape empty where quotes are written twice
     * @param lineSeparator empty where rows end as lines do
     */
    public record Layout(
            Guess<String> encoding, Guess<String> delimiter, Guess<String> quote, Guess<String> escape,
            Guess<String> lineSeparator, Guess<Integer> skipLines, Guess<Boolean> header, Guess<List<String>> nullValues) {}
}
