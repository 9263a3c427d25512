package io.forja.jobs.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.forja.core.job.JobContext;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a commit says of the run that made it, as JSON in Delta's userMetadata.
 *
 * @param origin the run that this one resumes, or the run itself: the run by which the commit is known
 * @param logicalTime in ISO-8601
 * @param rows where the run's rows went, so that a job that finds its work done can still account for it
 * @param changes what became of the table's rows, or null where others took their place
 */
public record CommitInfo(
        String run, String origin, String pipeline, String job, String logicalTime, RowCounts rows,
        @Nullable RowChanges changes) {

    /** Where Delta's own commands look for it, in the session that runs them. */
    public static final String SESSION_KEY = "spark.databricks.delta.commitInfo.userMetadata";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Of a commit whose rows take the place of all that were there. */
    public static CommitInfo of(JobContext context, RowCounts rows) {
        return of(context, rows, null);
    }

    static CommitInfo of(JobContext context, RowCounts rows, @Nullable RowChanges changes) {
        return new CommitInfo(context.runId(), context.origin(), context.pipeline(), context.job(),
                context.logicalTime().toString(), rows, changes);
    }

    /** True for a commit of the job's own work, by whichever attempt and whichever run that it goes on with. */
    boolean isOf(JobContext context) {
        return origin.equals(context.origin()) && job.equals(context.job());
    }

    public String json() {
        ObjectNode node = JSON.createObjectNode();
        node.put("run", run).put("pipeline", pipeline).put("job", job).put("logicalTime", logicalTime);
        if (!origin.equals(run)) {
            node.put("resumes", origin);
        }
        node.putObject("rows").put("read", rows.read()).put("written", rows.written())
                .put("rejected", rows.rejected()).put("deduplicated", rows.deduplicated())
                .put("filtered", rows.filtered());
        if (changes != null) {
            node.putObject("changes").put("inserted", changes.inserted()).put("updated", changes.updated())
                    .put("deleted", changes.deleted());
        }
        return node.toString();
    }

    /** What a commit's userMetadata says; empty where it was not Forja that made it. */
    static Optional<CommitInfo> parse(@Nullable String userMetadata) {
        if (userMetadata == null || !userMetadata.startsWith("{\"run\":")) {
            return Optional.empty();
        }
        try {
            JsonNode node = JSON.readTree(userMetadata);
            JsonNode rows = node.path("rows");
            JsonNode changes = node.path("changes");
            String run = node.path("run").asText();
            return Optional.of(new CommitInfo(run, node.path("resumes").asText(run),
                    node.path("pipeline").asText(), node.path("job").asText(), node.path("logicalTime").asText(),
                    new RowCounts(rows.path("read").asLong(), rows.path("written").asLong(),
                            rows.path("rejected").asLong(), rows.path("deduplicated").asLong(),
                            rows.path("filtered").asLong()),
                    changes.isMissingNode() ? null : new RowChanges(changes.path("inserted").asLong(),
                            changes.path("updated").asLong(), changes.path("deleted").asLong())));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
