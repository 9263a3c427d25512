/**
 * The command line: it reads arguments, asks {@link io.forja.scheduler.api.Forja}, and prints. It never ends the
 * process and never looks at the environment, so a test runs it like a method.
 *
 * <p>Depends on {@code scheduler.api}, {@code scheduler.json}, the core, and picocli. Read {@link io.forja.scheduler.cli.Cli} first,
 * then one command.
 */
@NullMarked
package io.forja.scheduler.cli;

import org.jspecify.annotations.NullMarked;
