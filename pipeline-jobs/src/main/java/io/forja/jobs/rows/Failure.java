package io.forja.jobs.rows;

import io.forja.core.job.JobContext;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.csv.CsvException;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Statement;
import java.util.Arrays;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkThrowable;

/** Why a query failed while it ran, in one sentence, without stages, plans and stack traces. */
public final class Failure {

    /** What the SQLSTATEs of values begin with that an expression has no answer for. */
    private static final String DATA_EXCEPTION = "22";

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
        String why = session.phase() + " failed: " + Statement.sentence(root).replaceFirst("\\.$", "");
        if (root instanceof SparkThrowable spark && String.valueOf(spark.getSqlState()).startsWith(DATA_EXCEPTION)) {
            return new ForjaException(why + of(spark), "mend the rows or the expression; where NULL is meant, try_cast,"
                    + " try_add, try_divide and the like say so", false, thrown);
        }
        return new ForjaException(why, "the log has it in full; mend the source and run the job again", true, thrown);
    }

    /** The part of the SQL that failed, where Spark knows it. */
    private static String of(SparkThrowable failure) {
        return Arrays.stream(failure.getQueryContext()).map(QueryContext::fragment).findFirst()
                .map(sql -> ", in \"" + sql + "\"").orElse("");
    }
}
