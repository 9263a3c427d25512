package io.forja.jobs.drop;

import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.TableInfo;
import io.forja.core.problem.NotFoundException;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.tables.TableDrop;
import java.util.List;
import java.util.Optional;

/** Drops the table. Cut short, the next attempt goes on; a table that an earlier attempt dropped is no failure. */
public final class DropJob implements Job {

    private final DropDefinition definition;
    private final Lakehouse lakehouse;

    public DropJob(DropDefinition definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            TableDrop drop = new TableDrop(lakehouse);
            Optional<TableEntry> found = drop.find(session.spark(), definition.table());
            if (found.isEmpty()) {
                return absent(context);
            }
            TableEntry table = found.get();
            session.phase("dropping " + table.table());
            context.cancellation().commit(() -> {
                drop.drop(session.spark(), table);
                return table;
            });
            return told("the table " + table.table() + " is dropped: its name "
                    + (table.type() == TableInfo.Type.MANAGED ? "and its data, which was at "
                            : "alone, its data stays at ") + Locations.display(table.location()));
        }
    }

    private JobResult absent(JobContext context) {
        if (!definition.ifExists() && context.isFirstAttempt()) {
            throw new NotFoundException("there is no table " + definition.table() + " to drop",
                    "write ifExists: true where that is no failure");
        }
        return told("there is no table " + definition.table() + " to drop");
    }

    private static JobResult told(String note) {
        return new JobResult(RowCounts.NONE, List.of(), List.of(note));
    }
}
