package io.forja.jobs.delta;

import io.forja.core.job.JobContext;
import io.forja.core.job.RowCounts;
import io.forja.core.lake.Restored;
import io.forja.core.problem.ForjaException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaConcurrentModificationException;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.DomainMetadataUtils;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.Metadata;
import org.apache.spark.sql.delta.actions.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Makes an old version of a table its newest one, by one commit over the files that are there: no data is read or
 * written. Rows, schema, partitioning and properties are those of the old version; how long old versions are kept, and
 * what readers have to be able to do, stay as they are. Used by one thread.
 *
 * <p>The commit carries the job's commit id, as every write does, so that it is made at most once.
 */
public final class VersionRestore {

    private final SparkSession spark;
    private final String table;
    private final OptimisticTransaction txn;
    private final Snapshot then;
    private final Map<String, AddFile> filesNow;
    private final Map<String, AddFile> filesThen;

    private VersionRestore(SparkSession spark, String table, OptimisticTransaction txn, Snapshot then) {
        this.spark = spark;
        this.table = table;
        this.txn = txn;
        this.then = then;
        this.filesNow = files(txn.snapshot());
        this.filesThen = files(then);
    }

    /**
     * Looks at both versions.
     *
     * @param table what people call it
     * @param version one that can be read, see {@link Versions#require}
     */
    public static VersionRestore of(SparkSession spark, String table, String location, long version) {
        DeltaLog log = DeltaLog.forTable(spark, new Path(location));
        OptimisticTransaction txn = log.startTransaction();
        return new VersionRestore(spark, table, txn,
                log.getSnapshotAt(version, Scala.option(null), Scala.option(null)));
    }

    /** A file counts as the same with the same deleted rows alone. */
    private static Map<String, AddFile> files(Snapshot version) {
        Map<String, AddFile> files = new LinkedHashMap<>();
        for (AddFile file : LiveFiles.of(version)) {
            files.put(file.path() + (file.deletionVector() == null ? "" : " " + file.deletionVector().uniqueId()), file);
        }
        return files;
    }

    public long before() {
        return txn.readVersion();
    }

    /** What it is about, before anything is done. */
    public Restored told(@Nullable Long after) {
        return new Restored(table, "version " + then.version(), before(), size(filesNow), size(filesThen), after);
    }

    /** How much some files hold. */
    public static Restored.Size size(Iterable<AddFile> files) {
        Long rows = 0L;
        long number = 0;
        long bytes = 0;
        for (AddFile file : files) {
            Optional<Object> counted = Scala.optional(file.numLogicalRecords());
            rows = rows == null || counted.isEmpty() ? null : Long.valueOf(rows + ((Number) counted.get()).longValue());
            number++;
            bytes += file.size();
        }
        return new Restored.Size(rows, number, bytes);
    }

    private static Restored.Size size(Map<String, AddFile> files) {
        return size(files.values());
    }

    /** True where the newest version is as the old one already. */
    public boolean changesNothing() {
        return filesNow.keySet().equals(filesThen.keySet()) && metadata().equals(txn.metadata());
    }

    /**
     * @return the version that was made
     * @throws ForjaException when somebody wrote the table meanwhile
     */
    public long commit(JobContext context) throws Exception {
        txn.readWholeTable();
        if (!metadata().equals(txn.metadata())) {
            txn.updateMetadata(metadata(), false);
        }
        Protocol protocol = txn.protocol().merge(Scala.seq(List.of(then.protocol())));
        if (!protocol.equals(txn.protocol())) {
            txn.updateProtocol(protocol);
        }
        Restored.Size size = size(filesThen);
        CommitInfo info = CommitInfo.of(context, size.rows() == null ? RowCounts.NONE : RowCounts.copied(size.rows()));
        // Delta takes it for this kind of commit from the session alone.
        spark.sessionState().conf().setConfString(CommitInfo.SESSION_KEY, info.json());
        try {
            return context.cancellation().commit(() -> txn.commit(Scala.seq(actions(context)),
                    new DeltaOperations.Restore(Scala.option(then.version()), Scala.option(null)), Scala.map(Map.of())));
        } catch (DeltaConcurrentModificationException e) {
            throw new ForjaException("somebody else wrote the table " + table + " meanwhile", "look at its history, and"
                    + " do it again", true, e);
        } finally {
            spark.sessionState().conf().unsetConf(CommitInfo.SESSION_KEY);
        }
    }

    private List<Action> actions(JobContext context) {
        long now = context.clock().millis();
        List<Action> actions = new ArrayList<>();
        filesNow.forEach((key, file) -> {
            if (!filesThen.containsKey(key)) {
                actions.add(file.removeWithTimestamp(now, true));
            }
        });
        filesThen.forEach((key, file) -> {
            if (!filesNow.containsKey(key)) {
                actions.add(file.copy(file.path(), file.partitionValues(), file.size(), file.modificationTime(), true,
                        file.stats(), file.tags(), file.deletionVector(), file.baseRowId(),
                        file.defaultRowCommitVersion(), file.clusteringProvider()));
            }
        });
        actions.addAll(Scala.list(DomainMetadataUtils.handleDomainMetadataForRestoreTable(then, txn.snapshot())));
        actions.add(new CommitKey(context, "").mark());
        return actions;
    }

    /** That of the old version; a window of time travel that was declared since stays. */
    private Metadata metadata() {
        Metadata old = then.metadata();
        Map<String, String> configuration = new HashMap<>(Scala.map(old.configuration()));
        Map<String, String> now = Scala.map(txn.metadata().configuration());
        for (String key : TimeTravelWindow.KEYS) {
            configuration.remove(key);
            if (now.containsKey(key)) {
                configuration.put(key, now.get(key));
            }
        }
        return old.copy(old.id(), old.name(), old.description(), old.format(), old.schemaString(),
                old.partitionColumns(), Scala.map(configuration), old.createdTime());
    }
}
