package io.forja.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.forja.core.testing.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples, as they stand, on both kinds of store. */
@Tag("spark")
class ExamplesTest {

    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();
    private static final S3Server SERVER = S3Server.shared().bucket("examples");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    void every_example_gives_the_same_tables_in_a_bucket_as_on_the_local_disk() throws Exception {
        Map<String, List<String>> local = tablesOf("local", "lake", "");
        Map<String, List<String>> bucket = tablesOf("bucket", "s3a://examples/lake", """

                storage: {s3: {endpoint: "%s", accessKey: %s, secretKey: "%s"}}
                """.formatted(SERVER.endpoint(), S3Server.ACCESS_KEY, S3Server.SECRET_KEY));

        assertThat(local).containsKey("silver.fato_vendas").hasSizeGreaterThan(8);
        assertThat(bucket).isEqualTo(local);
        // The files that are exported on the way are on this machine; no table is.
        try (Stream<Path> onDisk = Files.walk(folder.resolve("bucket"))) {
            assertThat(onDisk.map(Path::toString)).noneMatch(path -> path.contains("_delta_log"));
        }
    }

    /** Runs every example, those that need no other first, and reads all tables. */
    private Map<String, List<String>> tablesOf(String name, String lake, String settings) throws Exception {
        Path project = Files.createDirectories(folder.resolve(name));
        copy(PROJECT.resolve("pipelines"), project.resolve("pipelines"), lake);
        Files.writeString(project.resolve("forja.yaml"), Files.readString(PROJECT.resolve("forja.yaml"))
                + "\nlakehouse: {warehouse: \"" + lake + "/warehouse\", snapshots: \"" + lake + "/snapshots\"}\n" + settings);
        try (Commands commands = new Commands()) {
            for (String pipeline : pipelines(project)) {
                Commands.Ended ended = run(commands, project, "run", pipeline, "--date", "2026-11-28");
                assertThat(ended.code()).as(pipeline + "\n" + ended.out() + ended.err()).isZero();
            }
            Map<String, List<String>> tables = new TreeMap<>();
            for (JsonNode table : JSON.readTree(run(commands, project, "tables", "list", "-o", "json").out())) {
                String named = table.get("name").asText();
                tables.put(named, rows(JSON.readTree(run(commands, project, "sql", "select * from " + named, "-o", "json")
                        .out())));
            }
            return tables;
        }
    }

    private static List<String> pipelines(Path project) throws IOException {
        try (Stream<Path> files = Files.list(project.resolve("pipelines"))) {
            return files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".yaml"))
                    .map(file -> file.replace(".yaml", ""))
                    .sorted(Comparator.<String, Boolean>comparing("snapshots"::equals).thenComparing(Comparator.naturalOrder())).toList();
        }
    }

    private static Commands.Ended run(Commands commands, Path project, String... words) {
        return commands.run(Stream.concat(Stream.of("--config", project.resolve("forja.yaml").toString()),
                Stream.of(words)).toArray(String[]::new));
    }

    /** What the rows say, without the columns that tell of the run. */
    private static List<String> rows(JsonNode result) {
        List<String> rows = new ArrayList<>();
        for (JsonNode row : result.get("rows")) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                String column = result.get("columns").get(i).get("name").asText();
                text.append(column.startsWith("_") ? "" : column + "=" + row.get(i) + " ");
            }
            rows.add(text.toString());
        }
        rows.sort(Comparator.naturalOrder());
        return rows;
    }

    private static void copy(Path from, Path to, String lake) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                String text = Files.readString(file);
                Files.writeString(copy, file.toString().endsWith(".yaml")
                        ? text.replace("path: \"lake/", "path: \"" + lake + "/")
                                .replaceAll("path: lake/([^,}]+)", "path: \"" + lake + "/$1\"")
                        : text);
            }
        }
    }
}
