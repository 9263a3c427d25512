package io.forja.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.forja.core.definition.Environment;
import io.forja.core.definition.PipelineLoader;
import io.forja.core.plan.Planner;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.core.problem.Redaction;
import io.forja.jobs.BuiltInJobs;
import io.forja.scheduler.config.ConfigReader;
import io.forja.scheduler.quartz.QuartzCron;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The README and the reference say what is so. */
class DocsTest {

    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();

    /** Every variable is set: the docs take secrets from somewhere. */
    private static final Environment GENEROUS = new Environment() {
        @Override
        public Optional<String> variable(String name) {
            return name.startsWith("FORJA_") ? Optional.empty() : Optional.of("a-value-of-" + name);
        }

        @Override
        public String file(String path) {
            return "the-text-of-a-secret-file";
        }
    };

    @ParameterizedTest
    @CsvSource({"schema --markdown, docs/pipelines.md", "schema settings --markdown, docs/configuration.md",
            "schema, docs/pipeline.schema.json"})
    void the_reference_is_the_one_that_the_definitions_give(String command, String file) throws Exception {
        try (Commands commands = new Commands()) {
            Commands.Ended written = commands.run(command.split(" "));

            assertThat(written.code()).as(written.err()).isZero();
            assertThat(Files.readString(PROJECT.resolve(file)))
                    .as("the definitions have changed: ./forja " + command + " > " + file)
                    .isEqualTo(written.out());
        }
    }

    @TestFactory
    Stream<DynamicTest> every_yaml_of_the_docs_is_sound() throws IOException {
        return documents().stream().flatMap(document -> blocks(document, "yaml").stream()
                .map(yaml -> dynamicTest(PROJECT.relativize(document) + ": " + yaml.lines().findFirst().orElse(""),
                        () -> requireSound(yaml))));
    }

    private static void requireSound(String yaml) {
        if (!yaml.contains("\npipeline: ") && !yaml.startsWith("pipeline: ")) {
            assertThatCode(() -> new ConfigReader(GENEROUS, new Redaction()).read("docs.yaml", yaml, Map.of()))
                    .doesNotThrowAnyException();
            return;
        }
        PipelineLoader loader = new PipelineLoader(BuiltInJobs.catalog(() -> {
            throw new IllegalStateException("a definition needs no engine");
        }).definitions(), QuartzCron::parse, GENEROUS, new Redaction());
        Problems problems = new Problems();
        loader.read("docs.yaml", yaml, problems).ifPresent(pipeline -> Planner.plan(pipeline, problems));
        assertThat(problems.inOrder()).extracting(Problem::toString).isEmpty();
    }

    @Test
    @Tag("spark")
    void every_command_of_the_docs_works_in_the_order_in_which_it_stands(@TempDir Path folder) throws IOException {
        copy(PROJECT.resolve("pipelines"), folder.resolve("pipelines"));
        Files.copy(PROJECT.resolve("forja.yaml"), folder.resolve("forja.yaml"));
        List<String> run = new ArrayList<>();
        try (Commands commands = new Commands()) {
            for (Path document : documents()) {
                blocks(document, "sh").stream().flatMap(String::lines).map(DocsTest::bare)
                        // A clone is the build's to test, and a daemon that never ends has tests of its own.
                        .filter(line -> line.startsWith("forja ") && !line.equals("forja daemon"))
                        .filter(line -> !run.contains(line))
                        .forEach(line -> {
                            run.add(line);
                            Commands.Ended ended = commands.run(in(folder, Commands.words(line)));
                            assertThat(ended.code()).as(document.getFileName() + ": " + line + "\n" + ended.err())
                                    .isZero();
                        });
            }
        }
        assertThat(run).hasSizeGreaterThan(15);
    }

    /** As if the user stood in the folder: its settings, and its files by their full names. */
    private static String[] in(Path folder, String[] words) {
        return Stream.concat(Stream.of("--config", folder.resolve("forja.yaml").toString()), Stream.of(words)
                .map(word -> Files.isRegularFile(folder.resolve(word)) ? folder.resolve(word).toString() : word))
                .toArray(String[]::new);
    }

    /** A command without what a shell does with its output, and without a remark. */
    private static String bare(String line) {
        return line.replaceFirst("\\s+#.*$", "").replaceFirst("\\s+> \\S+$", "").strip();
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(PROJECT.resolve("README.md")));
        try (Stream<Path> docs = Files.list(PROJECT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
        }
        return documents;
    }

    private static List<String> blocks(Path document, String language) {
        List<String> blocks = new ArrayList<>();
        StringBuilder block = null;
        try {
            for (String line : Files.readAllLines(document)) {
                if (block == null && line.equals("```" + language)) {
                    block = new StringBuilder();
                } else if (block != null && line.startsWith("```")) {
                    blocks.add(block.toString());
                    block = null;
                } else if (block != null) {
                    block.append(line).append('\n');
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return blocks;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
