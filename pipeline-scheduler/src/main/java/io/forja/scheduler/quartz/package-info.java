/**
 * Quartz as the clock: how cron expressions are read, and what wakes up at their times. The only package that knows
 * Quartz.
 *
 * <p>Depends on the core's {@code definition} alone. Read {@link io.forja.scheduler.quartz.QuartzClock} first.
 */
@NullMarked
package io.forja.scheduler.quartz;

import org.jspecify.annotations.NullMarked;
