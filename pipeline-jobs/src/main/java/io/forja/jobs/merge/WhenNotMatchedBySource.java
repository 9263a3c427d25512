package io.forja.jobs.merge;

import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Short;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Short("then")
@Doc("What is done with a row of the table whose key the source has not.")
record WhenNotMatchedBySource(
        @Doc(value = "An SQL condition over `target.<column>`.", example = "\"target.ativo\"") @Nullable String if_,
        @Doc("`delete` takes the row out, `update` gives it the values of `set`, `ignore` leaves it. By default `update`"
                        + " where there is a `set`, else `delete`.")
                @Nullable Then then,
        @Doc(value = "For `update`: the columns that get a value, and its SQL expression.", example = "{ativo: \"false\"}")
                Map<String, String> set)
        implements Clause {

    enum Then {
        DELETE,
        UPDATE,
        IGNORE
    }

    WhenNotMatchedBySource {
        then = then != null ? then : set.isEmpty() ? Then.DELETE : Then.UPDATE;
        if (then == Then.UPDATE && set.isEmpty()) {
            throw new InvalidValueException("set", "the values of the update are missing: there is no row in the source"
                    + " to take them from", "add \"set: {column: value}\"");
        }
        Clause.requireSense(if_, set, then == Then.IGNORE, then == Then.UPDATE);
    }

    @Override
    public boolean takesAllColumns() {
        return false;
    }
}
