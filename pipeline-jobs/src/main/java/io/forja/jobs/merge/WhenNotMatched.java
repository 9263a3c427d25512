package io.forja.jobs.merge;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.Short;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Short("then")
@Doc("What is done with a row of the source whose key the table has not.")
record WhenNotMatched(
        @Doc(value = "An SQL condition over `source.<column>`.", example = "\"source.operacao <> 'D'\"")
                @Nullable String if_,
        @Doc("`insert` adds the row, `ignore` leaves it out.") @Default("insert") Then then,
        @Doc(value = "The columns that get a value and its SQL expression, in place of all columns; the others are"
                        + " NULL.",
                        example = "{id: source.id, criado_em: current_timestamp()}")
                Map<String, String> set)
        implements Clause {

    /** What is done as long as nothing is said. */
    static final WhenNotMatched INSERT = new WhenNotMatched(null, Then.INSERT, Map.of());

    enum Then {
        INSERT,
        IGNORE
    }

    WhenNotMatched {
        Clause.requireSense(if_, set, then == Then.IGNORE, then == Then.INSERT);
    }

    @Override
    public boolean takesAllColumns() {
        return then == Then.INSERT && set.isEmpty();
    }
}
