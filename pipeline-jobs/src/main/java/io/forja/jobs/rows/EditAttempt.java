package io.forja.jobs.rows;

import io.forja.core.definition.TableRef;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.core.problem.NotFoundException;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.TableEdit;
import java.util.Optional;

/**
 * One attempt of a job that is one MERGE, UPDATE or DELETE of a table. Run again after its commit, it finds it and
 * changes nothing. Used by one thread.
 */
public final class EditAttempt {

    /** Checks the definition against the table as it is, and says what is to be done. */
    @FunctionalInterface
    public interface Preparation<T> {
        T prepare(JobSession session, EditedTable table) throws Exception;
    }

    private final Lakehouse lakehouse;
    private final JobContext context;
    private final TableRef table;

    public EditAttempt(Lakehouse lakehouse, JobContext context, TableRef table) {
        this.lakehouse = lakehouse;
        this.context = context;
        this.table = table;
    }

    /**
     * @throws NotFoundException when there is no such table
     */
    public JobResult run(Preparation<TableEdit.Command> preparation) throws Exception {
        return inSession(session -> {
            TableEdit edit = new TableEdit(lakehouse, session, context, table);
            Optional<JobResult> done = edit.done();
            if (done.isPresent()) {
                return done.get();
            }
            session.phase("changing " + table);
            try (TableEdit.Command command = preparation.prepare(session, new EditedTable(table, edit.table()))) {
                return edit.run(command);
            }
        });
    }

    /**
     * @param preparation looks, and changes nothing
     * @throws NotFoundException when there is no such table
     */
    public Optional<JobPreview> preview(Preparation<JobPreview> preparation) throws Exception {
        return inSession(session -> {
            session.phase("looking at " + table);
            TableEdit edit = new TableEdit(lakehouse, session, context, table);
            return Optional.of(preparation.prepare(session, new EditedTable(table, edit.table())));
        });
    }

    private interface Work<T> {
        T in(JobSession session) throws Exception;
    }

    private <T> T inSession(Work<T> work) throws Exception {
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            try {
                return work.in(session);
            } catch (Exception e) {
                throw Failure.told(e, session, context);
            }
        }
    }
}
