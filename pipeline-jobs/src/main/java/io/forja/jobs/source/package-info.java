/**
 * Where rows come from: files, tables and databases, as declared, and how each is read.
 *
 * <p>The records know no engine; {@link io.forja.jobs.source.SourceReader} does. Depends on the core, {@code csv},
 * {@code rows} and {@code delta}. Read {@link io.forja.jobs.source.Source} first.
 */
@NullMarked
package io.forja.jobs.source;

import org.jspecify.annotations.NullMarked;
