package io.forja.jobs.delta;

import io.delta.tables.execution.VacuumTableCommand;
import io.forja.core.problem.ForjaException;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.CloneTableStatement;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.CreateView;
import org.apache.spark.sql.catalyst.plans.logical.DropNamespace;
import org.apache.spark.sql.catalyst.plans.logical.DropTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.RenameTable;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTablePlan;
import org.apache.spark.sql.execution.command.CreateTableLikeCommand;
import org.apache.spark.sql.execution.command.CreateViewCommand;
import org.apache.spark.sql.execution.datasources.CreateTempViewUsing;

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

    /**
     * Runs a statement.
     *
     * @throws ForjaException when it would go past what holds for jobs: the names in the catalogue, the locks of who
     *     writes, the windows of time travel
     */
    public static Dataset<Row> run(SparkSession spark, String sql) {
        return told(() -> {
            Unfit.of(parse(spark, sql)).ifPresent(unfit -> {
                throw ForjaException.permanent(unfit.what, unfit.remedy);
            });
            return spark.sql(trimmed(sql));
        });
    }

    /** A statement that Spark would run, and why it must not. */
    private enum Unfit {
        VIEW("views are not kept", "write a pipeline with a job of type sql, or use WITH name AS (...) in the query"),
        DROP("SQL would drop the table even while a job writes it",
                "use forja tables drop, or a job of type drop"),
        DROP_SCHEMA("SQL would delete all tables of the schema", "drop each with forja tables drop, then the schema"),
        RENAME("a table keeps its name", "write its rows into one of the other name with a job of type sql, then drop it"),
        MAKE("tables are made by jobs, which give them a name, a type and an owner",
                "write a pipeline with a job of type sql; a Delta table that is there gets a name by forja tables register"),
        VACUUM("SQL would delete files whatever the window of time travel says", "use a job of type maintain");

        private final String what;
        private final String remedy;

        Unfit(String what, String remedy) {
            this.what = what;
            this.remedy = remedy;
        }

        static Optional<Unfit> of(LogicalPlan plan) {
            if (plan instanceof CreateView || plan instanceof CreateViewCommand || plan instanceof CreateTempViewUsing) {
                return Optional.of(VIEW);
            } else if (plan instanceof DropTable) {
                return Optional.of(DROP);
            } else if (plan instanceof DropNamespace schema && schema.cascade()) {
                return Optional.of(DROP_SCHEMA);
            } else if (plan instanceof RenameTable) {
                return Optional.of(RENAME);
            } else if (plan instanceof V2CreateTablePlan || plan instanceof CloneTableStatement
                    || plan instanceof CreateTableLikeCommand) {
                return Optional.of(MAKE);
            }
            return plan instanceof VacuumTableCommand ? Optional.of(VACUUM) : Optional.empty();
        }
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
