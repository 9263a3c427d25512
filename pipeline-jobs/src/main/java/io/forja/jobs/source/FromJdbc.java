package io.forja.jobs.source;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

@Doc("A database: one table, a query, or every table that a pattern matches.")
public record FromJdbc(
        @Doc(value = "The name of a connection in forja.yaml.", example = "biblioteca") String jdbc,
        @Doc(value = "One table, with its schema.", example = "dbo.Categoria") @Nullable String table,
        @Doc(value = "A query whose rows are read.", example = "SELECT id, nome FROM dbo.Autor WHERE ativo = 1")
                @Nullable String query,
        @Doc(value = "Every table whose name matches, `*` standing for any text; `${schema}` and `${table}` name it in"
                        + " the target.", example = "\"dbo.*\"")
                @Nullable String tables,
        @Doc(value = "Tables of the pattern that are left out; `*` stands for any text.", example = "[dbo.sysdiagrams]")
                List<String> except,
        @Doc("Tables that are read at once.") @Default("4") int parallel,
        @Doc("Rows that are fetched at once.") @Default("10000") int fetchSize)
        implements Source {

    public FromJdbc {
        long named = Stream.of(table, query, tables).filter(Objects::nonNull).count();
        if (named != 1) {
            throw new InvalidValueException(named == 0 ? "what is read from the database is missing"
                    : "a table, a query and a pattern cannot be read at once",
                    "write one of table: dbo.Name, query: SELECT ..., tables: \"dbo.*\"");
        }
        if (parallel < 1 || parallel > 64) {
            throw new InvalidValueException("parallel", parallel + " tables cannot be read at once", "write 1 to 64");
        }
        if (fetchSize < 1) {
            throw new InvalidValueException("fetchSize", fetchSize + " rows cannot be fetched", "write 1 or more");
        }
    }

    @Override
    public String label() {
        return "jdbc " + jdbc + " " + (table != null ? table : tables != null ? tables : "query");
    }
}
