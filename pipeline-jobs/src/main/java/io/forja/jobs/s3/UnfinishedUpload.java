package io.forja.jobs.s3;

import java.time.Instant;

/**
 * An upload in parts that was begun and has not ended. Whether somebody is still at it, the store does not know.
 *
 * @param file what it would have become
 * @param id as the store tells uploads of one file apart
 * @param begun by the store's clock
 */
public record UnfinishedUpload(S3Address file, String id, Instant begun) {}
