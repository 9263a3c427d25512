/**
 * The job type {@code clean}: steps that turn raw rows into a fact table, each row accounted for.
 *
 * <p>Depends on {@code expect}, {@code source}, {@code rows}, {@code delta} and the core. Read {@link
 * io.forja.jobs.clean.CleanDefinition} first, then {@link io.forja.jobs.clean.CleanJob}.
 */
@NullMarked
package io.forja.jobs.clean;

import org.jspecify.annotations.NullMarked;
