package io.forja.jobs.delta;

import io.forja.core.definition.TableTarget;
import io.forja.core.definition.WriteMode;
import io.forja.core.job.JobContext;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Suggestion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.DeltaOptions;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.Metadata;
import org.apache.spark.sql.delta.commands.WriteIntoDelta;
import org.apache.spark.sql.types.StructType;

/**
 * Writes a job's rows to a table in two steps: {@link #stage} runs the query and writes data files that no reader
 * sees, {@link StagedWrite#commit} makes them a version. In between the job looks at its counts and its expectations,
 * and may still {@link StagedWrite#discard} everything.
 *
 * <p>A commit carries the job's commit id as a Delta transaction, so a job that is run again after its commit finds it
 * and writes nothing: see {@link #committed}. Thread-safe.
 */
public final class TableWriter {

    /** Signs that Delta keeps in column names only where names are mapped. */
    private static final Pattern UNUSUAL_IN_NAMES = Pattern.compile("[ ,;{}()\\n\\t=]");

    private static final String BY_NAME = "name";

    private final Lakehouse lakehouse;

    public TableWriter(Lakehouse lakehouse) {
        this.lakehouse = lakehouse;
    }

    /**
     * What an earlier attempt of this very job already committed to the target.
     *
     * @param part tells the writes of one job apart, such as {@code rejects}; empty for the only one
     */
    public Optional<Committed> committed(JobSession session, TableTarget target, JobContext context, String part) {
        Destination to = Destination.of(target, lakehouse);
        DeltaLog log = DeltaLog.forTable(session.spark(), new Path(to.location()));
        if (!new CommitKey(context, part).wasCommitted(log)) {
            return Optional.empty();
        }
        register(session.spark(), to);
        History.Made made = History.of(session.spark(), to.location()).require(context, to.name());
        return Optional.of(new Committed(
                new TableChange(to.name(), made.before(), made.version(), made.info().changes()), made.info().rows()));
    }

    /** @param rows where the rows of the job went, as the commit says */
    public record Committed(TableChange change, RowCounts rows) {}

    /**
     * Runs the query and writes its rows to files that are no version yet.
     *
     * @throws ForjaException when the rows do not fit the table
     */
    public StagedWrite stage(JobSession session, TableTarget target, Dataset<Row> given, JobContext context, String part)
            throws IOException {
        SparkSession spark = session.spark();
        Destination to = Destination.of(target, lakehouse);
        DeltaLog log = DeltaLog.forTable(spark, new Path(to.location()));
        OptimisticTransaction txn = log.startTransaction();
        boolean isNew = txn.readVersion() < 0;
        SchemaDrift drift = drift(txn, to, target, given.schema());
        Dataset<Row> rows = drift.fitted(given);
        List<String> notes = new ArrayList<>(drift.notes());
        Optional<Metadata> windowed = isNew ? Optional.empty()
                : TimeTravelWindow.in(txn.metadata(), target.timeTravel());
        if (windowed.isPresent() && (drift.replacesSchema() || drift.addsColumns())) {
            // Delta changes a table's metadata once in a commit.
            notes.add("the next write gives " + to.name() + " its window of time travel, since this one changes its"
                    + " schema");
        } else if (windowed.isPresent()) {
            txn.updateMetadata(windowed.get(), false);
        }
        CommitKey key = new CommitKey(context, part);
        AttemptFiles files = AttemptFiles.begin(session, key, to.location(), key.watch(txn));
        StagedWrite staged = new StagedWrite(session, txn, to, target, files);
        spark.sessionState().conf().setConfString(FileStatistics.BY_DELTA, "false");
        try (files) {
            WriteIntoDelta write = new WriteIntoDelta(log,
                    target.mode() == WriteMode.APPEND ? SaveMode.Append : SaveMode.Overwrite,
                    new DeltaOptions(Scala.map(schemaOptions(drift)), spark.sessionState().conf()),
                    Scala.seq(target.partitionBy()), Scala.map(isNew ? properties(target, rows.schema()) : Map.of()), rows,
                    Scala.option(null), Scala.option(null));
            List<Action> actions = Scala.list(write.write(txn, spark, Scala.option(null), false));
            staged.wrote(FileStatistics.added(spark, txn, actions), key, notes);
            return staged;
        } catch (Exception | Error e) {
            // Spark throws checked exceptions without saying so.
            staged.discard();
            throw e;
        } finally {
            spark.sessionState().conf().unsetConf(FileStatistics.BY_DELTA);
        }
    }

    /**
     * What a write would do to the table's schema.
     *
     * @param columns of the rows
     * @return what a person should know, a sentence each
     * @throws ForjaException when the rows would be refused
     */
    public List<String> preview(SparkSession spark, TableTarget target, StructType columns) {
        Destination to = Destination.of(target, lakehouse);
        OptimisticTransaction txn = DeltaLog.forTable(spark, new Path(to.location())).startTransaction();
        List<String> notes = drift(txn, to, target, columns).notes();
        return !notes.isEmpty() ? notes : List.of(txn.readVersion() < 0
                ? "there is no such table yet; the job makes it"
                : "the rows have the table's columns");
    }

    private static SchemaDrift drift(OptimisticTransaction txn, Destination to, TableTarget target, StructType columns) {
        requirePartitions(to, target, columns);
        Contract.requireKept(to.name(), target.columns(), columns);
        SchemaDrift drift = txn.readVersion() < 0 ? SchemaDrift.none(to.name(), target)
                : SchemaDrift.between(to.name(), target, txn.metadata(), columns);
        drift.requireAllowed();
        if ((drift.replacesSchema() || drift.addsColumns()) && hasUnusualNames(columns)
                && !txn.metadata().columnMappingMode().name().equals(BY_NAME)) {
            throw ForjaException.permanent("the table " + to.name() + " was made without unusual column names, and now"
                    + " gets some", "rename the columns without spaces or , ; { } ( ) =, or drop the table");
        }
        return drift;
    }

    private static Map<String, String> schemaOptions(SchemaDrift drift) {
        return drift.replacesSchema() ? Map.of("overwriteSchema", "true")
                : drift.addsColumns() ? Map.of("mergeSchema", "true") : Map.of();
    }

    private static void requirePartitions(Destination to, TableTarget target, StructType rows) {
        List<String> columns = List.of(rows.fieldNames());
        for (String name : target.partitionBy()) {
            if (columns.stream().noneMatch(name::equalsIgnoreCase)) {
                throw ForjaException.permanent("there is no column \"" + name + "\" to split " + to.name() + " by",
                        Suggestion.remedy(name, columns));
            }
        }
    }

    /** Commits, gives the table its name, and tells the versions before and after. */
    public TableChange commit(StagedWrite staged, RowCounts rows) throws Exception {
        TableChange change = staged.commit(rows);
        register(staged.session().spark(), staged.destination());
        return change;
    }

    private void register(SparkSession spark, Destination to) {
        if (to.entry() != null) {
            lakehouse.catalogue().register(spark, to.entry());
        }
    }

    private static Map<String, String> properties(TableTarget target, StructType schema) {
        Map<String, String> properties = new HashMap<>(TimeTravelWindow.properties(target.timeTravel()));
        // The ids of runs long past are dropped from the log's state.
        properties.put("delta.setTransactionRetentionDuration", "interval 30 days");
        if (hasUnusualNames(schema)) {
            properties.put("delta.columnMapping.mode", BY_NAME);
        }
        return properties;
    }

    private static boolean hasUnusualNames(StructType schema) {
        return List.of(schema.fieldNames()).stream().anyMatch(name -> UNUSUAL_IN_NAMES.matcher(name).find());
    }
}
