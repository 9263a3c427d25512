package io.forja.jobs.s3;

import io.forja.core.doctor.Checkup;
import io.forja.core.doctor.Finding;
import io.forja.core.lake.S3Access;
import io.forja.core.problem.ForjaException;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Looks at one bucket as Forja uses it: lists, writes a small object, writes it again on the condition that it is not
 * there, reads and deletes it. It asks the store itself, without Spark.
 */
public final class S3Checkup implements Checkup {

    /** S3 refuses signatures of a clock that is fifteen minutes off. */
    private static final Duration SKEW_TOLD = Duration.ofMinutes(1);

    private final String bucket;
    private final String prefix;
    private final S3Access access;
    private final Clock clock;

    /** @param prefix where in the bucket to write, such as {@code warehouse/}; empty for its top */
    public S3Checkup(String bucket, String prefix, S3Access access, Clock clock) {
        this.bucket = bucket;
        this.prefix = prefix;
        this.access = access;
        this.clock = clock;
    }

    @Override
    public List<Finding> run() {
        List<Finding> findings = new ArrayList<>();
        try (S3Client client = S3Clients.open(access)) {
            SdkResponse answer = list(client);
            tellSkew(answer, findings);
            write(client, findings);
        } catch (SdkException e) {
            findings.add(Finding.failed(subject(), S3Failure.of(e, access, bucket)));
        } catch (ForjaException e) {
            findings.add(Finding.failed(subject(), e));
        }
        return findings;
    }

    private String subject() {
        return "s3a://" + bucket;
    }

    private ListObjectsV2Response list(S3Client client) {
        ListObjectsV2Response answer =
                client.listObjectsV2(list -> list.bucket(bucket).prefix(prefix).maxKeys(1));
        if (!bucket.equals(answer.name())) {
            // Something else than the bucket's list: a page, or the list of all buckets.
            throw new ForjaException("what answers at " + access.endpoint() + " is not the bucket " + bucket,
                    access.isPathStyle() ? "check storage.s3.endpoint: the port of the S3 interface, not of a web console"
                            : "set storage.s3.pathStyle: true, which keeps the bucket out of the host's name");
        }
        return answer;
    }

    private void write(S3Client client, List<Finding> findings) {
        String key = prefix + ConditionalLogStore.PROBE + UUID.randomUUID();
        if (!may("write", "s3:PutObject", findings, () ->
                client.putObject(put -> put.bucket(bucket).key(key), RequestBody.fromString("\n")))) {
            return;
        }
        boolean keepsConditions = false;
        boolean reads = false;
        boolean deletes = false;
        try {
            keepsConditions = keepsConditions(client, key);
            reads = may("read", "s3:GetObject", findings, () ->
                    client.getObjectAsBytes(get -> get.bucket(bucket).key(key)));
        } finally {
            deletes = may("delete", "s3:DeleteObject", findings, () ->
                    client.deleteObject(delete -> delete.bucket(bucket).key(key)));
        }
        if (reads && deletes) {
            findings.add(keepsConditions ? Finding.ok(subject(), "lists, writes, reads and deletes at " + access.store())
                    : Finding.warning(subject(), "lists, writes, reads and deletes at " + access.store() + ", but ignores"
                            + " If-None-Match: two processes that write one table can lose rows", "update the store (MinIO"
                            + " to RELEASE.2024-05-07 or later), and until then let one daemon alone write"));
        }
    }

    private boolean may(String doing, String permission, List<Finding> findings, Runnable step) {
        try {
            step.run();
            return true;
        } catch (S3Exception e) {
            if (e.statusCode() != HttpURLConnection.HTTP_FORBIDDEN) {
                throw e;
            }
            findings.add(Finding.failed(subject(), "the keys may not " + doing + " in " + subject() + "/" + prefix,
                    "allow " + permission + " there for the key of storage.s3.accessKey"));
            return false;
        }
    }

    private boolean keepsConditions(S3Client client, String key) {
        try {
            client.putObject(put -> put.bucket(bucket).key(key).ifNoneMatch("*"), RequestBody.fromString("\n"));
            return false;
        } catch (S3Exception e) {
            return ConditionalLogStore.keptCondition(e.statusCode()).orElseThrow(() -> e);
        }
    }

    private void tellSkew(SdkResponse answer, List<Finding> findings) {
        Instant here = clock.instant();
        answer.sdkHttpResponse().firstMatchingHeader("Date").flatMap(S3Checkup::time).ifPresent(there -> {
            Duration skew = Duration.between(there, here);
            findings.add(skew.abs().compareTo(SKEW_TOLD) <= 0
                    ? Finding.ok("clock", "agrees with " + access.store() + " to within " + (skew.abs().toSeconds() + 1) + " s")
                    : Finding.warning("clock", "this machine is " + skew.abs().toSeconds() + " seconds "
                            + (skew.isNegative() ? "behind " : "ahead of ") + access.store() + ", which refuses signatures that are"
                            + " fifteen minutes off", "set the clock of the one that is wrong, best by NTP"));
        });
    }

    private static Optional<Instant> time(String header) {
        try {
            return Optional.of(
                    ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
