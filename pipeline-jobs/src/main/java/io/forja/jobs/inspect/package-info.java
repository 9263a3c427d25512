/**
 * Looks at CSV files and proposes a pipeline for them: how they are written, what their texts mean, which columns tell
 * rows apart. Whatever it proposes was tried on every value that was read, by the classes that will read them in the
 * run; what no evidence decides stays text, and is said.
 *
 * <p>Depends on {@code csv}, {@code clean}, {@code delta} for where paths lead, and the core; starts no Spark. Read
 * {@link io.forja.jobs.inspect.CsvInspector} first: a layout is guessed from the first bytes, each column collects what
 * speaks for and against it, and {@code PipelineYaml} writes what came out.
 */
@NullMarked
package io.forja.jobs.inspect;

import org.jspecify.annotations.NullMarked;
