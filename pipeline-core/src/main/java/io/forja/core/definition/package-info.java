/**
 * What a user declares: a pipeline, its schedule, its jobs and the tables they name.
 *
 * <p>Records whose components are the YAML's keys; they hold no engine and start nothing, so reading a folder of
 * definitions takes milliseconds. Depends on {@code yaml} and {@code problem}. Read
 * {@link io.forja.core.definition.PipelineLoader} first.
 */
@NullMarked
package io.forja.core.definition;

import org.jspecify.annotations.NullMarked;
