/**
 * The daemon over HTTP: metrics, health and the JSON API, and the client of that API.
 *
 * <p>Depends on {@code api}, {@code config}, {@code json} and the core. Read {@link io.forja.scheduler.http.HttpServer} first.
 */
@NullMarked
package io.forja.scheduler.http;

import org.jspecify.annotations.NullMarked;
