package io.forja.jobs.insert;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
import io.forja.core.yaml.Beside;
import io.forja.core.yaml.Doc;
import io.forja.jobs.expect.Expectation;
import io.forja.jobs.source.Input;
import java.util.List;

@Doc("Adds rows to a table. They have to have the table's columns, all of them; a table that is not there is made.")
public record InsertDefinition(
        @Doc(value = "The table that gets the rows.", example = "bronze.eventos") TableRef into,
        @Doc("Where the rows come from.") @Beside Input input,
        @Doc(value = "What is expected of the rows; it is looked at before the commit, and what fails never becomes a"
                        + " version.",
                        example = "[minuto_jogo >= 0]")
                List<Expectation> expect)
        implements JobDefinition {

    public InsertDefinition {
        Expectation.requireNoRejects(expect);
    }

    @Override
    public List<TableRef> reads() {
        return Expectation.reads(input.reads(), expect);
    }

    @Override
    public List<TableRef> writes() {
        return List.of(into);
    }

    @Override
    public List<TableTarget> targets() {
        return List.of(target());
    }

    TableTarget target() {
        return TableTarget.appending(into);
    }

    @Override
    public String summary() {
        return "insert " + input.label() + " -> " + into;
    }
}
