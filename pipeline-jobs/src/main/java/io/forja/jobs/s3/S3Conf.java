package io.forja.jobs.s3;

import io.forja.core.lake.S3Access;
import io.forja.core.lake.S3Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** The settings of stores as Hadoop's {@code s3a} file system knows them. */
public final class S3Conf {

    private static final String COMMON = "fs.s3a.";
    private static final String OWN_KEYS = "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider";
    private static final String LENT_KEYS = "org.apache.hadoop.fs.s3a.TemporaryAWSCredentialsProvider";
    /** First the keys that someone gave Spark's own settings; then environment, profile, container and machine. */
    private static final String DEFAULT_CHAIN = LENT_KEYS + "," + OWN_KEYS
            + ",software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider";

    private S3Conf() {}

    /** @return Hadoop's settings; secrets are among them */
    public static Map<String, String> of(S3Settings settings) {
        Map<String, String> conf = new LinkedHashMap<>();
        add(conf, COMMON, settings.access());
        settings.buckets().keySet().forEach(bucket ->
                add(conf, COMMON + "bucket." + bucket + ".", settings.access(bucket)));
        return conf;
    }

    /** How a bucket is reached, as a file system has it; without its keys. */
    static S3Access access(Configuration hadoop, String bucket) {
        String own = COMMON + "bucket." + bucket + ".";
        return new S3Access(get(hadoop, own, "endpoint"), get(hadoop, own, "endpoint.region"),
                Boolean.valueOf(get(hadoop, own, "path.style.access")), null, null, null, null);
    }

    private static @Nullable String get(Configuration hadoop, String own, String key) {
        String value = hadoop.get(own + key, hadoop.get(COMMON + key, ""));
        return value.isEmpty() ? null : value;
    }

    private static void add(Map<String, String> conf, String prefix, S3Access access) {
        if (access.endpoint() != null) {
            conf.put(prefix + "endpoint", access.endpoint());
        }
        access.regionName().ifPresent(region -> conf.put(prefix + "endpoint.region", region));
        conf.put(prefix + "path.style.access", String.valueOf(access.isPathStyle()));
        if (access.accessKey() == null || access.secretKey() == null) {
            conf.put(prefix + "aws.credentials.provider", DEFAULT_CHAIN);
            return;
        }
        conf.put(prefix + "access.key", access.accessKey());
        conf.put(prefix + "secret.key", access.secretKey());
        if (access.sessionToken() != null) {
            conf.put(prefix + "session.token", access.sessionToken());
        }
        conf.put(prefix + "aws.credentials.provider", access.sessionToken() == null ? OWN_KEYS : LENT_KEYS);
    }
}
