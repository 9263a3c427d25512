/**
 * The local disk for Hadoop's callers, Spark and Delta among them, without the processes that Hadoop starts where its
 * native library is missing.
 *
 * <p>Depends on Hadoop's file systems alone. Read {@link io.forja.jobs.disk.LocalDisk} first.
 */
@NullMarked
package io.forja.jobs.disk;

import org.jspecify.annotations.NullMarked;
