package io.forja.scheduler.daemon;

import io.forja.core.plan.Plan;
import io.forja.core.plan.PlannedJob;
import io.forja.core.problem.ForjaException;
import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether a run that ended can be gone on with, and what of it is done.
 *
 * <p>Only the last run of a logical time can: what came after it has changed the tables by commits of its own.
 *
 * @param ended the run
 * @param jobs its jobs as they ended; none where it never came to have any
 */
record Retry(RunRecord ended, List<JobRecord> jobs) {

    /** By what a job of the ended run is the job of the plan. */
    private record Identity(String name, String type, Set<String> needs) {}

    /**
     * @param sameTime the runs of its logical time
     * @param undone true where what it wrote was taken back
     * @throws ForjaException when it is not to be gone on with
     */
    void requireAllowed(Stream<RunRecord> sameTime, boolean undone) {
        String run = "the run " + ended.id();
        String anew = "run the pipeline anew with \"forja run " + ended.pipeline() + "\"";
        if (!ended.status().isTerminal()) {
            throw ForjaException.permanent(run + " is going on", "wait until it has ended, or end it with \"forja runs"
                    + " cancel " + ended.id() + "\"");
        }
        if (ended.status() == RunStatus.SUCCEEDED) {
            throw ForjaException.permanent(run + " succeeded, and nothing of it is left to do", anew);
        }
        if (undone) {
            throw ForjaException.permanent(run + " was undone, and what its jobs did is no longer there", anew);
        }
        sameTime.filter(other -> other.rerun() > ended.rerun() && other.status() != RunStatus.SKIPPED)
                .reduce((earlier, later) -> later)
                .ifPresent(later -> {
                    throw ForjaException.permanent("the run " + later.id() + " came after " + ended.id()
                            + " for the same time", later.status() == RunStatus.SUCCEEDED
                                    ? "nothing is left to do, for that one succeeded"
                                    : "go on with that one: \"forja runs retry " + later.id() + "\"");
                });
    }

    /** The part of a plan that the run was of: the whole, or its only job. */
    Plan meant(Plan plan) {
        return meant(plan, jobs);
    }

    static Plan meant(Plan plan, List<JobRecord> jobs) {
        return jobs.size() == 1 && plan.job(jobs.get(0).job()).isPresent() ? plan.only(jobs.get(0).job()) : plan;
    }

    /**
     * The jobs that succeeded, which are not run again.
     *
     * @param plan by which the others are to run
     * @param typeOf the name of a job's type
     * @throws ForjaException when the plan's jobs are others than the run's
     */
    List<JobRecord> done(Plan plan, Function<PlannedJob, String> typeOf) {
        Set<Identity> now = plan.jobs().stream()
                .map(job -> new Identity(job.name(), typeOf.apply(job), job.needs())).collect(Collectors.toSet());
        Set<Identity> then = jobs.stream()
                .map(job -> new Identity(job.job(), job.type(), job.needs())).collect(Collectors.toSet());
        if (!then.isEmpty() && !then.equals(now)) {
            Stream<String> gone = then.stream().filter(job -> !now.contains(job)).map(Identity::name);
            Stream<String> added = now.stream().filter(job -> !then.contains(job)).map(Identity::name);
            throw ForjaException.permanent("the pipeline " + plan.pipeline() + " has other jobs now than the run "
                    + ended.id() + " had; new, gone, or of another type or other needs: "
                    + Stream.concat(gone, added).distinct().sorted().collect(Collectors.joining(", ")), "run the pipeline anew with \"forja run "
                    + plan.pipeline() + "\"");
        }
        return jobs.stream().filter(job -> job.status() == JobStatus.SUCCEEDED).toList();
    }
}
