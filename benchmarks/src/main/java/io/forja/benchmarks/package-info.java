/**
 * Forja against the notebook that it replaces: the same file, the same table, the same JVM options, in turns.
 *
 * <p>Depends on every module, and nothing depends on it. Read {@link io.forja.benchmarks.Main} first; what is measured
 * and what came out is in docs/benchmarks.md.
 */
@NullMarked
package io.forja.benchmarks;

import org.jspecify.annotations.NullMarked;
