package io.forja.core.definition;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Required;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A pipeline as declared in one YAML file. Immutable. */
@Doc("A pipeline: jobs over tables, in the order of their needs, on a schedule or on request.")
public record PipelineDefinition(
        @Doc(value = "The pipeline's name: letters, digits, - and _.", example = "vendas") String pipeline,
        @Doc("What the pipeline is for.") @Nullable String description,
        @Doc("When it runs by itself.") @Nullable Schedule schedule,
        @Doc("Values that a run may be given.") Map<String, Param> params,
        @Doc("What holds for all of its jobs.") @Default("{}") Defaults defaults,
        @Doc("Who hears of its runs.") @Nullable Notify notify_,
        @Doc(value = "The jobs by their names.", example = "{bronze_vendas: {ingest: ...}}") @Required
                Map<String, JobEntry> jobs) {

    static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,99}");

    public PipelineDefinition {
        requireName("pipeline", pipeline);
        jobs.keySet().forEach(job -> requireName("jobs." + job, job));
    }

    public Duration timeout(JobEntry job) {
        return Objects.requireNonNullElse(job.timeout(), defaults.timeout());
    }

    public RetryPolicy retry(JobEntry job) {
        return Objects.requireNonNullElse(job.retry(), defaults.retry());
    }

    /** The zone in which the pipeline's dates are meant: the schedule's, else UTC. */
    public ZoneId zone() {
        return schedule == null ? ZoneOffset.UTC : schedule.timezone();
    }

    private static void requireName(String key, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidValueException(key, "\"" + name + "\" is no name",
                    "write letters, digits, - and _ only, at most 100, not starting with -");
        }
    }
}
