package io.forja.benchmarks;

/** A part of the benchmark. */
enum Part {
    /** Both sides, each time in a new process. */
    COLD,
    /** Both sides in one process that has done it before. */
    WARM,
    /** Forja with less and with more of what it guarantees. */
    COSTS,
    /** The notebook, Forja with all it guarantees, and DuckDB with the plain job, in one process. */
    YARDSTICK,
    /** A snapshot of a table, against reading and writing it and against copying its files. */
    SNAPSHOT,
    /** Forja's CSV source and Spark's, rows thrown away. */
    PARSE,
    /** The same by JMH, each in a JVM of its own. */
    JMH
}
