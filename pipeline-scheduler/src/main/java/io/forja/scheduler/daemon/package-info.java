/**
 * Forja at work: pipelines loaded, fired and run, in one process; with or without a daemon around it.
 *
 * <p>Depends on every other package of the scheduler but {@code cli} and {@code app}. Read
 * {@link io.forja.scheduler.daemon.Daemon} first.
 */
@NullMarked
package io.forja.scheduler.daemon;

import org.jspecify.annotations.NullMarked;
