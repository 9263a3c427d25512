package io.forja.core.testing;

import io.forja.core.definition.ColumnType;
import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
import io.forja.core.definition.WriteMode;
import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job type for tests: reads some tables, writes one. */
@Doc("Copies tables.")
public record Copy(
        @Doc(value = "The tables that are read.", example = "bronze.vendas") List<TableRef> from,
        @Doc(value = "The table that is written.", example = "silver.vendas") TableTarget into,
        @Doc(value = "Columns and their types.", example = "{valor: \"decimal(18,2)\"}") Map<String, ColumnType> cast,
        @Doc("Only rows of this date.") @Nullable LocalDate date,
        @Doc("Only rows for which this is true.") @Nullable String where,
        @Doc("Rows at most.") @Default("1000") int limit,
        @Doc("The age of rows to leave out.") @Nullable Duration olderThan)
        implements JobDefinition {

    public Copy {
        if (limit < 1) {
            throw new InvalidValueException("limit", limit + " rows are none", "write 1 or more");
        }
    }

    @Override
    public List<TableRef> reads() {
        return from;
    }

    @Override
    public List<TableRef> writes() {
        return into.refs();
    }

    @Override
    public boolean overwrites() {
        return into.mode() == WriteMode.OVERWRITE;
    }

    @Override
    public String summary() {
        return from + " -> " + into.ref();
    }
}
