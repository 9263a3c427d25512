package io.forja.jobs.s3;

/**
 * Where an object is.
 *
 * @param key its name in the bucket; empty for the bucket itself
 */
public record S3Address(String bucket, String key) {

    private static final String SCHEME = "s3a://";

    /** @param location {@code s3a://bucket/key} */
    public static S3Address parse(String location) {
        String[] parts = location.substring(SCHEME.length()).split("/", 2);
        return new S3Address(parts[0], parts.length < 2 ? "" : parts[1]);
    }

    /** The last part of the key. */
    String name() {
        return key.substring(key.lastIndexOf('/') + 1);
    }

    @Override
    public String toString() {
        return SCHEME + bucket + "/" + key;
    }
}
