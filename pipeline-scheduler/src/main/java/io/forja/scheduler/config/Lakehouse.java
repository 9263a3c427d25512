package io.forja.scheduler.config;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;

/** Where the lake's files are. */
@Doc("Where the lake's files are: folders or addresses such as s3a://bucket/path.")
public record Lakehouse(
        @Doc(value = "Where managed tables are.", example = "s3a://lake/warehouse") @Default("./lake/warehouse")
                String warehouse,
        @Doc(value = "Where snapshots are, unless a job says otherwise.", example = "s3a://lake/snapshots")
                @Default("./lake/snapshots")
                String snapshots) {}
