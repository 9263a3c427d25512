package io.forja.jobs.delta;

import io.forja.core.problem.ForjaException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.CreateView;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** SQL that a person wrote; what is wrong with it is told without Spark's plans and error classes. */
public final class Statement {

    private Statement() {}

    /**
     * Analyses a query; its rows are read later.
     *
     * @throws ForjaException when it is no query, or names what is not there
     */
    public static Dataset<Row> query(SparkSession spark, String sql) {
        return told(() -> {
            if (parse(spark, sql) instanceof Command) {
                throw ForjaException.permanent("the statement is no query", "write a SELECT");
            }
            return spark.sql(trimmed(sql));
        });
    }

    /** Runs any statement. Views are refused: the catalogue keeps tables. */
    public static Dataset<Row> run(SparkSession spark, String sql) {
        return told(() -> {
            if (parse(spark, sql) instanceof CreateView) {
                throw ForjaException.permanent("views are not kept", "write a pipeline with a job of type sql, or use"
                        + " WITH name AS (...) in the query");
            }
            return spark.sql(trimmed(sql));
        });
    }

    private static LogicalPlan parse(SparkSession spark, String sql) throws Exception {
        return spark.sessionState().sqlParser().parsePlan(trimmed(sql));
    }

    private static String trimmed(String sql) {
        return sql.strip().replaceFirst(";\\s*$", "");
    }

    /** Work that Spark may refuse, with its AnalysisException, a checked one that it does not declare. */
    @FunctionalInterface
    public interface Sparking<T> {
        T run() throws Exception;
    }

    /** Runs it, and tells what Spark refuses in one sentence. */
    public static <T> T told(Sparking<T> work) {
        try {
            return work.run();
        } catch (ForjaException e) {
            throw e;
        } catch (Exception e) {
            throw new ForjaException("the SQL does not work: " + sentence(e), "check the names and the syntax", false, e);
        }
    }

    /** The first line of what Spark says, without its error class. */
    public static String sentence(Throwable thrown) {
        String message = thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
        return message.strip().lines().findFirst().orElse("").replaceFirst("^\\[[A-Z0-9_.]+]\\s*", "")
                .replaceFirst("\\s*SQLSTATE: \\w+.*$", "")
                .replaceFirst("\\s*If necessary set \"?spark\\.sql\\.ansi\\.enabled.*$", "");
    }
}
