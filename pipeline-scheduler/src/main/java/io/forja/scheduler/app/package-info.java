/**
 * Where Forja starts and is put together: the only place that knows every other one, and the only one that looks at
 * the environment, the system's clock and signals, or ends the process.
 *
 * <p>Read {@link io.forja.scheduler.app.Wiring} first.
 */
@NullMarked
package io.forja.scheduler.app;

import org.jspecify.annotations.NullMarked;
