package io.forja.core.job;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a job did.
 *
 * @param rows where every row went
 * @param tables the versions it made, the main table first
 * @param notes what a person should know though nothing failed, a sentence each
 * @param expectations what became of each expectation, in the order of the definition
 */
public record JobResult(
        RowCounts rows, List<TableChange> tables, List<String> notes, List<ExpectationResult> expectations) {

    public static final JobResult NOTHING = new JobResult(RowCounts.NONE, List.of(), List.of());

    public JobResult {
        tables = List.copyOf(tables);
        notes = List.copyOf(notes);
        expectations = List.copyOf(expectations);
    }

    /** Of a job without expectations. */
    public JobResult(RowCounts rows, List<TableChange> tables, List<String> notes) {
        this(rows, tables, notes, List.of());
    }

    /** The same with something said before all else. */
    public JobResult withNotesFirst(List<String> first) {
        return new JobResult(rows, tables, Stream.concat(first.stream(), notes.stream()).toList(), expectations);
    }
}
