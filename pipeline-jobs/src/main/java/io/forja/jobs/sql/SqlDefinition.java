package io.forja.jobs.sql;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
import io.forja.core.definition.WriteMode;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.util.List;
import java.util.regex.Pattern;

@Doc("Writes the rows of an SQL query to a table.")
public record SqlDefinition(
        @Doc(value = "One SELECT in Spark SQL, over tables by their names.",
                        example = "SELECT estado, sum(valor) AS total FROM silver.fato_vendas GROUP BY estado")
                String query,
        @Doc(value = "SQL conditions that every row has to meet (NULL does not). They are checked before the commit.",
                        example = "[total >= 0]")
                List<String> expect,
        @Doc(value = "The table that is written.", example = "{table: gold.vendas_por_estado}") TableTarget into)
        implements JobDefinition {

    private static final Pattern COMMENT = Pattern.compile("--[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern TABLE = Pattern.compile(
            "(?i)\\b(?:from|join)\\s+(`?[\\p{L}_][\\p{L}\\p{N}_]*`?\\.`?[\\p{L}_][\\p{L}\\p{N}_$]*`?)");

    public SqlDefinition {
        if (query.isBlank()) {
            throw new InvalidValueException("query", "the query is empty", "write a SELECT");
        }
    }

    /** The tables that stand behind FROM and JOIN, for the order of jobs; what SQL really reads is Spark's to find. */
    @Override
    public List<TableRef> reads() {
        return TABLE.matcher(COMMENT.matcher(query).replaceAll(" ")).results()
                .map(found -> new TableRef(found.group(1).replace("`", "")))
                .distinct()
                .toList();
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
