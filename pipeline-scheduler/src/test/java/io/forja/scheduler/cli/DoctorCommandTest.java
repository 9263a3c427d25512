package io.forja.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.doctor.Finding;
import io.forja.core.problem.Problem;
import io.forja.core.problem.SourceLocation;
import org.junit.jupiter.api.Test;

class DoctorCommandTest extends CommandLineTest {

    @Test
    void what_fails_is_told_with_its_remedy_and_ends_with_1() {
        findings.add(Finding.ok("s3a://lake", "lists, writes, reads and deletes at http://127.0.0.1:9000"));
        findings.add(Finding.failed("connections.db", "the database db refuses: wrong password", "check the password"));

        Ended ended = run("doctor");

        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.out()).contains("s3a://lake", "ok", "connections.db", "failed", "-> check the password");
    }

    @Test
    void a_warning_is_no_failure() {
        findings.add(Finding.warning("clock", "this machine is 90 seconds ahead", "set the clock"));
        assertThat(run("doctor").code()).isEqualTo(ExitCode.OK);
    }

    @Test
    void machines_get_json() {
        findings.add(Finding.failed("http.port", "127.0.0.1:8080 cannot be listened at", "set http.port"));

        Ended ended = run("doctor", "-o", "json");

        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.out().replaceAll("\\s+", " ")).contains("\"subject\" : \"http.port\"", "\"health\" : \"failed\"",
                "\"remedy\" : \"set http.port\"");
    }

    @Test
    void settings_that_are_wrong_are_findings_too() {
        settingsProblems.add(new Problem(SourceLocation.of("forja.yaml"), "http.port", "70000 is no port", "write 8080"));
        Ended ended = run("doctor");
        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.out()).contains("70000 is no port");
    }
}
