/**
 * The job type {@code export}: rows of the lake or of a database as files for others.
 *
 * <p>Depends on {@code source}, {@code csv}, {@code rows}, {@code delta} and the core. Read {@link
 * io.forja.jobs.export.ExportDefinition} first, then {@link io.forja.jobs.export.ExportJob}.
 */
@NullMarked
package io.forja.jobs.export;

import org.jspecify.annotations.NullMarked;
