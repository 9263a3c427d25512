package io.forja.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.definition.Environment;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Redaction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigReaderTest {

    private final Redaction redaction = new Redaction();

    @Test
    void without_a_file_everything_has_a_default_that_works_on_a_laptop() {
        ForjaConfig config = new ConfigReader(Environment.EMPTY, redaction).read(null, Map.of());
        assertThat(config.lakehouse()).isEqualTo(new Lakehouse("./lake/warehouse", "./lake/snapshots"));
        assertThat(config.spark()).isEqualTo(new Spark("local[*]", Map.of()));
        assertThat(config.http()).isEqualTo(new Http("127.0.0.1", 8080, null));
        assertThat(config.state().files().path()).isEqualTo(Path.of("./state"));
        assertThat(config.state().files().log("vendas-1")).isEqualTo(Path.of("./state/logs/vendas-1.log"));
        assertThat(config.pipelines()).isEqualTo("./pipelines");
        assertThat(config.limits().runs()).isEqualTo(4);
        assertThat(config.limits().jobs(7)).isEqualTo(7);
        assertThat(config.daemon().grace()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void a_file_that_only_has_comments_is_a_file_with_defaults() {
        assertThat(read("# nothing yet\n\n", Map.of(), Map.of()).http().port()).isEqualTo(8080);
    }

    @Test
    void every_section_of_the_file_is_read() {
        ForjaConfig config = read("""
                lakehouse: {warehouse: s3a://lake/warehouse, snapshots: s3a://lake/snapshots}
                spark:
                  master: local[2]
                  conf: {spark.sql.shuffle.partitions: 8}
                connections:
                  biblioteca: {url: "jdbc:sqlserver://db:1433", user: forja, password: "${env.DB_PASSWORD}"}
                state: {url: "jdbc:sqlite:/var/lib/forja/forja.db", keepRuns: 90d, keepLogs: 7d}
                http: {port: 9090}
                pipelines: /etc/forja/pipelines
                notify:
                  ops: https://hooks.example.com/a
                  dev: {webhook: http://localhost:9/b, timeout: 3s, attempts: 2}
                limits: {runs: 2, jobs: 3}
                daemon: {grace: 5m}
                """, Map.of("DB_PASSWORD", "s3nh4!"), Map.of());
        assertThat(config.lakehouse().warehouse()).isEqualTo("s3a://lake/warehouse");
        assertThat(config.spark().conf()).containsEntry("spark.sql.shuffle.partitions", "8");
        assertThat(config.connections().get("biblioteca").password()).isEqualTo("s3nh4!");
        assertThat(config.state().files().path()).isEqualTo(Path.of("/var/lib/forja"));
        assertThat(config.notify_().get("ops").attempts()).isEqualTo(6);
        assertThat(config.notify_().get("dev")).isEqualTo(
                new NotifyTarget("http://localhost:9/b", Duration.ofSeconds(3), 2));
        assertThat(config.limits().jobs(7)).isEqualTo(3);
        assertThat(config.daemon().grace()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void flags_beat_the_environment_which_beats_the_file() {
        Map<String, String> environment = Map.of("FORJA_HTTP_PORT", "2", "FORJA_LIMITS_RUNS", "2",
                "FORJA_STATE_KEEP_RUNS", "90d", "FORJA_PIPELINES", "other");
        ForjaConfig config = read("{http: {port: 1}, limits: {runs: 1, jobs: 1}}", environment,
                Map.of("http.port", "3"));
        assertThat(config.http().port()).isEqualTo(3);
        assertThat(config.limits()).isEqualTo(new Limits(2, 1));
        assertThat(config.state().keepRuns()).isEqualTo(Duration.ofDays(90));
        assertThat(config.pipelines()).isEqualTo("other");
    }

    @Test
    void a_state_in_postgresql_has_a_user_a_hidden_password_and_a_folder_for_files() {
        Redaction redaction = new Redaction();
        State state = new ConfigReader(environment(Map.of("STATE_LOGIN", "s3nh4-do-estado")), redaction).read("forja.yaml", """
                state:
                  url: jdbc:postgresql://db:5432/forja?sslmode=require
                  user: forja
                  password: "${env.STATE_LOGIN}"
                  folder: /var/lib/forja
                """, Map.of()).state();
        assertThat(state.connection().user()).isEqualTo("forja");
        assertThat(state.connection().password()).isEqualTo("s3nh4-do-estado");
        assertThat(state.file()).isEmpty();
        assertThat(state.files().daemonLock()).isEqualTo(Path.of("/var/lib/forja/daemon.lock"));
        assertThat(state.toString()).doesNotContain("s3nh4");
        assertThat(redaction.apply("by s3nh4-do-estado")).isEqualTo("by ***");
        assertThat(state.withFiles(path -> "project/" + path).url()).isEqualTo(state.url());
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:postgresql://db/forja?user=forja&password=s3nh4", "jdbc:postgresql://db/f?password=s3nh4",
        "jdbc:postgresql://forja:s3nh4@db:5432/forja", "postgresql://forja:s3nh4@db/forja", "jdbc:postgresql:s3nh4"})
    void an_address_with_a_login_in_it_is_refused_and_not_repeated(String url) {
        assertThat(problems("state: {url: \"" + url + "\"}", Map.of(), Map.of())).singleElement().satisfies(problem ->
                assertThat(problem.toString()).startsWith("forja.yaml:1:14 state.url: ").doesNotContain("s3nh4"));
        if (url.startsWith("jdbc:postgresql://")) {
            assertThat(problems("state: {url: \"" + url + "\"}", Map.of(), Map.of()).get(0).remedy())
                    .contains("state.user and state.password");
        }
    }

    @Test
    void all_problems_of_file_environment_and_flags_are_told_at_once_with_their_places() {
        List<Problem> problems = problems("""
                htpp: {port: 1}
                limits: {runs: 0}
                state: {url: "jdbc:derby:x"}
                """, Map.of("FORJA_HTTP_PRT", "1", "FORJA_LIMITS_RUNS", "many"), Map.of("http.port", "70000"));
        assertThat(problems).extracting(Problem::toString).containsExactlyInAnyOrder(
                "--http-port http.port: 70000 is no port; write 1 to 65535, or 0 for any free one",
                "FORJA_HTTP_PRT: no setting has this environment variable; did you mean FORJA_HTTP_PORT?",
                "FORJA_LIMITS_RUNS limits.runs: \"many\" is not a whole number; write digits only, such as 10000",
                "forja.yaml:1:1 htpp: unknown key \"htpp\"; did you mean \"http\"?",
                "forja.yaml:2:16 limits.runs: 0 at once is not possible; write 1 to 1000",
                "forja.yaml:3:14 state.url: this is the address of neither an SQLite file nor a PostgreSQL database;"
                        + " write jdbc:sqlite: and a path, or jdbc:postgresql://host:5432/database");
    }

    @Test
    void a_variable_of_our_prefix_is_known_where_the_file_fills_it_in() {
        ForjaConfig config = read("connections: {db: {url: 'jdbc:x', password: '${env.FORJA_DB}'}}",
                Map.of("FORJA_DB", "s3nh4!", "FORJA_HOME", "/opt/forja"), Map.of());
        assertThat(config.connections().get("db").password()).isEqualTo("s3nh4!");
    }

    @Test
    void another_address_than_this_machines_needs_a_token() {
        assertThat(problems("http: {bind: 0.0.0.0}", Map.of(), Map.of())).extracting(Problem::toString).containsExactly(
                "forja.yaml:1:14 http.bind: \"0.0.0.0\" lets other machines start and cancel runs, and there is no"
                        + " token; set http.token, or bind to 127.0.0.1");
        assertThat(problems("http: {bind: 127.0.0.1}", Map.of(), Map.of("http.bind", "::")))
                .extracting(problem -> problem.where().file()).containsExactly("--http-bind");
        assertThat(read("http: {bind: 0.0.0.0}", Map.of("FORJA_HTTP_TOKEN", "0123456789abcdef"), Map.of()).http()
                .isLoopback()).isFalse();
        for (String bind : List.of("localhost", "127.0.0.1", "127.1.2.3", "::1")) {
            assertThat(read("http: {bind: '" + bind + "'}", Map.of(), Map.of()).http().isLoopback()).isTrue();
        }
    }

    @Test
    void a_token_that_can_be_guessed_is_refused_and_not_repeated() {
        assertThat(problems("http: {token: hunter2}", Map.of(), Map.of())).singleElement()
                .extracting(Problem::toString).asString().doesNotContain("hunter2").contains("openssl rand");
    }

    @Test
    void secrets_are_hidden_however_they_came_in() {
        read("""
                http: {token: 0123456789abcdef}
                connections: {db: {url: 'jdbc:x', user: "${env.DB_USER}", password: "plain-password"}}
                notify: {ops: "https://hooks.example.com/very-secret-path"}
                spark:
                  conf:
                    spark.hadoop.fs.s3a.secret.key: from-the-file
                    spark.hadoop.fs.s3a.access.key: "${file./run/secrets/key}"
                    spark.hadoop.fs.s3a.token.flag: true
                """, Map.of("DB_USER", "someone"), Map.of());
        assertThat(redaction.apply("0123456789abcdef plain-password https://hooks.example.com/very-secret-path"
                + " from-the-file text-of-/run/secrets/key someone true"))
                .isEqualTo("*** *** *** *** *** someone true");
    }

    @Test
    void a_webhook_that_is_no_address_is_refused_without_repeating_it() {
        assertThat(problems("notify: {ops: 'hooks.example.com/secret'}", Map.of(), Map.of())).singleElement()
                .extracting(Problem::toString).asString().contains("this is no web address").doesNotContain("secret");
    }

    @Test
    void a_missing_variable_and_a_missing_file_are_told_with_their_places() {
        assertThat(problems("""
                connections:
                  db: {url: 'jdbc:x', password: "${env.NOT_SET}"}
                http: {token: "${file.gone}"}
                pipelines: ${run.date}
                """, Map.of(), Map.of())).extracting(Problem::toString).containsExactly(
                "forja.yaml:2:33 connections.db.password: the environment variable NOT_SET is not set;"
                        + " set it for the process that runs Forja",
                "forja.yaml:3:15 http.token: the file gone cannot be read (no such file);"
                        + " put the secret there, readable by the user that runs Forja",
                "forja.yaml:4:12 pipelines: \"${run.date}\" is no placeholder here; write ${env.X} or ${file.X}");
    }

    @Test
    void an_unreadable_file_is_told_in_one_sentence(@TempDir Path folder) {
        assertThatThrownBy(() -> new ConfigReader(Environment.EMPTY, redaction)
                .read(folder.resolve("forja.yaml"), Map.of()))
                .isInstanceOf(ForjaException.class).hasMessageContaining("forja.yaml cannot be read");
    }

    @Test
    void a_store_is_read_with_its_buckets_and_its_secrets_are_hidden() {
        ForjaConfig config = read("""
                storage:
                  s3:
                    endpoint: http://127.0.0.1:9000
                    accessKey: forja
                    secretKey: "${env.MINIO}"
                    buckets:
                      archive: {accessKey: other, secretKey: plainly-written, sessionToken: lent-for-a-day}
                """, Map.of("MINIO", "from-the-environment", "FORJA_STORAGE_S3_REGION", "sa-east-1"), Map.of());
        assertThat(config.storage().s3().access("lake").regionName()).contains("sa-east-1");
        assertThat(config.storage().s3().access("archive").endpoint()).isEqualTo("http://127.0.0.1:9000");
        assertThat(redaction.apply("from-the-environment plainly-written lent-for-a-day forja")).isEqualTo("*** *** *** forja");
    }

    @Test
    void half_a_pair_of_keys_and_an_endpoint_that_is_none_are_refused() {
        assertThatThrownBy(() -> read("storage: {s3: {buckets: {b: {secretKey: alone}}}}", Map.of(), Map.of()))
                .hasMessageContaining("belong together");
        assertThatThrownBy(() -> read("storage: {s3: {endpoint: minio:9000}}", Map.of(), Map.of()))
                .hasMessageContaining("is no web address");
    }

    @Test
    void no_setting_prints_its_secrets() {
        ForjaConfig config = read("""
                http: {token: 0123456789abcdef}
                connections: {db: {url: 'jdbc:x', password: "plain-password"}}
                notify: {ops: "https://hooks.example.com/very-secret-path"}
                spark: {conf: {spark.hadoop.fs.s3a.secret.key: from-the-file}}
                """, Map.of(), Map.of());
        assertThat(config.toString()).doesNotContain("0123456789abcdef", "plain-password", "very-secret", "from-the-file");
    }

    private ForjaConfig read(String text, Map<String, String> variables, Map<String, String> flags) {
        return new ConfigReader(environment(variables), redaction).read("forja.yaml", text, flags);
    }

    private List<Problem> problems(String text, Map<String, String> variables, Map<String, String> flags) {
        try {
            read(text, variables, flags);
        } catch (InvalidDefinitionException e) {
            return e.problems();
        }
        return List.of();
    }

    private static Environment environment(Map<String, String> variables) {
        return new Environment() {
            @Override
            public Optional<String> variable(String name) {
                return Optional.ofNullable(variables.get(name));
            }

            @Override
            public Set<String> variableNames() {
                return variables.keySet();
            }

            @Override
            public String file(String path) throws IOException {
                if (path.equals("gone")) {
                    throw new IOException("no such file");
                }
                return "text-of-" + path;
            }
        };
    }
}
