package io.forja.jobs.s3;

import io.forja.core.lake.S3Access;
import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Clients for what is done without Spark: they give up within seconds. */
final class S3Clients {

    private static final Duration TO_CONNECT = Duration.ofSeconds(5);
    private static final Duration TO_ANSWER = Duration.ofSeconds(20);

    private S3Clients() {}

    /** Opens nothing yet; the caller closes it. */
    static S3Client open(S3Access access) {
        ApacheHttpClient.Builder http = ApacheHttpClient.builder().connectionTimeout(TO_CONNECT).socketTimeout(TO_ANSWER);
        Trust trust = Trust.of(access);
        if (!trust.isJavasOwn()) {
            http.tlsTrustManagersProvider(trust::managers);
        }
        S3ClientBuilder client = S3Client.builder().httpClientBuilder(http).credentialsProvider(credentials(access))
                .forcePathStyle(access.isPathStyle())
                .overrideConfiguration(all -> all.retryStrategy(retry -> retry.maxAttempts(2)))
                // Other stores than AWS's own do not know the newer checksums.
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
        access.regionName().map(Region::of).ifPresent(client::region);
        if (access.endpoint() != null) {
            client.endpointOverride(URI.create(access.endpoint()));
        }
        return client.build();
    }

    private static AwsCredentialsProvider credentials(S3Access access) {
        if (access.accessKey() == null || access.secretKey() == null) {
            return DefaultCredentialsProvider.builder().build();
        }
        return StaticCredentialsProvider.create(access.sessionToken() == null
                ? AwsBasicCredentials.create(access.accessKey(), access.secretKey())
                : AwsSessionCredentials.create(access.accessKey(), access.secretKey(), access.sessionToken()));
    }
}
