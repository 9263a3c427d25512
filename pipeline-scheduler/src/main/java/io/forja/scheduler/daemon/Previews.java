package io.forja.scheduler.daemon;

import io.forja.core.definition.TableRef;
import io.forja.core.job.Cancellation;
import io.forja.core.job.Job;
import io.forja.core.job.JobCatalog;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobProgress;
import io.forja.core.plan.Plan;
import io.forja.core.plan.PlannedJob;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.NotFoundException;
import io.forja.core.run.RunRecord;
import io.forja.scheduler.api.PreviewedJob;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the jobs of a plan what they would do now; what is wrong with one keeps no other from telling. */
final class Previews {

    private static final Logger LOG = LoggerFactory.getLogger(Previews.class);

    private final JobCatalog jobs;
    private final Clock clock;

    Previews(JobCatalog jobs, Clock clock) {
        this.jobs = jobs;
        this.clock = clock;
    }

    List<PreviewedJob> of(RunRecord run, Plan plan) {
        List<PreviewedJob> told = new ArrayList<>();
        for (PlannedJob job : plan.jobs()) {
            try {
                preview(run, job).ifPresent(preview -> told.add(new PreviewedJob(job.name(), preview, null)));
            } catch (NotFoundException e) {
                told.add(maker(plan, job)
                        .map(maker -> new PreviewedJob(job.name(), new JobPreview(tables(job).findFirst().orElseThrow()
                                .text(), null, List.of("the job " + maker.name() + " makes its tables first")), null))
                        .orElseGet(() -> missing(job, e)));
            } catch (ForjaException | InvalidDefinitionException e) {
                told.add(new PreviewedJob(job.name(), null, e.getMessage()));
            }
        }
        return told;
    }

    private Optional<JobPreview> preview(RunRecord run, PlannedJob planned) {
        Job job = jobs.create(planned.definition());
        JobContext context = new JobContext(run.id(), run.pipeline(), planned.name(), run.logicalTime(), 1, clock,
                new Cancellation(), JobProgress.NONE);
        try {
            return job.preview(context);
        } catch (ForjaException | InvalidDefinitionException e) {
            throw e;
        } catch (Exception e) {
            LOG.warn("the job {} cannot tell what it would do", planned.name(), e);
            throw new ForjaException("the job cannot tell what it would do (" + e + ")", "see the log", true, e);
        }
    }

    /** What is not there may be a file that a job before this one makes. */
    private static PreviewedJob missing(PlannedJob job, NotFoundException missing) {
        return job.needs().isEmpty() || job.writes().isEmpty()
                ? new PreviewedJob(job.name(), null, missing.getMessage())
                : new PreviewedJob(job.name(), new JobPreview(job.writes().get(0).text(), null,
                        List.of("what it reads is not there yet (" + missing.what() + "); see that "
                                + String.join(" or ", job.needs().stream().sorted().toList()) + " makes it")), null);
    }

    /** The earlier job that writes a table which this one needs. */
    private static Optional<PlannedJob> maker(Plan plan, PlannedJob job) {
        return plan.jobs().stream().takeWhile(earlier -> earlier != job)
                .filter(earlier -> tables(job).anyMatch(table -> earlier.writes().stream().anyMatch(table::mayBe)))
                .findFirst();
    }

    private static Stream<TableRef> tables(PlannedJob job) {
        return Stream.concat(job.writes().stream(), job.reads().stream());
    }
}
