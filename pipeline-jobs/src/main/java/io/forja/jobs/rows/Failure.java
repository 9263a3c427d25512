package io.forja.jobs.rows;

import io.forja.core.job.JobContext;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.csv.CsvException;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Statement;
import org.apache.spark.SparkThrowable;

/** Why a query failed while it ran, in one sentence, without stages, plans and stack traces. */
public final class Failure {

    private Failure() {}

    /**
     * @return what to throw instead; what is a mistake of Forja's own is thrown as it is
     * @throws ForjaException when the job was asked to stop
     */
    public static Exception told(Exception thrown, JobSession session, JobContext context) {
        // Whatever it died of, it was asked to.
        context.cancellation().throwIfCancelled();
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof ForjaException told) {
                return told;
            }
        }
        var csv = CsvException.in(thrown);
        if (csv.isPresent()) {
            return new ForjaException(String.valueOf(csv.get().getMessage()), "", false, thrown);
        }
        if (!(thrown instanceof SparkThrowable)) {
            return thrown;
        }
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new ForjaException(session.phase() + " failed: " + Statement.sentence(root).replaceFirst("\\.$", ""),
                "the log has it in full; mend the source and run the job again", true, thrown);
    }
}
