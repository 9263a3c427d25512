package io.forja.scheduler.daemon;

import io.forja.core.definition.TableRef;
import io.forja.core.plan.PlannedJob;
import io.forja.core.problem.ForjaException;
import io.forja.core.run.JobRecord;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Which jobs write a table, by the pipelines as they are loaded, and whether one is about to. Thread-safe. */
final class Writers {

    private final Workshop workshop;
    private final Setup setup;

    Writers(Workshop workshop, Setup setup) {
        this.workshop = workshop;
        this.setup = setup;
    }

    /**
     * The jobs, each as {@code pipeline/job}.
     *
     * @param table the table, by every name it has
     */
    List<String> of(List<TableRef> table) {
        workshop.folder().refreshOnce();
        return workshop.folder().all().stream()
                .flatMap(pipeline -> pipeline.plan().jobs().stream().filter(job -> writes(job, table))
                        .map(job -> pipeline.name() + "/" + job.name()))
                .toList();
    }

    private static boolean writes(PlannedJob job, List<TableRef> table) {
        return job.writes().stream().anyMatch(written -> table.stream().anyMatch(written::mayBe));
    }

    /**
     * Works on tables while no job writes them; those of this process wait until it is done.
     *
     * @param tables the tables, each by every name it has
     * @throws ForjaException when a run that is going on, of this process or another one, writes one of them
     */
    <T> T whileNoneWrites(List<TableRef> tables, Supplier<T> work) {
        return workshop.engine().whileNobodyWrites(tables, () -> {
            requireNoRun(tables);
            return work.get();
        });
    }

    private void requireNoRun(List<TableRef> tables) {
        workshop.folder().refreshOnce();
        for (RunRecord run : workshop.ledger().unfinished()) {
            if (run.status() == RunStatus.RUNNING && !setup.isGone(run.owner())) {
                for (JobRecord job : workshop.ledger().jobs(run.id())) {
                    Optional<TableRef> written = planned(job, run).flatMap(each ->
                            tables.stream().filter(table -> writes(each, List.of(table))).findFirst());
                    if (!job.status().isTerminal() && written.isPresent()) {
                        throw new ForjaException("the run " + run.id() + " is going on, and its job " + job.job()
                                + " writes " + written.get(), "wait until it has ended, or end it with \"forja runs"
                                + " cancel " + run.id() + "\"");
                    }
                }
            }
        }
    }

    private Optional<PlannedJob> planned(JobRecord job, RunRecord run) {
        return workshop.folder().find(run.pipeline()).flatMap(pipeline -> pipeline.plan().job(job.job()));
    }
}
