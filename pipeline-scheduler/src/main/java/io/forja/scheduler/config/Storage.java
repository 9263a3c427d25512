package io.forja.scheduler.config;

import io.forja.core.lake.S3Settings;
import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;

/** The stores that addresses lead to. */
@Doc("The stores that addresses lead to.")
public record Storage(@Doc("Addresses of the form s3a://bucket/path.") @Default("{}") S3Settings s3) {}
