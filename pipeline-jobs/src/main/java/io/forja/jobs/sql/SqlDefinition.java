package io.forja.jobs.sql;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
import io.forja.core.definition.WriteMode;
import io.forja.core.yaml.Doc;
import io.forja.jobs.expect.Expectation;
import io.forja.jobs.source.QueryText;
import java.util.List;

@Doc("Writes the rows of an SQL query to a table.")
public record SqlDefinition(
        @Doc(value = "One SELECT in Spark SQL, over tables by their names.",
                        example = "SELECT estado, sum(valor) AS total FROM silver.fato_vendas GROUP BY estado")
                String query,
        @Doc(value = "What is expected of the rows; it is looked at before the commit, and what fails never becomes a"
                        + " version.",
                        example = "[total >= 0]")
                List<Expectation> expect,
        @Doc(value = "The table that is written.", example = "{table: gold.vendas_por_estado}") TableTarget into)
        implements JobDefinition {

    public SqlDefinition {
        QueryText.requireText(query);
        Expectation.requireNoRejects(expect);
    }

    @Override
    public List<TableRef> reads() {
        return Expectation.reads(QueryText.tables(query), expect);
    }

    @Override
    public List<TableRef> writes() {
        return into.refs();
    }

    @Override
    public List<TableTarget> targets() {
        return List.of(into);
    }

    @Override
    public boolean overwrites() {
        return into.mode() == WriteMode.OVERWRITE;
    }

    @Override
    public String summary() {
        return "query -> " + into.ref() + " (" + (overwrites() ? "overwrite" : "append") + ")";
    }
}
