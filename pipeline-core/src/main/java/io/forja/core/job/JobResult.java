package io.forja.core.job;

import java.util.List;

/**
 * What a job did.
 *
 * @param rows where every row went
 * @param tables the versions it made, the main table first
 * @param notes what a person should know though nothing failed, a sentence each
 */
public record JobResult(RowCounts rows, List<TableChange> tables, List<String> notes) {

    public static final JobResult NOTHING = new JobResult(RowCounts.NONE, List.of(), List.of());

    public JobResult {
        tables = List.copyOf(tables);
        notes = List.copyOf(notes);
    }
}
