package io.forja.jobs.source;

import io.forja.jobs.rows.Exit;
import io.forja.jobs.rows.Expressions;
import io.forja.jobs.rows.Provenance;
import io.forja.jobs.rows.RowFlow;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * A source's rows, not read yet.
 *
 * @param rows the data, and the columns about the source
 * @param added the columns about the source that were added for this job's own use and are not written
 * @param steady whether a second reading finds the very same rows
 * @param notes what a person should know of the source, a sentence each
 */
public record SourceRows(Dataset<Row> rows, Set<String> added, boolean steady, List<String> notes) {

    public SourceRows {
        added = Set.copyOf(added);
        notes = List.copyOf(notes);
    }

    /** About how large the source is, as Spark guesses it from its files. */
    public long bytes() {
        return rows.queryExecution().optimizedPlan().stats().sizeInBytes().toLong();
    }

    /** The names of the columns that are the source's own. */
    public List<String> columns() {
        return Arrays.stream(rows.columns()).filter(column -> !added.contains(column)).toList();
    }

    /** The rows with the columns that are the source's own; one whose text is not well-formed fails the query. */
    public Dataset<Row> sound() {
        Dataset<Row> checked = rows;
        if (added.contains(Provenance.ERROR)) {
            Column error = functions.col(Provenance.ERROR);
            checked = rows.where(error.isNull().or(functions.raise_error(
                    functions.concat(functions.lit("the text of a row is not well-formed: "), error)).isNotNull()));
        }
        return checked.select(columns().stream().map(name -> functions.col(Expressions.quoted(name)))
                .toArray(Column[]::new));
    }

    /**
     * The rows as a flow; those whose text is not well-formed leave it at once.
     *
     * @param rejected true where they are kept as rejects, false where one fails the job
     */
    public RowFlow flow(boolean rejected) {
        RowFlow flow = new RowFlow(rows);
        if (Arrays.asList(rows.columns()).contains(Provenance.ERROR) && added.contains(Provenance.ERROR)) {
            flow.exit(new Exit(rejected ? Exit.Kind.REJECTED : Exit.Kind.FAILED, "from", Provenance.ERROR,
                    "the text of the row is not well-formed"), functions.col(Provenance.ERROR).isNotNull());
        }
        return flow;
    }
}
