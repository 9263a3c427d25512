package io.forja.jobs.source;

import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Choice;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.Short;
import java.util.List;

/** Where a job's rows come from. */
@Choice(Choice.By.FIRST_KEY)
@Short("table")
@Doc("Where a job's rows come from; a bare name is a table.")
public sealed interface Source permits FromTable, FromCsv, FromJson, FromParquet, FromJdbc {

    /** The tables of the lake that are read; empty for files and databases. */
    default List<TableRef> reads() {
        return List.of();
    }

    /** In a few words, for plans and messages: {@code csv data/vendas.csv}. */
    String label();
}
