/**
 * Text as terminals show it: widths, tables, colours, durations, and JSON and CSV for machines. Knows nothing of
 * pipelines.
 *
 * <p>Depends on {@code scheduler.json}. Read {@link io.forja.scheduler.cli.text.TextTable} first.
 */
@NullMarked
package io.forja.scheduler.cli.text;

import org.jspecify.annotations.NullMarked;
