package io.forja.scheduler.cli;

import io.forja.core.lake.SqlResult;
import io.forja.scheduler.cli.text.Csv;
import io.forja.scheduler.cli.text.Paint;
import io.forja.scheduler.cli.text.Readable;
import io.forja.scheduler.cli.text.TextTable;
import io.forja.scheduler.cli.text.TextTable.Cell;
import io.forja.scheduler.cli.text.TextTable.Column;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "sql", header = "Run one SQL statement over the lake's tables.",
        footer = {"", "Examples:", "  forja sql \"select * from silver.fato_vendas\"",
                "  forja sql \"select * from silver.fato_vendas version as of 0\" -o csv"})
final class SqlCommand implements Callable<Integer> {

    /** For whom the rows are. */
    enum Format {
        TABLE,
        JSON,
        CSV;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Pattern NUMBER =
            Pattern.compile("(tinyint|smallint|int|bigint|float|double|decimal)\\b.*", Pattern.CASE_INSENSITIVE);

    @Parameters(paramLabel = "STATEMENT", description = "The statement, in quotes.")
    private String statement = "";

    @Option(names = "--max-rows", paramLabel = "N", defaultValue = "1000",
            description = "At most so many rows; by default ${DEFAULT-VALUE}.")
    private int maxRows = 1000;

    @Option(names = {"-o", "--output"}, paramLabel = "FORMAT", defaultValue = "table",
            description = "For whom to write: ${COMPLETION-CANDIDATES}.")
    private Format format = Format.TABLE;

    private final Session session;

    SqlCommand(Session session) {
        this.session = session;
    }

    private record Rows(
            List<SqlResult.Column> columns, List<Map<String, @Nullable Object>> rows, boolean truncated) {}

    @Override
    public Integer call() {
        if (maxRows < 1) {
            throw new UsageException("--max-rows " + maxRows + " is out of range", "write 1 or more");
        }
        SqlResult result = session.forja().sql(statement, maxRows);
        switch (format) {
            case JSON -> session.printJson(json(result));
            case CSV -> {
                session.print(Csv.line(result.columns().stream().map(SqlResult.Column::name).toList()));
                result.rows().forEach(row -> session.print(Csv.line(row.stream().map(SqlCommand::plain).toList())));
            }
            case TABLE -> print(result);
        }
        if (result.truncated()) {
            session.say("There are more rows than these " + result.rows().size() + "; --max-rows shows more.");
        }
        return ExitCode.OK;
    }

    private static Rows json(SqlResult result) {
        List<SqlResult.Column> columns = new ArrayList<>();
        Map<String, Integer> seen = new LinkedHashMap<>();
        for (SqlResult.Column column : result.columns()) {
            // A statement may name two columns alike; an object may not.
            int times = seen.merge(column.name(), 1, Integer::sum);
            columns.add(times == 1 ? column : new SqlResult.Column(column.name() + "_" + times, column.type()));
        }
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (List<@Nullable Object> values : result.rows()) {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                row.put(columns.get(i).name(), values.get(i));
            }
            rows.add(row);
        }
        return new Rows(columns, rows, result.truncated());
    }

    private void print(SqlResult result) {
        if (result.columns().isEmpty()) {
            session.print("done");
            return;
        }
        session.print(table(result));
        session.print("(" + Readable.count(result.rows().size(), "row", "rows") + ")");
    }

    /** The rows as a table for people. */
    static TextTable table(SqlResult result) {
        TextTable table = new TextTable(result.columns().stream()
                .map(column -> new Column(column.name(), NUMBER.matcher(column.type()).matches())).toList());
        result.rows().forEach(row -> table.row(row.stream()
                .map(value -> value == null
                        ? new Cell("NULL", Paint.FAINT)
                        : new Cell(String.valueOf(plain(value)), Paint.PLAIN))
                .toArray()));
        return table;
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return value instanceof BigDecimal number ? number.toPlainString() : value;
    }
}
