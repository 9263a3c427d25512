package io.forja.jobs.check;

import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Statement;
import io.forja.jobs.delta.TableReader;
import io.forja.jobs.rows.Failure;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/** One query over the table for all that is to be checked. */
public final class CheckJob implements Job {

    private final CheckDefinition definition;
    private final Lakehouse lakehouse;

    public CheckJob(CheckDefinition definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            session.phase("checking " + definition.table());
            try {
                return check(session);
            } catch (Exception e) {
                throw Failure.told(e, session, context);
            }
        }
    }

    private JobResult check(JobSession session) {
        TableReader tables = new TableReader(lakehouse);
        Dataset<Row> table = tables.read(session.spark(), definition.table());
        Row counts = Statement.told(() -> table.agg(functions.count(functions.lit(1)), counts(table))).head();
        long versions = tables.versions(session.spark(), definition.table());
        List<String> wrong = wrong(counts, versions);
        if (!wrong.isEmpty()) {
            throw ForjaException.permanent("the table " + definition.table() + " is not as it has to be: "
                    + String.join("; ", wrong), "look at the job that writes it");
        }
        return new JobResult(RowCounts.NONE, List.of(), List.of(definition.table() + " has " + counts.getLong(0)
                + " rows and " + versions + (versions == 1 ? " version" : " versions")));
    }

    /** After the number of rows: for each expectation the rows that break it, then the number of different keys. */
    private Column[] counts(Dataset<Row> table) {
        List<Column> counts = new ArrayList<>();
        for (String rule : definition.expect()) {
            Column holds = functions.coalesce(functions.expr(rule).cast("boolean"), functions.lit(false));
            counts.add(functions.count(functions.when(functions.not(holds), 1)));
        }
        if (!definition.unique().isEmpty()) {
            Column[] key = definition.unique().stream().map(name -> table.col("`" + name.replace("`", "``") + "`"))
                    .toArray(Column[]::new);
            counts.add(functions.countDistinct(functions.struct(key)));
        }
        return counts.toArray(Column[]::new);
    }

    private List<String> wrong(Row counts, long versions) {
        List<String> wrong = new ArrayList<>();
        long rows = counts.getLong(0);
        if (definition.rows() != null && !definition.rows().holds(rows)) {
            wrong.add("it has " + rows + " rows, not " + definition.rows());
        }
        if (definition.versions() != null && !definition.versions().holds(versions)) {
            wrong.add("it has " + versions + " versions, not " + definition.versions());
        }
        for (int i = 0; i < definition.expect().size(); i++) {
            if (counts.getLong(i + 1) > 0) {
                wrong.add("\"" + definition.expect().get(i) + "\" is not true in " + counts.getLong(i + 1) + " rows");
            }
        }
        if (!definition.unique().isEmpty() && counts.getLong(counts.size() - 1) != rows) {
            wrong.add(String.join(", ", definition.unique()) + " is not unique: " + rows + " rows have "
                    + counts.getLong(counts.size() - 1) + " different values");
        }
        return wrong;
    }
}
