package io.forja.scheduler.testing;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.job.Job;
import io.forja.core.job.JobCatalog;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.core.job.JobType;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.core.job.TableChange;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import io.forja.core.yaml.Default;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Job types that need no engine. */
public final class Jobs {

    /** Writes so many rows into a table, at its next version. */
    public record Rows(
            @Default("10") long read, @Default("0") long rejected, @Nullable TableRef into, @Default("1") long version)
            implements JobDefinition {

        @Override
        public List<TableRef> reads() {
            return List.of();
        }

        @Override
        public List<TableRef> writes() {
            return into == null ? List.of() : List.of(into);
        }

        @Override
        public String summary() {
            return "rows " + read;
        }
    }

    /** Takes its time, and stops when it is asked to. */
    public record Slow(@Default("1h") Duration time) implements JobDefinition {

        @Override
        public List<TableRef> reads() {
            return List.of();
        }

        @Override
        public List<TableRef> writes() {
            return List.of();
        }

        @Override
        public String summary() {
            return "slow";
        }
    }

    /** Fails while a file is there, or always where none is named. */
    public record Fail(@Default("the data is wrong") String because, @Nullable String until) implements JobDefinition {

        @Override
        public List<TableRef> reads() {
            return List.of();
        }

        @Override
        public List<TableRef> writes() {
            return List.of();
        }

        @Override
        public String summary() {
            return "fail";
        }
    }

    private Jobs() {}

    public static JobCatalog catalog() {
        return JobCatalog.of(List.of(
                new JobType<>("rows", Rows.class, (rows, nothing) -> rows(rows)),
                new JobType<>("slow", Slow.class, (slow, nothing) -> slow(slow)),
                new JobType<>("fail", Fail.class, (fail, nothing) -> fail(fail))), () -> "nothing");
    }

    private static Job rows(Rows rows) {
        return new Job() {
            @Override
            public JobResult run(JobContext context) {
                return new JobResult(new RowCounts(rows.read, rows.read - rows.rejected, rows.rejected, 0, 0),
                        rows.into == null ? List.of() : List.of(new TableChange(rows.into.text(), rows.version - 1,
                                rows.version)),
                        List.of());
            }

            /** Its first version makes the table; many rejects are refused beforehand. */
            @Override
            public Optional<JobPreview> preview(JobContext context) {
                if (rows.rejected > rows.read / 2) {
                    throw ForjaException.permanent("too many rows of " + context.job() + " would be rejected", "mend them");
                }
                if (rows.version == 0) {
                    throw new NotFoundException("there is no table " + rows.into, "");
                }
                return Optional.ofNullable(rows.into).map(table -> new JobPreview(table.text(),
                        new RowChanges(rows.read, 0, 0), List.of("on " + context.logicalTime())));
            }
        };
    }

    private static Job slow(Slow slow) {
        return context -> {
            context.progress().at("taking time", 1, 2);
            CountDownLatch stopped = new CountDownLatch(1);
            context.cancellation().onCancel(stopped::countDown);
            if (stopped.await(slow.time.toMillis(), TimeUnit.MILLISECONDS)) {
                context.cancellation().throwIfCancelled();
            }
            return JobResult.NOTHING;
        };
    }

    private static Job fail(Fail fail) {
        return context -> {
            if (fail.until == null || Files.exists(Path.of(fail.until))) {
                throw ForjaException.permanent(fail.because, "mend it");
            }
            return JobResult.NOTHING;
        };
    }
}
