/**
 * What Prometheus sees of Forja.
 *
 * <p>Depends on the core alone. Read {@link io.forja.scheduler.metrics.ForjaMetrics} first.
 */
@NullMarked
package io.forja.scheduler.metrics;

import org.jspecify.annotations.NullMarked;
