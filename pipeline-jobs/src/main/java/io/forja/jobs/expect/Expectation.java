package io.forja.jobs.expect;

import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Choice;
import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.Durations;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Required;
import io.forja.core.yaml.Short;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One thing that is expected of a job's rows. */
@Choice(Choice.By.FIRST_KEY)
@Short("that")
@Doc("Something that is expected of the rows before they become a version; a bare text is a condition for each row.")
public sealed interface Expectation {

    /** In a few words, for messages: {@code valor >= 0}. */
    String label();

    /** True where rows that are not as expected go to the rejects table. */
    default boolean rejects() {
        return false;
    }

    /** The tables that are looked at. */
    default List<TableRef> reads() {
        return List.of();
    }

    /** The tables of a job that its expectations look at, after those that it reads anyway. */
    static List<TableRef> reads(List<TableRef> anyway, List<Expectation> expectations) {
        return Stream.concat(anyway.stream(), expectations.stream().flatMap(each -> each.reads().stream())).distinct()
                .toList();
    }

    /**
     * @throws InvalidValueException when one rejects rows of a job that has no table for them
     */
    static void requireNoRejects(List<Expectation> expectations) {
        for (int i = 0; i < expectations.size(); i++) {
            if (expectations.get(i).rejects()) {
                throw new InvalidValueException("expect", "expect[" + i + "] rejects rows, but there is no table for them",
                        "choose fail or warn, or clean the rows in a job of type clean, with \"rejects: schema.table\"");
            }
        }
    }

    @Doc("An SQL condition that every row has to meet (NULL does not).")
    record RowRule(
            @Doc(value = "The condition.", example = "valor >= 0") String that,
            @Doc("`fail` fails the job, `reject` sends the row to the rejects table, `warn` writes it and tells.")
                    @Default("fail") Otherwise otherwise)
            implements Expectation {

        @Override
        public String label() {
            return that;
        }

        @Override
        public boolean rejects() {
            return otherwise == Otherwise.REJECT;
        }
    }

    @Doc("No two rows of the job have the same key; rows without a key are alike. Of rows that share one, none is as"
            + " expected.")
    record Unique(
            @Doc(value = "The columns of the key.", example = "[id_transacao]") @Required List<String> unique,
            @Doc("As for a condition.") @Default("fail") Otherwise otherwise)
            implements Expectation {

        @Override
        public String label() {
            return "unique " + String.join(", ", unique);
        }

        @Override
        public boolean rejects() {
            return otherwise == Otherwise.REJECT;
        }
    }

    @Doc("Every row's key is in another table; a row without a key is as expected.")
    record References(
            @Doc(value = "The other table.", example = "silver.clientes") TableRef references,
            @Doc(value = "From the job's column to that of the other table.", example = "{id_cliente: id}")
                    @Required Map<String, String> columns,
            @Doc("As for a condition.") @Default("fail") Otherwise otherwise)
            implements Expectation {

        @Override
        public String label() {
            return columns.entrySet().stream().map(column -> column.getKey() + " in " + references + "." + column.getValue())
                    .collect(Collectors.joining(", "));
        }

        @Override
        public boolean rejects() {
            return otherwise == Otherwise.REJECT;
        }

        @Override
        public List<TableRef> reads() {
            return List.of(references);
        }
    }

    @Doc("About as many rows are written as by the last runs of this job. The first run has nothing to be held against.")
    record Volume(
            @Doc(value = "How far the number may be from the mean of the last runs.", example = "20% of last 7")
                    VolumeRange volume,
            @Doc("`fail` fails the job, `warn` tells.") @Default("fail") Severity otherwise)
            implements Expectation {

        @Override
        public String label() {
            return "rows within " + volume;
        }
    }

    @Doc("At least one row is recent, counted back from the run's logical time.")
    record Freshness(
            @Doc(value = "The column of a timestamp or a date.", example = "atualizado_em") String fresh,
            @Doc(value = "How old the newest row may be.", example = "24h") Duration within,
            @Doc("`fail` fails the job, `warn` tells.") @Default("fail") Severity otherwise)
            implements Expectation {

        @Override
        public String label() {
            return fresh + " within " + Durations.format(within);
        }
    }
}
