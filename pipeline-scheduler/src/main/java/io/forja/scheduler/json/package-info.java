/**
 * The one JSON of the API, of webhooks and of {@code -o json}.
 *
 * <p>Depends on the core alone. Read {@link io.forja.scheduler.json.Json} first.
 */
@NullMarked
package io.forja.scheduler.json;

import org.jspecify.annotations.NullMarked;
