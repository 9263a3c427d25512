/**
 * The order of a pipeline's jobs and who writes which table; pure functions over definitions.
 *
 * <p>Depends on {@code definition}, {@code yaml} and {@code problem}. Read {@link io.forja.core.plan.Planner} first.
 */
@NullMarked
package io.forja.core.plan;

import org.jspecify.annotations.NullMarked;
