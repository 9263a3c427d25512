package io.forja.jobs.ingest;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
import io.forja.core.definition.WriteMode;
import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.jobs.rows.RejectLimit;
import io.forja.jobs.source.FromJdbc;
import io.forja.jobs.source.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Doc("Brings rows from files or a database into a Delta table, as they are.")
public record IngestDefinition(
        @Doc(value = "Where the rows come from.", example = "{csv: data/vendas.csv}") Source from,
        @Doc("Whether each row keeps where it comes from: `_run_id` and `_loaded_at`, for files `_source_file`, and for"
                        + " CSV `_source_row`, the number of the row in its file, the header not counted.")
                @Default("false") boolean provenance,
        @Doc(value = "The table of the rows whose text is not well-formed. Without it one such row fails the job.",
                        example = "bronze.vendas_rejeitadas")
                @Nullable TableTarget rejects,
        @Doc(value = "How many rows may be rejected, as a number or as a percentage of the rows read. With more the job"
                        + " fails before anything is committed.", example = "1%")
                @Nullable RejectLimit maxRejects,
        @Doc(value = "The table that is written. For a pattern of tables `${schema}` and `${table}` name each of them.",
                        example = "{table: bronze.vendas, path: s3a://bronze/vendas}")
                TableTarget into)
        implements JobDefinition {

    public IngestDefinition {
        if (rejects == null && maxRejects != null) {
            throw new InvalidValueException("maxRejects", "there is no table for rejected rows, so none is rejected",
                    "add \"rejects: schema.table\", or remove it");
        }
        if (manyTables(from) && into.refs().stream().anyMatch(ref -> !ref.text().contains("${table}"))) {
            throw new InvalidValueException("into", "every table of the pattern would be written to the same place",
                    "put ${table} into the target's table and path, such as bronze.${schema}_${table}");
        }
        if (!manyTables(from) && into.refs().stream().anyMatch(ref -> ref.text().contains("${table}"))) {
            throw new InvalidValueException("into", "${table} has no value: only a pattern of tables has many",
                    "write the table's name, or read tables: \"dbo.*\"");
        }
    }

    private static boolean manyTables(Source from) {
        return from instanceof FromJdbc jdbc && jdbc.tables() != null;
    }

    /** True where one table is written for each that a pattern matches. */
    boolean manyTables() {
        return manyTables(from);
    }

    @Override
    public List<TableRef> reads() {
        return from.reads();
    }

    @Override
    public List<TableRef> writes() {
        return targets().stream().flatMap(target -> target.refs().stream()).toList();
    }

    @Override
    public List<TableTarget> targets() {
        return rejects == null ? List.of(into) : List.of(into, rejects);
    }

    @Override
    public boolean overwrites() {
        return into.mode() == WriteMode.OVERWRITE;
    }

    @Override
    public String summary() {
        return from.label() + " -> " + into.ref() + " (" + (overwrites() ? "overwrite" : "append") + ")";
    }
}
