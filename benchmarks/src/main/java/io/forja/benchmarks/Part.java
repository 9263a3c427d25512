package io.forja.benchmarks;

/** A part of the benchmark. */
enum Part {
    /** Both sides, each time in a new process. */
    COLD,
    /** Both sides in one process that has done it before. */
    WARM,
    /** Forja with less and with more of what it guarantees. */
    COSTS,
    /** Forja's CSV source and Spark's, rows thrown away. */
    PARSE
}
