package io.forja.jobs.source;

import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Choice;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Literal;
import io.forja.core.yaml.Required;
import io.forja.core.yaml.Whole;
import java.util.List;
import java.util.Map;

/** The rows that a job brings to a table: exactly one of the three keys. */
@Choice(Choice.By.NAME)
@Doc("Where the rows come from: exactly one of `from`, `query` and `rows`.")
public sealed interface Input {

    /** The tables of the lake that are read. */
    List<TableRef> reads();

    /** In a few words, for plans and messages. */
    String label();

    @Whole
    @Doc("Rows of a table, of files or of a database; a bare name is a table.")
    record From(@Doc(value = "The source.", example = "bronze.apolice_novas") Source source) implements Input {
        public From {
            if (source instanceof FromJdbc jdbc && jdbc.tables() != null) {
                throw new InvalidValueException("a pattern of tables cannot be brought into one table",
                        "write table: or query:, or ingest the tables first");
            }
        }

        @Override
        public List<TableRef> reads() {
            return source.reads();
        }

        @Override
        public String label() {
            return source.label();
        }
    }

    @Whole
    @Doc("The rows of one SELECT in Spark SQL, over tables by their names.")
    record Query(@Doc(value = "The SELECT.", example = "SELECT * FROM bronze.apolice_novas WHERE cobertura = 'Total'")
            String query) implements Input {
        public Query {
            QueryText.requireText(query);
        }

        @Override
        public List<TableRef> reads() {
            return QueryText.tables(query);
        }

        @Override
        public String label() {
            return "query";
        }
    }

    @Whole
    @Doc("Rows that stand here, each a mapping of columns to values. A value has the type of its column; in a new table"
            + " that of its writing: whole numbers are bigint, others decimal, true and false boolean, the rest string.")
    record Rows(@Doc(value = "The rows.", example = "[{id: 1, nome: Ana}]") @Required
            List<Map<String, Literal>> rows) implements Input {
        public Rows {
            for (int i = 0; i < rows.size(); i++) {
                if (rows.get(i).isEmpty()) {
                    throw new InvalidValueException("the row [" + i + "] is empty", "write its columns and values");
                }
            }
        }

        @Override
        public List<TableRef> reads() {
            return List.of();
        }

        @Override
        public String label() {
            return rows.size() + (rows.size() == 1 ? " row" : " rows");
        }
    }
}
