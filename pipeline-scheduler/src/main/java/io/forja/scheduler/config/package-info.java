/**
 * {@code forja.yaml}: where and how Forja runs, from flags, environment, file and defaults.
 *
 * <p>Depends on the core alone, starts nothing and opens nothing. Read
 * {@link io.forja.scheduler.config.ForjaConfig} first.
 */
@NullMarked
package io.forja.scheduler.config;

import org.jspecify.annotations.NullMarked;
