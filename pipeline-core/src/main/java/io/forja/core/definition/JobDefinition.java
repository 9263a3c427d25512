package io.forja.core.definition;

import java.util.List;

/**
 * What a job of one type is to do, as declared. An implementation is a record whose components are the YAML's keys; it
 * imports no engine.
 */
public interface JobDefinition {

    /** The tables that the job reads. */
    List<TableRef> reads();

    /** The tables that the job writes, each by every name it has. */
    List<TableRef> writes();

    /** The targets among what the job writes, each with its name and its path. */
    default List<TableTarget> targets() {
        return List.of();
    }

    /** True where the job's rows become the only rows of what it writes. */
    default boolean overwrites() {
        return false;
    }

    /** What the job does, in one line for the plan: {@code csv data/vendas.csv -> bronze.vendas (overwrite)}. */
    String summary();
}
