package io.forja.jobs.expire;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.Whole;
import java.util.List;

@Whole
@Doc("Removes what is old: snapshots of tables, or rows of one table.")
public record ExpireDefinition(
        @Doc(value = "What is removed.", example = "{snapshots: silver.fato_vendas, olderThan: 30d}") Expiry what)
        implements JobDefinition {

    @Override
    public List<TableRef> reads() {
        return what.reads();
    }

    @Override
    public List<TableRef> writes() {
        return what.writes();
    }

    @Override
    public String summary() {
        return what.summary();
    }
}
