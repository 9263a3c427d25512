package io.forja.jobs.tables;

import io.forja.core.definition.TableRef;
import io.forja.core.job.JobContext;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.UndoRequest;
import io.forja.core.lake.UndoneTable;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.History;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.TableReader;
import io.forja.jobs.delta.VersionRestore;
import io.forja.jobs.delta.Versions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Takes back what a run wrote. Every table is looked at before the first is changed, and where one cannot go back none
 * does. A process that dies in between leaves some tables undone; the next call finds these done and goes on. Used by
 * one thread.
 */
public final class RunUndo {

    /** A table that can go back. */
    private sealed interface Step {
        record Restore(TableRef table, long to, VersionRestore restore) implements Step {}

        record Drop(TableRef table, TableEntry entry) implements Step {}

        record Done(TableRef table, @Nullable Long to) implements Step {}
    }

    private static final String UNDO = "undo-";

    private final Lakehouse lakehouse;
    private final SparkSession spark;
    private final UndoRequest request;
    private final JobContext context;

    /** @param context carries the undo's own id, the same each time that this run is undone */
    public RunUndo(Lakehouse lakehouse, SparkSession spark, UndoRequest request, JobContext context) {
        this.lakehouse = lakehouse;
        this.spark = spark;
        this.request = request;
        this.context = context;
    }

    /** What the commits of an undo say they are a run of: the same for a run and those that resume it. */
    public static String idOf(UndoRequest request) {
        return UNDO + request.origin();
    }

    /**
     * @throws ForjaException when a table cannot go back; the message says which ones, and why
     */
    public List<UndoneTable> undo(boolean dryRun) throws Exception {
        List<Step> steps = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        for (UndoRequest.Written written : request.tables()) {
            try {
                steps.add(step(written));
            } catch (ForjaException e) {
                reasons.add(e.what());
            }
        }
        if (!reasons.isEmpty()) {
            throw ForjaException.permanent("the run " + request.run() + " cannot be undone, and nothing was changed: "
                    + String.join("; ", reasons), "restore the tables one by one with \"forja tables restore\"");
        }
        List<UndoneTable> undone = new ArrayList<>();
        for (Step step : steps) {
            undone.add(take(step, dryRun));
        }
        return undone;
    }

    private Step step(UndoRequest.Written written) {
        TableRef table = written.table();
        Optional<String> location = new TableReader(lakehouse).find(spark, table);
        if (location.isEmpty()) {
            if (written.before() == null) {
                return new Step.Done(table, null);
            }
            throw ForjaException.permanent(table + " is not there any more", "");
        }
        long before = written.before() == null ? -1 : written.before();
        List<History.Author> since = History.authorsSince(spark, location.get(), before + 1);
        Set<String> undone = since.stream().map(History.Author::run).filter(run -> run != null && run.startsWith(UNDO))
                .map(run -> run.substring(UNDO.length())).collect(Collectors.toSet());
        if (undone.contains(request.origin())) {
            return new Step.Done(table, written.before());
        }
        since.stream().filter(version -> !isUndone(version, undone)).filter(version ->
                !request.origin().equals(version.origin())).findFirst().ifPresent(other -> {
            throw ForjaException.permanent("version " + other.version() + " of " + table + " was made by "
                    + (other.run() == null ? "somebody else (" + other.operation() + ")" : "the run " + other.run()), "");
        });
        return written.before() == null ? created(table)
                : new Step.Restore(table, written.before(), restore(table, location.get(), written.before()));
    }

    /** True for what a run wrote and what took that back: together they are nothing. */
    private static boolean isUndone(History.Author version, Set<String> undone) {
        String origin = version.origin();
        return origin != null && (origin.startsWith(UNDO) || undone.contains(origin));
    }

    private VersionRestore restore(TableRef table, String location, long version) {
        return VersionRestore.of(spark, table.text(), location,
                Versions.require(spark, location, table.text(), version, null));
    }

    private Step created(TableRef table) {
        TableEntry entry = table.isPath() ? null : new TableDrop(lakehouse).find(spark, table).orElse(null);
        if (entry == null || entry.type() == TableInfo.Type.EXTERNAL) {
            throw ForjaException.permanent(table + " was made by the run, as an external table, whose data is never"
                    + " deleted for you", "");
        }
        return new Step.Drop(table, entry);
    }

    private UndoneTable take(Step step, boolean dryRun) throws Exception {
        if (step instanceof Step.Restore back) {
            Long after = dryRun ? null : Long.valueOf(back.restore.commit(context));
            return new UndoneTable(back.table.text(), UndoneTable.Action.RESTORED, back.to, after);
        }
        if (step instanceof Step.Drop drop) {
            if (!dryRun) {
                new TableDrop(lakehouse).drop(spark, drop.entry);
            }
            return new UndoneTable(drop.table.text(), UndoneTable.Action.DROPPED, null, null);
        }
        Step.Done done = (Step.Done) step;
        return new UndoneTable(done.table.text(), UndoneTable.Action.DONE, done.to, null);
    }
}
