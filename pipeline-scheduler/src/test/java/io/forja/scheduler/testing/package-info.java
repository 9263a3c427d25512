/** A small Forja for tests: real engine, ledger, clock and HTTP, with jobs and a lake written by hand. */
@NullMarked
package io.forja.scheduler.testing;

import org.jspecify.annotations.NullMarked;
