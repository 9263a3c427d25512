/**
 * The job type {@code ingest}: files and database tables into Delta tables, as they are.
 *
 * <p>Depends on {@code source}, {@code rows}, {@code delta} and the core. Read {@link
 * io.forja.jobs.ingest.IngestDefinition} first, then {@link io.forja.jobs.ingest.IngestJob}.
 */
@NullMarked
package io.forja.jobs.ingest;

import org.jspecify.annotations.NullMarked;
