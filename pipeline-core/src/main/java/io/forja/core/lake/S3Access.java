package io.forja.core.lake;

import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How one bucket is reached. What is null is as {@code storage.s3} says for all buckets, or as its library has it. */
@Doc("How one bucket is reached, where that differs from all others.")
public record S3Access(
        @Doc(value = "The store's address; without it, AWS itself.", example = "https://minio.example.com:9000")
                @Nullable String endpoint,
        @Doc(value = "The region; without it, us-east-1 where there is an endpoint, else the AWS settings of this"
                        + " machine.", example = "sa-east-1")
                @Nullable String region,
        @Doc("Whether the bucket stands in the path of an address (http://store/bucket), not in its host; without it,"
                        + " true where there is an endpoint.")
                @Nullable Boolean pathStyle,
        @Doc(value = "The access key; without it, whom the AWS default chain finds: environment, profile, role of the"
                        + " machine.", example = "${env.S3_ACCESS_KEY}")
                @Nullable String accessKey,
        @Doc(value = "The secret key.", example = "${file./etc/forja/s3-secret}") @Nullable String secretKey,
        @Doc(value = "The token of a session, for keys that are lent.", example = "${env.S3_SESSION_TOKEN}")
                @Nullable String sessionToken,
        @Doc(value = "A PEM file with the certificates of those who sign the store's own; they are trusted beside those"
                        + " that Java trusts.", example = "/etc/forja/ca.pem")
                @Nullable String caFile) {

    public S3Access {
        requireWebAddress(endpoint);
    }

    static void requireWebAddress(@Nullable String endpoint) {
        if (endpoint != null && !isWebAddress(endpoint)) {
            throw new InvalidValueException("endpoint", "\"" + endpoint + "\" is no web address",
                    "write http:// or https://, the host and the port, such as http://127.0.0.1:9000");
        }
    }

    /** False where half of a pair of keys is missing; with neither, the AWS default chain finds some. */
    public boolean hasWholeKeys() {
        return (accessKey == null) == (secretKey == null) && (accessKey != null || sessionToken == null);
    }

    private static boolean isWebAddress(String text) {
        try {
            URI uri = URI.create(text);
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** These settings, and those of others where these say nothing. Keys go together. */
    S3Access over(S3Access others) {
        boolean own = accessKey != null;
        return new S3Access(or(endpoint, others.endpoint), or(region, others.region), or(pathStyle, others.pathStyle),
                own ? accessKey : others.accessKey, own ? secretKey : others.secretKey,
                own ? sessionToken : others.sessionToken, or(caFile, others.caFile));
    }

    private static <T> @Nullable T or(@Nullable T first, @Nullable T second) {
        return first == null ? second : first;
    }

    /** The region to sign for; empty where the AWS settings of the machine decide. */
    public Optional<String> regionName() {
        return Optional.ofNullable(region).or(() -> endpoint == null ? Optional.empty() : Optional.of("us-east-1"));
    }

    public boolean isPathStyle() {
        return pathStyle == null ? endpoint != null : pathStyle;
    }

    /** Who is asked, for messages. */
    public String store() {
        return endpoint == null ? "AWS" : endpoint;
    }

    /** Without secrets, since a record's text ends in logs. */
    @Override
    public String toString() {
        return "S3Access[" + store() + "]";
    }
}
