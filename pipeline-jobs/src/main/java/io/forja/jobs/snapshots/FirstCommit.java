package io.forja.jobs.snapshots;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.forja.core.job.JobContext;
import io.forja.core.job.RowCounts;
import io.forja.jobs.delta.CommitInfo;
import io.forja.jobs.delta.Scala;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.Metadata;

/**
 * A snapshot's whole log: the one commit that makes the copied files a table. It takes over what makes the rows
 * readable and the table what it is (protocol, schema, constraints, properties, row ids), and leaves behind what
 * belongs to the source's own history: its transactions, and since when its commits carry their time.
 */
final class FirstCommit {

    private static final String IN_COMMIT_TIMESTAMPS = "delta.enableInCommitTimestamps";
    private static final List<String> OF_THE_SOURCE_ALONE =
            List.of("delta.inCommitTimestampEnablement", "delta.coordinatedCommits.");

    private static final ObjectMapper JSON = new ObjectMapper();

    private FirstCommit() {}

    static List<String> lines(PinnedTable source, List<AddFile> files, JobContext context, long rows, long bytes) {
        Snapshot version = source.version();
        Metadata metadata = metadata(version.metadata(), context);
        List<String> lines = new ArrayList<>();
        lines.add(commitInfo(source, files.size(), context, rows, bytes,
                Scala.map(metadata.configuration()).getOrDefault(IN_COMMIT_TIMESTAMPS, "").equals("true")));
        lines.add(version.protocol().json());
        lines.add(metadata.json());
        Scala.list(version.domainMetadata()).stream().map(Action::json).forEach(lines::add);
        files.stream().map(AddFile::json).forEach(lines::add);
        return lines;
    }

    private static Metadata metadata(Metadata source, JobContext context) {
        Map<String, String> configuration = new HashMap<>(Scala.map(source.configuration()));
        configuration.keySet().removeIf(key -> OF_THE_SOURCE_ALONE.stream().anyMatch(key::startsWith));
        return source.copy(UUID.randomUUID().toString(), source.name(), source.description(), source.format(),
                source.schemaString(), source.partitionColumns(), Scala.map(configuration),
                Scala.option(context.clock().millis()));
    }

    private static String commitInfo(
            PinnedTable source, int files, JobContext context, long rows, long bytes, boolean inCommitTimestamp) {
        long now = context.clock().millis();
        ObjectNode root = JSON.createObjectNode();
        ObjectNode info = root.putObject("commitInfo");
        if (inCommitTimestamp) {
            info.put("inCommitTimestamp", now);
        }
        info.put("timestamp", now).put("operation", "SNAPSHOT").put("isBlindAppend", true).put("engineInfo", "Forja")
                .put("userMetadata", CommitInfo.of(context, RowCounts.copied(rows)).json());
        info.putObject("operationParameters").put("source", source.table())
                .put("sourceVersion", String.valueOf(source.number()));
        info.putObject("operationMetrics").put("numFiles", String.valueOf(files))
                .put("numOutputRows", String.valueOf(rows)).put("numOutputBytes", String.valueOf(bytes));
        return root.toString();
    }
}
