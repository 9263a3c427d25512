/**
 * Tells people of the ends of runs: once, by webhook, never at a run's cost.
 *
 * <p>Depends on {@code config}, {@code ledger}, {@code json} and the core. Read
 * {@link io.forja.scheduler.notify.Notifier} first.
 */
@NullMarked
package io.forja.scheduler.notify;

import org.jspecify.annotations.NullMarked;
