package io.forja.jobs.maintain;

import io.forja.core.definition.TableRef;
import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Suggestion;
import io.forja.core.yaml.Durations;
import io.forja.jobs.delta.CommitInfo;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.delta.Newest;
import io.forja.jobs.delta.Scala;
import io.forja.jobs.delta.Sizes;
import io.forja.jobs.delta.Statement;
import io.forja.jobs.delta.TableReader;
import io.forja.jobs.rows.Expressions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;

/**
 * Maintains one table after the other, then gives up what was never wholly uploaded into the lake. Stopped in between, the next attempt does what is left: joined files are not
 * joined again, and removed ones are gone.
 */
public final class MaintainJob implements Job {

    private static final String FILE_SIZE = "spark.databricks.delta.optimize.maxFileSize";
    private static final String SMALL_FILE_SIZE = "spark.databricks.delta.optimize.minFileSize";

    private final MaintainDefinition definition;
    private final Lakehouse lakehouse;

    public MaintainJob(MaintainDefinition definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        List<TableChange> changes = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        List<Path> folders = new ArrayList<>(List.of(new Path(lakehouse.locations().warehouse()),
                new Path(lakehouse.locations().snapshots())));
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            SparkSession spark = session.spark();
            TableReader reader = new TableReader(lakehouse);
            for (TableRef table : definition.tables()) {
                context.cancellation().throwIfCancelled();
                DeltaLog log = DeltaLog.forTable(spark, new Path(reader.locate(spark, table)));
                folders.add(log.dataPath());
                if (definition.optimize() && !definition.dryRun()) {
                    session.phase("joining the small files of " + table);
                    optimize(spark, table, log, context, changes, notes);
                }
                if (definition.vacuum()) {
                    session.phase("removing the old files of " + table);
                    vacuum(spark, table, log, context, notes);
                }
            }
            if (definition.vacuum()) {
                context.cancellation().throwIfCancelled();
                notes.addAll(new StaleUploads(spark.sessionState().newHadoopConf(), context.clock())
                        .giveUp(folders, definition.dryRun()));
            }
        }
        return new JobResult(RowCounts.NONE, changes, notes);
    }

    private void optimize(SparkSession spark, TableRef table, DeltaLog log, JobContext context,
            List<TableChange> changes, List<String> notes) {
        long before = version(log);
        requireColumns(table, log);
        String bytes = String.valueOf((long) definition.targetFileMegabytes() << 20);
        spark.conf().set(FILE_SIZE, bytes);
        spark.conf().set(SMALL_FILE_SIZE, bytes);
        spark.conf().set(CommitInfo.SESSION_KEY, CommitInfo.of(context, RowCounts.NONE).json());
        Row metrics = Statement.told(() -> spark.sql("OPTIMIZE delta." + Expressions.quoted(log.dataPath().toString()) + order())
                .head()).getStruct(1);
        long after = version(log);
        long removed = metrics.getAs("numFilesRemoved");
        long added = metrics.getAs("numFilesAdded");
        if (after > before) {
            changes.add(new TableChange(table.text(), before, after));
        }
        notes.add(table + ": " + (removed == 0 ? "no small files to join" : files(removed) + " became " + added));
    }

    private String order() {
        return definition.zOrderBy().isEmpty() ? "" : definition.zOrderBy().stream().map(Expressions::quoted)
                .collect(Collectors.joining(", ", " ZORDER BY (", ")"));
    }

    private void requireColumns(TableRef table, DeltaLog log) {
        List<String> columns = List.of(log.unsafeVolatileSnapshot().metadata().schema().fieldNames());
        List<String> partitions = Scala.list(log.unsafeVolatileSnapshot().metadata().partitionColumns());
        for (String name : definition.zOrderBy()) {
            if (columns.stream().noneMatch(name::equalsIgnoreCase)) {
                throw ForjaException.permanent("zOrderBy: " + table + " has no column \"" + name + "\"",
                        Suggestion.remedy(name, columns));
            }
            if (partitions.stream().anyMatch(name::equalsIgnoreCase)) {
                throw ForjaException.permanent("zOrderBy: " + table + " is split by \"" + name + "\" already",
                        "remove it from zOrderBy");
            }
        }
    }

    private void vacuum(SparkSession spark, TableRef table, DeltaLog log, JobContext context, List<String> notes)
            throws IOException {
        Vacuum vacuum = new Vacuum(spark, table.text(), log, definition.retain(), context.clock());
        List<FileStatus> due = vacuum.due();
        context.cancellation().throwIfCancelled();
        String bytes = Sizes.text(due.stream().mapToLong(FileStatus::getLen).sum());
        String reason = "needed by no version of the last " + Durations.format(vacuum.retained());
        if (definition.dryRun()) {
            due.forEach(file -> notes.add("would remove " + Locations.display(file.getPath().toString()) + ": "
                    + file.getLen() + " bytes, " + reason));
        } else {
            vacuum.remove();
        }
        notes.add(String.format(Locale.ROOT, "%s: %s, %s, %s %s", table, files(due.size()), bytes,
                definition.dryRun() ? "would be removed," : "removed,", reason));
    }

    private static String files(long count) {
        return count + (count == 1 ? " file" : " files");
    }

    private static long version(DeltaLog log) {
        return Newest.of(log).version();
    }
}
