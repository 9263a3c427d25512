/**
 * What Forja does for whoever asks, the same through the daemon and in process.
 *
 * <p>Depends on the core alone. Read {@link io.forja.scheduler.api.Forja} first.
 */
@NullMarked
package io.forja.scheduler.api;

import org.jspecify.annotations.NullMarked;
