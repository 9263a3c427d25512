package io.forja.jobs.merge;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.Short;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Short("then")
@Doc("What is done where a row of the source and one of the table have the same key.")
record WhenMatched(
        @Doc(value = "An SQL condition over `source.<column>` and `target.<column>`.",
                        example = "\"source.atualizado_em > target.atualizado_em\"")
                @Nullable String if_,
        @Doc("`update` gives the table's row the values of the source, `delete` takes it out, `ignore` leaves it.")
                @Default("update") Then then,
        @Doc(value = "For `update`: the columns that get a value and its SQL expression, in place of all columns.",
                        example = "{valor_premio: source.valor_premio * 1.1}")
                Map<String, String> set)
        implements Clause {

    /** What is done as long as nothing is said. */
    static final WhenMatched UPDATE = new WhenMatched(null, Then.UPDATE, Map.of());

    enum Then {
        UPDATE,
        DELETE,
        IGNORE
    }

    WhenMatched {
        Clause.requireSense(if_, set, then == Then.IGNORE, then == Then.UPDATE);
    }

    @Override
    public boolean takesAllColumns() {
        return then == Then.UPDATE && set.isEmpty();
    }
}
