package io.forja.jobs.export;

import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.rows.Failure;
import io.forja.jobs.source.InputReader;
import io.forja.jobs.source.SourceRows;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Writes the rows beside their place, hidden, and moves them there. Run again, at whatever point it died, it writes them
 * anew and replaces what is there.
 */
public final class ExportJob implements Job {

    private final ExportDefinition definition;
    private final Lakehouse lakehouse;

    public ExportJob(ExportDefinition definition, Lakehouse lakehouse) {
        this.definition = definition;
        this.lakehouse = lakehouse;
    }

    @Override
    public JobResult run(JobContext context) throws Exception {
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            session.phase("exporting " + definition.input().label());
            try {
                SourceRows source = source(session, context);
                ExportedFiles files = new ExportedFiles(definition.into(),
                        lakehouse.locations().resolve(definition.into().path()),
                        session.spark().sessionState().newHadoopConf());
                long rows = files.write(rows(source), session, context);
                return new JobResult(RowCounts.copied(rows), List.of(), List.of("wrote " + files.display()))
                        .withNotesFirst(source.notes());
            } catch (Exception e) {
                throw Failure.told(e, session, context);
            }
        }
    }

    private SourceRows source(JobSession session, JobContext context) {
        return new InputReader(lakehouse, session, context).read(definition.input(), null);
    }

    private Dataset<Row> rows(SourceRows source) {
        Dataset<Row> rows = source.sound();
        if (definition.into() instanceof CsvExport csv) {
            new CsvLines(csv).requireTexts(rows);
        }
        return rows;
    }

    @Override
    public Optional<JobPreview> preview(JobContext context) throws Exception {
        try (JobSession session = JobSession.open(lakehouse.sessions(), context)) {
            Dataset<Row> rows = rows(source(session, context));
            String path = Locations.display(lakehouse.locations().resolve(definition.into().path()));
            return Optional.of(new JobPreview(path, null,
                    List.of("the columns are " + String.join(", ", rows.columns()))));
        }
    }
}
