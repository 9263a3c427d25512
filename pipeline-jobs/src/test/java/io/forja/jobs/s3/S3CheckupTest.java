package io.forja.jobs.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.doctor.Finding;
import io.forja.core.doctor.Finding.Health;
import io.forja.core.lake.S3Access;
import io.forja.core.testing.S3Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each way in which a bucket cannot be used, told apart, with the setting to change. */
class S3CheckupTest {

    private static final S3Server SERVER = S3Server.shared().bucket("checked");
    private static final Clock CLOCK = Clock.systemUTC();

    @TempDir
    Path folder;

    private static S3Access access(String endpoint) {
        return new S3Access(endpoint, null, null, S3Server.ACCESS_KEY, S3Server.SECRET_KEY, null, null);
    }

    private static List<Finding> check(String bucket, S3Access access) {
        return new S3Checkup(bucket, "warehouse/", access, CLOCK).run();
    }

    private static void assertFails(S3Access access, String what, String remedy) {
        assertFails("checked", access, what, remedy);
    }

    private static void assertFails(String bucket, S3Access access, String what, String remedy) {
        List<Finding> findings = check(bucket, access);
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).health()).isEqualTo(Health.FAILED);
        assertThat(findings.get(0).what()).contains(what).doesNotContain(S3Server.SECRET_KEY);
        assertThat(findings.get(0).remedy()).contains(remedy);
    }

    @Test
    void a_bucket_that_can_be_used_is_left_as_it_was() {
        assertThat(check("checked", access(SERVER.endpoint().toString()))).hasSize(2)
                .allMatch(finding -> finding.health() == Health.OK);
        assertThat(SERVER.objects("checked")).isEmpty();
    }

    @Test
    void a_bucket_that_is_not_there() {
        assertFails("nowhere", access(SERVER.endpoint().toString()), "there is no bucket nowhere", "make it");
    }

    @Test
    void a_wrong_access_key_and_a_wrong_secret_key() {
        S3Access wrongSecret = new S3Access(SERVER.endpoint().toString(), null, null, S3Server.ACCESS_KEY, "wrong", null, null);
        assertFails(wrongSecret, "the secret key is wrong", "storage.s3.secretKey");
        S3Access wrongKey = new S3Access(SERVER.endpoint().toString(), null, null, "wrong", S3Server.SECRET_KEY, null, null);
        assertFails(wrongKey, "does not know the access key", "storage.s3.accessKey");
    }

    @Test
    void nobody_at_the_address_or_no_such_host() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        assertFails(access("http://localhost:" + free), "cannot be reached", "storage.s3.endpoint");
        assertFails(access("http://no-such-host.invalid:9000"), "there is no host", "storage.s3.endpoint");
    }

    @Test
    void a_bucket_in_the_hosts_name_where_the_store_wants_it_in_the_path() {
        S3Access inHost = new S3Access("http://no-such-host.invalid:9000", null, false, "a", "b", null, null);
        assertFails(inHost, "there is no host for the bucket checked", "storage.s3.pathStyle: true");
    }

    @Test
    void something_that_is_no_s3() throws IOException {
        try (CannedAnswer console = new CannedAnswer(200, Map.of("Content-Type", "text/html"), "<html>MinIO Console</html>");
                CannedAnswer other = new CannedAnswer(404, Map.of("Content-Type", "text/plain"), "not found")) {
            assertFails(access(console.endpoint()), "what answers at " + console.endpoint(), "storage.s3.endpoint");
            assertFails(access(other.endpoint()), "does not speak S3", "storage.s3.endpoint");
        }
    }

    @Test
    void a_wrong_region_is_told_with_the_right_one() throws IOException {
        try (CannedAnswer store = CannedAnswer.error(400, "AuthorizationHeaderMalformed", "The authorization header is"
                + " malformed; the region 'us-east-1' is wrong; expecting 'sa-east-1'")) {
            assertFails(access(store.endpoint()), "another region than us-east-1", "storage.s3.region: sa-east-1");
        }
        try (CannedAnswer store = new CannedAnswer(301, Map.of("x-amz-bucket-region", "sa-east-1", "Content-Type",
                "application/xml"), "<Error><Code>PermanentRedirect</Code><Message>elsewhere</Message></Error>")) {
            assertFails(access(store.endpoint()), "another region", "storage.s3.region: sa-east-1");
        }
    }

    @Test
    void a_clock_that_is_off_is_told_before_the_store_refuses_it_and_after() throws IOException {
        Clock late = Clock.offset(CLOCK, Duration.ofMinutes(3));
        assertThat(new S3Checkup("checked", "", access(SERVER.endpoint().toString()), late).run())
                .anySatisfy(finding -> {
                    assertThat(finding.health()).isEqualTo(Health.WARNING);
                    assertThat(finding.what()).contains("seconds ahead of");
                });
        try (CannedAnswer store = CannedAnswer.error(403, "RequestTimeTooSkewed", "The difference is too large.")) {
            assertFails(access(store.endpoint()), "too far apart", "set the clock");
        }
    }

    @Test
    void keys_that_may_not_look() throws IOException {
        try (CannedAnswer store = CannedAnswer.error(403, "AccessDenied", "Access Denied.")) {
            assertFails(access(store.endpoint()), "the keys may not do this", "s3:ListBucket");
        }
    }

    @Test
    void keys_that_may_look_and_not_write() throws IOException {
        try (CannedAnswer store = CannedAnswer.readOnly("checked")) {
            assertThat(check("checked", access(store.endpoint()))).last().satisfies(finding -> {
                assertThat(finding.health()).isEqualTo(Health.FAILED);
                assertThat(finding.what()).contains("may not write in s3a://checked/warehouse/");
                assertThat(finding.remedy()).contains("s3:PutObject");
            });
        }
    }

    @Test
    void tls_where_there_is_none() {
        assertFails(access(SERVER.endpoint().toString().replace("http:", "https:")), "does not speak TLS", "http://");
    }

    @Test
    void a_certificate_of_an_authority_of_ones_own_is_trusted_once_it_is_named() throws Exception {
        Path pem = OwnCertificate.make(folder);
        try (S3Server tls = S3Server.withTls(folder.resolve("server"), folder.resolve("server.p12")).bucket("checked")) {
            String endpoint = tls.endpoint().toString();
            assertFails(access(endpoint), "signed by nobody that Java trusts", "storage.s3.caFile");
            assertThat(check("checked", withCa(endpoint, pem.toString())))
                    .allMatch(finding -> finding.health() == Health.OK);
            OwnCertificate.assertHadoopReads(tls, pem, folder.resolve("trust.p12"));
        }
        assertFails(withCa("https://localhost:1", folder.resolve("none.pem").toString()), "cannot be read", "caFile");
    }

    private static S3Access withCa(String endpoint, @Nullable String pem) {
        return new S3Access(endpoint, null, null, S3Server.ACCESS_KEY, S3Server.SECRET_KEY, null, pem);
    }
}
