/**
 * How a run goes: a pure state machine, an engine that drives it, and the ledger that remembers it.
 *
 * <p>Depends on {@code plan}, {@code job}, {@code definition} and {@code problem}. Read
 * {@link io.forja.core.run.RunExecution} first: one run's life on one screen.
 */
@NullMarked
package io.forja.core.run;

import org.jspecify.annotations.NullMarked;
