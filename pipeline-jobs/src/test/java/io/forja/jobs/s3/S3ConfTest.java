package io.forja.jobs.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.lake.S3Access;
import io.forja.core.lake.S3Settings;
import io.forja.core.testing.S3Server;
import io.forja.jobs.delta.SparkSettings;
import java.net.URI;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class S3ConfTest {

    @Test
    void an_endpoint_is_signed_for_us_east_1_and_has_its_buckets_in_the_path() {
        assertThat(S3Conf.of(new S3Settings("http://127.0.0.1:9000", null, null, "key", "secret", null, null, Map.of())))
                .containsEntry("fs.s3a.endpoint", "http://127.0.0.1:9000")
                .containsEntry("fs.s3a.endpoint.region", "us-east-1")
                .containsEntry("fs.s3a.path.style.access", "true")
                .containsEntry("fs.s3a.secret.key", "secret");
    }

    @Test
    void without_settings_it_is_aws_and_whom_its_default_chain_finds() {
        assertThat(S3Conf.of(S3Settings.NONE)).containsOnlyKeys("fs.s3a.path.style.access", "fs.s3a.aws.credentials.provider")
                .containsEntry("fs.s3a.path.style.access", "false")
                .hasEntrySatisfying("fs.s3a.aws.credentials.provider", chain -> assertThat(chain).contains("Default"));
    }

    @Test
    void keys_in_sparks_own_settings_are_found_too() throws Exception {
        S3Server server = S3Server.shared().bucket("own-keys");
        Configuration hadoop = new Configuration(false);
        hadoop.addResource("core-default.xml");
        S3Conf.of(new S3Settings(server.endpoint().toString(), null, null, null, null, null, null, Map.of()))
                .forEach(hadoop::set);
        hadoop.set("fs.s3a.access.key", S3Server.ACCESS_KEY);
        hadoop.set("fs.s3a.secret.key", S3Server.SECRET_KEY);
        try (FileSystem fs = FileSystem.newInstance(URI.create("s3a://own-keys/"), hadoop)) {
            assertThat(fs.exists(new Path("s3a://own-keys/none"))).isFalse();
        }
    }

    @Test
    void a_bucket_of_its_own_ways_takes_over_what_it_does_not_say_but_never_half_a_pair_of_keys() {
        S3Settings settings = new S3Settings("http://127.0.0.1:9000", "sa-east-1", null, "key", "secret", "lent", null,
                Map.of("archive", new S3Access("https://s3.example.com", null, null, "other", "hidden", null, null)));
        assertThat(S3Conf.of(settings))
                .containsEntry("fs.s3a.bucket.archive.endpoint", "https://s3.example.com")
                .containsEntry("fs.s3a.bucket.archive.endpoint.region", "sa-east-1")
                .containsEntry("fs.s3a.bucket.archive.access.key", "other")
                .doesNotContainKey("fs.s3a.bucket.archive.session.token")
                .containsEntry("fs.s3a.session.token", "lent");
    }

    @Test
    void no_text_of_the_settings_shows_a_secret() {
        S3Settings settings = new S3Settings("http://127.0.0.1:9000", null, null, "key", "very-secret", null, null,
                Map.of("archive", new S3Access(null, null, null, "other", "very-hidden", "lent-token", null)));
        assertThat(settings.toString() + settings.access("archive") + settings.buckets()
                + new SparkSettings("local", Map.of(), S3Conf.of(settings)))
                .doesNotContain("very-secret", "very-hidden", "lent-token");
    }
}
