package io.forja.scheduler.cli;

import io.forja.core.job.ExpectationResult;
import io.forja.core.job.RowCounts;
import io.forja.core.run.JobRecord;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.scheduler.cli.text.Paint;
import io.forja.scheduler.cli.text.Readable;
import io.forja.scheduler.cli.text.TextTable;
import io.forja.scheduler.cli.text.TextTable.Column;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A run as it stands, for people: a table of its jobs, then what is to be said of them, then its end. */
final class RunReport {

    private RunReport() {}

    static List<String> lines(LiveRun live, Instant now, boolean colours) {
        List<String> lines = new ArrayList<>(table(live.jobs(), now).lines(colours));
        List<String> remarks = new ArrayList<>();
        for (JobRecord job : live.jobs()) {
            job.result().notes().forEach(note -> remarks.add(job.job() + ": " + note));
            job.result().expectations().forEach(each -> remarks.add(job.job() + ": " + expectation(each, colours)));
            if (job.error() != null) {
                remarks.add(Paint.BAD.on(job.job() + " " + Wording.of(job.status()), colours) + ": " + job.error());
            }
        }
        if (!remarks.isEmpty()) {
            lines.add("");
            lines.addAll(remarks);
        }
        lines.add("");
        lines.add(end(live.run(), now, colours));
        return lines;
    }

    private static String expectation(ExpectationResult result, boolean colours) {
        return result.met() ? "as expected: " + result.expectation()
                : Paint.WARN.on("not as expected", colours) + ": " + result.expectation() + ": " + result.found();
    }

    private static TextTable table(List<JobRecord> jobs, Instant now) {
        TextTable table = new TextTable(Column.left("JOB"), Column.left("STATUS"), Column.right("ATTEMPTS"),
                Column.right("TIME"), Column.right("READ"), Column.right("WRITTEN"), Column.right("REJECTED"),
                Column.right("DEDUPLICATED"), Column.right("FILTERED"), Column.left("TABLES"));
        for (JobRecord job : jobs) {
            RowCounts rows = job.result().rows();
            table.row(job.job(), Wording.cell(job.status()), job.attempt(),
                    Wording.duration(job, now).map(Readable::duration).orElse(""), rows.read(), rows.written(),
                    rows.rejected(), rows.deduplicated(), rows.filtered(), Wording.tables(job.result().tables()));
        }
        return table;
    }

    private static String end(RunRecord run, Instant now, boolean colours) {
        String time = run.duration(now)
                .map(took -> (run.status().isTerminal() ? " in " : " for ") + Readable.duration(took))
                .orElse("");
        // What a job says of its own failure stands above; only a run that no job failed says more.
        boolean toldByJobs = run.error() == null || run.status() == RunStatus.FAILED;
        return "run " + run.id() + " " + Wording.cell(run.status()).paint().on(Wording.of(run.status()), colours) + time
                + (toldByJobs ? "" : ": " + run.error());
    }
}
