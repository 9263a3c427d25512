/**
 * The job types: one package each, and what they share.
 *
 * <p>A new job type is a definition record and a job class in a package of its own, a line in {@link
 * io.forja.jobs.BuiltInJobs}, and a test with one valid and one invalid YAML. Read {@link io.forja.jobs.BuiltInJobs}
 * first.
 */
@NullMarked
package io.forja.jobs;

import org.jspecify.annotations.NullMarked;
