package io.forja.core.lake;

import io.forja.core.yaml.Doc;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How {@code s3a://} addresses are reached: one way for all buckets, and others for some of them. */
@Doc("S3 and stores that speak its language, such as MinIO: how addresses of the form s3a://bucket/path are reached.")
public record S3Settings(
        @Doc(value = "The store's address; without it, AWS itself.", example = "http://127.0.0.1:9000")
                @Nullable String endpoint,
        @Doc(value = "The region; without it, us-east-1 where there is an endpoint, else the AWS settings of this"
                        + " machine.", example = "sa-east-1")
                @Nullable String region,
        @Doc("Whether a bucket stands in the path of an address (http://store/bucket), not in its host; without it, true"
                        + " where there is an endpoint.")
                @Nullable Boolean pathStyle,
        @Doc(value = "The access key; without it, whom the AWS default chain finds: environment, profile, role of the"
                        + " machine.", example = "${env.S3_ACCESS_KEY}")
                @Nullable String accessKey,
        @Doc(value = "The secret key.", example = "${file./etc/forja/s3-secret}") @Nullable String secretKey,
        @Doc(value = "The token of a session, for keys that are lent.", example = "${env.S3_SESSION_TOKEN}")
                @Nullable String sessionToken,
        @Doc(value = "A PEM file with the certificates of those who sign the store's own; they are trusted beside those"
                        + " that Java trusts.", example = "/etc/forja/ca.pem")
                @Nullable String caFile,
        @Doc(value = "Buckets that are reached in another way, by name; what one does not say is as above.",
                        example = "{archive: {endpoint: \"https://s3.example.com\", accessKey: a, secretKey: \"${env.B}\"}}")
                Map<String, S3Access> buckets) {

    public static final S3Settings NONE = new S3Settings(null, null, null, null, null, null, null, Map.of());

    public S3Settings {
        S3Access.requireWebAddress(endpoint);
    }

    /** How a bucket is reached that has no settings of its own. */
    public S3Access access() {
        return new S3Access(endpoint, region, pathStyle, accessKey, secretKey, sessionToken, caFile);
    }

    /** How a bucket is reached. */
    public S3Access access(String bucket) {
        S3Access own = buckets.get(bucket);
        return own == null ? access() : own.over(access());
    }

    /** What is written: for all buckets, then for single ones. */
    public Stream<S3Access> written() {
        return Stream.concat(Stream.of(access()), buckets.values().stream());
    }

    /** The same settings with other paths of files. */
    public S3Settings withFiles(UnaryOperator<String> path) {
        return new S3Settings(endpoint, region, pathStyle, accessKey, secretKey, sessionToken, file(caFile, path),
                buckets.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, entry -> {
                    S3Access own = entry.getValue();
                    return new S3Access(own.endpoint(), own.region(), own.pathStyle(), own.accessKey(), own.secretKey(),
                            own.sessionToken(), file(own.caFile(), path));
                })));
    }

    private static @Nullable String file(@Nullable String file, UnaryOperator<String> path) {
        return file == null ? null : path.apply(file);
    }

    /** Without secrets, since a record's text ends in logs. */
    @Override
    public String toString() {
        return "S3Settings[" + access() + ", " + buckets.keySet() + "]";
    }
}
