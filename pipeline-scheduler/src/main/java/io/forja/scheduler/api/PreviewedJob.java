package io.forja.scheduler.api;

import io.forja.core.job.JobPreview;
import org.jspecify.annotations.Nullable;

/**
 * What a job would do to the tables as they are now; either a preview or a problem.
 *
 * @param preview what it would change, or null where it would be refused
 * @param problem why it would be refused, or null
 */
public record PreviewedJob(String job, @Nullable JobPreview preview, @Nullable String problem) {}
