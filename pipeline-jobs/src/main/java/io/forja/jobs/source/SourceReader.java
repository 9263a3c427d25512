package io.forja.jobs.source;

import io.forja.core.job.JobContext;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import io.forja.jobs.csv.CsvCharset;
import io.forja.jobs.csv.CsvException;
import io.forja.jobs.csv.CsvFormat;
import io.forja.jobs.csv.CsvInput;
import io.forja.jobs.csv.CsvMetadata;
import io.forja.jobs.csv.CsvRead;
import io.forja.jobs.csv.CsvSource;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.delta.TableReader;
import io.forja.jobs.rows.Provenance;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/** Reads what a definition names. Describes queries; the rows are read when the job writes. */
public final class SourceReader {

    private static final String CORRUPT = "_corrupt_record";

    private final Lakehouse lakehouse;
    private final JobSession session;
    private final JobContext context;

    public SourceReader(Lakehouse lakehouse, JobSession session, JobContext context) {
        this.lakehouse = lakehouse;
        this.session = session;
        this.context = context;
    }

    /**
     * @throws ForjaException when the source is not there or cannot be read, naming it
     */
    public SourceRows read(Source source) {
        if (source instanceof FromTable from) {
            TableReader tables = new TableReader(lakehouse);
            return new SourceRows(from.isOld()
                    ? tables.read(session.spark(), from.table(), from.version(), from.timestamp())
                    : tables.read(session.spark(), from.table()), Set.of(), true, List.of());
        }
        if (source instanceof FromCsv from) {
            return csv(from);
        }
        if (source instanceof FromJson from) {
            return json(from);
        }
        if (source instanceof FromParquet from) {
            List<String> paths = existing(from.parquet(), "parquet");
            return new SourceRows(files(session.spark().read().parquet(paths.toArray(String[]::new))),
                    Set.of(Provenance.SOURCE_FILE), true, List.of());
        }
        return new JdbcReader(lakehouse, session).read((FromJdbc) source);
    }

    /** The rows with the columns of where they come from: those of the source, the run and the time. */
    public SourceRows withProvenance(SourceRows source) {
        Dataset<Row> rows = source.rows()
                .withColumn(Provenance.RUN_ID, functions.lit(context.runId()))
                .withColumn(Provenance.LOADED_AT,
                        functions.lit(Timestamp.from(context.clock().instant())));
        Set<String> added = new HashSet<>(source.added());
        added.removeAll(Set.of(Provenance.SOURCE_FILE, Provenance.SOURCE_ROW));
        return new SourceRows(rows, added, source.steady(), source.notes());
    }

    private SourceRows csv(FromCsv from) {
        try {
            List<String> paths = from.csv().stream().map(lakehouse.locations()::resolve).toList();
            CsvInput input = CsvSource.read(session.spark(), paths, format(from), CsvRead.STRICT
                    .withMalformed(CsvRead.Malformed.REPORT)
                    .withMetadata(CsvMetadata.SOURCE_FILE, CsvMetadata.SOURCE_ROW, CsvMetadata.SOURCE_LINE,
                            CsvMetadata.RAW, CsvMetadata.ERROR));
            Column error = functions.col(Provenance.ERROR);
            if (!from.multiLine()) {
                error = functions.coalesce(error, functions.when(functions.col(Provenance.RAW).rlike(
                        from.lineSeparator() == null ? "[\\r\\n]" : Pattern.quote(from.lineSeparator())),
                        functions.lit("a newline inside quotes, which multiLine: false does not allow")));
            }
            Column line = functions.col(CsvMetadata.SOURCE_LINE.column());
            Dataset<Row> rows = input.dataset()
                    .withColumn(Provenance.ERROR, functions.when(error.isNotNull(),
                            functions.concat(functions.lit("line "), line, functions.lit(": "), error)))
                    .drop(line);
            return new SourceRows(rows, Set.of(Provenance.SOURCE_FILE, Provenance.SOURCE_ROW, Provenance.RAW,
                    Provenance.ERROR), true, input.notes());
        } catch (CsvException e) {
            if (e.isMissing()) {
                throw new NotFoundException(String.valueOf(e.getMessage()), "");
            }
            throw new ForjaException(String.valueOf(e.getMessage()), "", false, e);
        } catch (IllegalArgumentException e) {
            throw new ForjaException("from: " + e.getMessage(), "", false, e);
        }
    }

    private static CsvFormat format(FromCsv from) {
        CsvFormat.Quotes quotes = new CsvFormat.Quotes(
                from.quote().isEmpty() ? null : from.quote().charAt(0),
                from.escape() == null || from.escape().isEmpty() ? null : from.escape().charAt(0));
        CsvFormat.Heading heading = new CsvFormat.Heading(
                from.header(), from.skipLines(), from.columns().isEmpty() ? null : from.columns());
        return new CsvFormat(from.delimiter(), quotes, CsvCharset.of(from.encoding()), heading,
                from.nullValues(), from.lineSeparator() == null ? null : from.lineSeparator().charAt(0));
    }

    private SourceRows json(FromJson from) {
        List<String> paths = existing(from.json(), "json");
        Dataset<Row> rows = files(session.spark().read()
                .option("multiLine", from.multiLine())
                .option("columnNameOfCorruptRecord", CORRUPT)
                .json(paths.toArray(String[]::new)));
        if (!Arrays.asList(rows.columns()).contains(CORRUPT)) {
            return new SourceRows(rows, Set.of(Provenance.SOURCE_FILE), true, List.of());
        }
        Dataset<Row> marked = rows
                .withColumn(Provenance.ERROR, functions.when(functions.col(CORRUPT).isNotNull(),
                        functions.lit("this is no JSON object")))
                .withColumnRenamed(CORRUPT, Provenance.RAW);
        return new SourceRows(marked, Set.of(Provenance.SOURCE_FILE, Provenance.ERROR, Provenance.RAW), true, List.of());
    }

    private static Dataset<Row> files(Dataset<Row> rows) {
        return rows.withColumn(Provenance.SOURCE_FILE, shown(functions.input_file_name()));
    }

    /** The file as people write it, without the scheme of the local disk. */
    private static Column shown(Column file) {
        return functions.regexp_replace(file, "^file:/+", "/");
    }

    private List<String> existing(List<String> paths, String kind) {
        return paths.stream().map(path -> {
            String location = lakehouse.locations().resolve(path);
            if (!Files.exist(location, session.spark())) {
                throw new ForjaException("there is no " + kind + " file " + Locations.display(location),
                        "check the path, and that the file has arrived");
            }
            return location;
        }).toList();
    }
}
