/**
 * S3 and stores that speak its language: how they are opened, how Delta's commits are made safe there, and what {@code
 * forja doctor} finds out about one.
 *
 * <p>Depends on the core, the AWS SDK, hadoop-aws and Delta's log store, and on no other package of the jobs. No client
 * of the SDK is loaded before an address of a bucket is used. Read {@link io.forja.jobs.s3.S3Conf} first.
 */
@NullMarked
package io.forja.jobs.s3;

import org.jspecify.annotations.NullMarked;
