package io.forja.jobs.delta;

import io.delta.tables.DeltaTable;
import io.forja.core.definition.TableRef;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.jspecify.annotations.Nullable;

/**
 * One MERGE, UPDATE or DELETE of a job: Delta's own command, whose commit carries the job's commit id, so that a job
 * that is run again after its commit finds it and changes nothing. After a stop was asked for no commit begins. Used
 * by the thread of its session.
 */
public final class TableEdit {

    /** Delta's command, and what it did. What it holds for its work is let go at its close. */
    public interface Command extends AutoCloseable {

        void run(DeltaTable table) throws Exception;

        /**
         * Asked right before the commit, which says it of itself.
         *
         * @param metrics as Delta counts them for this operation
         * @param before the table as the command found it
         */
        Outcome outcome(Map<String, String> metrics, Supplier<Dataset<Row>> before);

        @Override
        default void close() {}
    }

    /**
     * A command that is made of what the table has: of the very version that its transaction begins from. A version
     * that another writer makes in between is a conflict, and the command looks again.
     */
    public interface Derived extends Command {

        /**
         * Asked right before {@link #run}.
         *
         * @param table the table at one version
         */
        void look(Dataset<Row> table) throws Exception;
    }

    /**
     * @param changes what becomes of the table's rows
     * @param rows where the job's rows go
     */
    public record Outcome(RowChanges changes, RowCounts rows) {}

    private final JobSession session;
    private final CommitKey key;
    private final String name;
    private final String location;
    private final DeltaLog log;

    /**
     * @throws NotFoundException when there is no such table
     */
    public TableEdit(Lakehouse lakehouse, JobSession session, JobContext context, TableRef table) {
        this.session = session;
        this.key = new CommitKey(context, "");
        this.location = new TableReader(lakehouse).locate(session.spark(), table);
        this.name = table.isPath() ? Locations.display(location) : table.text();
        this.log = DeltaLog.forTable(session.spark(), location);
    }

    /** The table as it is now. */
    public Dataset<Row> table() {
        return session.spark().read().format("delta").load(location);
    }

    /**
     * What an earlier attempt of this very job already did.
     *
     * @throws ForjaException when it did, and the table's history no longer says what
     */
    public Optional<JobResult> done() {
        return key.wasCommitted(log)
                ? Optional.of(result(History.of(session.spark(), location).require(key.context(), name),
                        "an earlier attempt had changed " + name + " already"))
                : Optional.empty();
    }

    private JobResult result(History.Made made, String... notes) {
        return new JobResult(made.info().rows(),
                List.of(new TableChange(name, made.before(), made.version(), made.info().changes())),
                List.of(notes));
    }

    /**
     * Runs the command, from the start again where another writer was first, and tells what it did. A command that
     * changes no row makes no version.
     */
    public JobResult run(Command command) throws Exception {
        return Conflicts.retried(key.context(), name, () -> attempt(command));
    }

    private JobResult attempt(Command command) throws Exception {
        SparkSession spark = session.spark();
        try (AttemptFiles files = AttemptFiles.begin(session, key, location, false)) {
            JobTransactions transactions = new JobTransactions(log.dataPath(), key, command);
            try {
                if (command instanceof Derived derived) {
                    long version = log.startTransaction().readVersion();
                    transactions.beginFrom(version);
                    derived.look(spark.read().format("delta").option("versionAsOf", version).load(location));
                }
                transactions.during(() -> {
                    command.run(DeltaTable.forPath(spark, location));
                    return null;
                });
            } catch (Exception e) {
                return result(files.committedAfterAll(e, log, name));
            }
            return result(transactions.latest(), command);
        }
    }

    private JobResult result(@Nullable JobTransaction made, Command command) {
        Outcome outcome = made == null ? null : made.outcome();
        if (outcome == null) {
            outcome = command.outcome(Map.of(), this::table);
        }
        if (made == null || made.version() == null) {
            return new JobResult(outcome.rows(), List.of(),
                    List.of("no row of " + name + " was to be changed, so it has no new version"));
        }
        long version = made.version();
        return new JobResult(outcome.rows(),
                List.of(new TableChange(name, version - 1, version, outcome.changes())), List.of());
    }
}
