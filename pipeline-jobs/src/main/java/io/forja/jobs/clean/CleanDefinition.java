package io.forja.jobs.clean;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
import io.forja.core.definition.WriteMode;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.jobs.expect.Expectation;
import io.forja.jobs.rows.RejectLimit;
import io.forja.jobs.rows.RowTargets;
import io.forja.jobs.source.FromJdbc;
import io.forja.jobs.source.Source;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

@Doc("Cleans rows step by step and writes them to a table. Every row is written, rejected, deduplicated or filtered,"
        + " and counted as such.")
public record CleanDefinition(
        @Doc(value = "Where the rows come from.", example = "bronze.vendas") Source from,
        @Doc(value = "What is done, in this order.", example = "[{dropNulls: valor}]") List<Step> steps,
        @Doc(value = "The table of rejected rows: each with the step, the column, its value, the reason, the row as it"
                        + " came, the run and the time. It grows with every run.",
                        example = "silver.fato_vendas_rejeitados")
                @Nullable TableTarget rejects,
        @Doc(value = "How many rows may be rejected, as a number or as a percentage of the rows read. With more the job"
                        + " fails before anything is committed.", example = "1%")
                @Nullable RejectLimit maxRejects,
        @Doc(value = "The table of the rows that lost to another one of their key, in the same columns as rejected ones."
                        + " Without it they are only counted.", example = "silver.fato_vendas_repetidas")
                @Nullable TableTarget duplicates,
        @Doc(value = "What is expected of the rows; it is looked at before the commit, and what fails never becomes a"
                        + " version.",
                        example = "[valor >= 0]")
                List<Expectation> expect,
        @Doc(value = "The table that is written.", example = "{table: silver.fato_vendas}") TableTarget into)
        implements JobDefinition {

    public CleanDefinition {
        if (from instanceof FromJdbc jdbc && jdbc.tables() != null) {
            throw new InvalidValueException("from", "a pattern of tables cannot be cleaned into one table",
                    "write table: or query:, or ingest the tables first");
        }
        if (rejects == null && maxRejects != null) {
            throw new InvalidValueException("maxRejects", "there is no table for rejected rows, so none is rejected",
                    "add \"rejects: schema.table\", or remove it");
        }
        if (duplicates != null && steps.stream().noneMatch(Step.DropDuplicates.class::isInstance)) {
            throw new InvalidValueException("duplicates", "no step drops duplicates", "add the step dropDuplicates, or"
                    + " remove it");
        }
        if (rejects == null) {
            for (int i = 0; i < steps.size(); i++) {
                if (steps.get(i).rejects()) {
                    throw new InvalidValueException("steps", "steps[" + i + "] rejects rows, but there is no table for"
                            + " them", "add \"rejects: schema.table\" to the job, or choose drop, null or fail");
                }
            }
            Expectation.requireNoRejects(expect);
        }
    }

    @Override
    public List<TableRef> reads() {
        return Expectation.reads(from.reads(), expect);
    }

    @Override
    public List<TableRef> writes() {
        return targets().stream().flatMap(target -> target.refs().stream()).toList();
    }

    @Override
    public List<TableTarget> targets() {
        return Stream.of(into, rejects, duplicates).filter(Objects::nonNull).toList();
    }

    RowTargets rowTargets() {
        return new RowTargets(into, rejects, maxRejects, duplicates);
    }

    @Override
    public boolean overwrites() {
        return into.mode() == WriteMode.OVERWRITE;
    }

    @Override
    public String summary() {
        return from.label() + " -> " + steps.size() + (steps.size() == 1 ? " step -> " : " steps -> ") + into.ref()
                + " (" + (overwrites() ? "overwrite" : "append") + ")";
    }
}
