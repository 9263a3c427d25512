package io.forja.jobs.merge;

import io.forja.core.problem.ForjaException;
import io.forja.jobs.rows.Expressions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * The rows of a merge's source, read once and kept until the merge is done: a merge looks at its source more than once,
 * and a query that gives other rows each time would double some. Each key is there once.
 */
final class MergeSource implements AutoCloseable {

    private static final int NAMED_KEYS = 10;
    private static final String COUNT = "_forja_rows";

    private final KeptRows kept;
    private final Dataset<Row> rows;
    private final long count;

    private MergeSource(KeptRows kept) {
        this.kept = kept;
        this.rows = kept.rows();
        this.count = rows.count();
    }

    /**
     * Reads the rows.
     *
     * @throws ForjaException when a row has no key, or two have the same, naming up to ten of the keys
     */
    static MergeSource read(Dataset<Row> source, List<String> key) {
        MergeSource read = new MergeSource(KeptRows.of(source));
        try {
            read.requireKeys(key);
            return read;
        } catch (Exception | Error e) {
            read.close();
            throw e;
        }
    }

    private void requireKeys(List<String> key) {
        Column[] columns = key.stream().map(name -> rows.col(Expressions.quoted(name))).toArray(Column[]::new);
        Column missing = key.stream().map(name -> functions.col(Expressions.quoted(name)).isNull()).reduce(Column::or)
                .orElseThrow();
        List<Row> wrong = rows.groupBy(columns).agg(functions.count(functions.lit(1)).as(COUNT))
                .where(missing.or(functions.col(COUNT).gt(1)))
                .orderBy(key.stream().map(name -> functions.col(Expressions.quoted(name))).toArray(Column[]::new))
                .takeAsList(NAMED_KEYS + 1);
        if (wrong.isEmpty()) {
            return;
        }
        List<String> twice = named(wrong, key, false);
        List<String> without = named(wrong, key, true);
        List<String> told = new ArrayList<>();
        if (!without.isEmpty()) {
            told.add("there are rows without a key (" + String.join("; ", without) + ")");
        }
        if (!twice.isEmpty()) {
            told.add("there are several rows with one key (" + String.join("; ", twice) + ")");
        }
        throw ForjaException.permanent("key: in the source " + String.join(", and ", told)
                + (wrong.size() > NAMED_KEYS ? ", and more" : ""),
                "keep one row of each key, with dropDuplicates and dropNulls in a clean job, or name more columns");
    }

    private static List<String> named(List<Row> wrong, List<String> key, boolean withNull) {
        return wrong.stream().limit(NAMED_KEYS)
                .filter(row -> withNull == IntStream.range(0, key.size()).anyMatch(row::isNullAt))
                .map(row -> IntStream.range(0, key.size()).mapToObj(i -> key.get(i) + " = " + shown(row, i))
                        .collect(Collectors.joining(", ")) + ": " + rows(row.getLong(key.size())))
                .toList();
    }

    private static String shown(Row row, int index) {
        return row.isNullAt(index) ? "NULL" : String.valueOf(row.get(index));
    }

    private static String rows(long number) {
        return number + (number == 1 ? " row" : " rows");
    }

    Dataset<Row> rows() {
        return rows;
    }

    long count() {
        return count;
    }

    /** Lets go of the kept rows. */
    @Override
    public void close() {
        kept.close();
    }
}
