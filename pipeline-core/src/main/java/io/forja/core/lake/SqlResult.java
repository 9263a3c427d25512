package io.forja.core.lake;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a statement.
 *
 * @param columns the columns in order
 * @param rows each with one value for each column: null, Boolean, Long, Double, BigDecimal, or text (dates, times and
 *     nested values as SQL writes them)
 * @param truncated true where there were more rows than asked for
 */
public record SqlResult(List<Column> columns, List<List<@Nullable Object>> rows, boolean truncated) {

    /** @param type the type in Spark SQL's spelling */
    public record Column(String name, String type) {}
}
