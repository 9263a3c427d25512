package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.definition.LoadedPipeline;
import io.forja.core.job.JobCatalog;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every job type has: meaning for every key, a valid YAML and an invalid one whose problem is told. */
class BuiltInJobsTest {

    private static final JobCatalog CATALOG = BuiltInJobs.catalog(() -> {
        throw new IllegalStateException("a definition needs no engine");
    });

    static Stream<String> types() {
        return CATALOG.definitions().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("types")
    void every_key_says_what_it_means(String type) {
        Class<? extends Record> definition = CATALOG.definitions().get(type);

        assertThat(definition.getAnnotation(Doc.class)).as("@Doc on " + definition.getSimpleName()).isNotNull();
        assertThat(Arrays.stream(definition.getRecordComponents()).filter(key -> key.getAnnotation(Doc.class) == null))
                .as("keys of " + type + " without @Doc").isEmpty();
    }

    @ParameterizedTest
    @MethodSource("types")
    void its_valid_yaml_is_a_definition_of_the_type(String type) throws IOException {
        Problems problems = new Problems();
        Optional<LoadedPipeline> pipeline = read(type, "valid", problems);

        assertThat(problems.inOrder()).extracting(Problem::toString).isEmpty();
        assertThat(pipeline.orElseThrow().definition().jobs().values()).isNotEmpty().allSatisfy(job -> {
            assertThat(CATALOG.nameOf(job.definition())).isEqualTo(type);
            assertThat(job.definition().summary()).isNotBlank();
        });
    }

    @ParameterizedTest
    @MethodSource("types")
    void each_job_of_its_invalid_yaml_is_told_with_its_place_and_a_remedy(String type) throws IOException {
        Problems problems = new Problems();
        read(type, "invalid", problems);
        Set<String> jobs = YamlReader.read(type, text(type, "invalid"), new Problems()).orElseThrow()
                .entries().get("jobs").entries().keySet();

        assertThat(problems.inOrder()).allSatisfy(problem -> {
            assertThat(problem.where().line()).isPositive();
            assertThat(problem.remedy()).isNotBlank();
        });
        assertThat(problems.inOrder()).extracting(problem -> problem.path().split("\\.")[1]).containsAll(jobs);
    }

    private static Optional<LoadedPipeline> read(String type, String which, Problems problems) throws IOException {
        return TestLake.loader().read(type + ".yaml", text(type, which), problems);
    }

    private static String text(String type, String which) throws IOException {
        String resource = "/jobs/" + type + "/" + which + ".yaml";
        try (InputStream in = BuiltInJobsTest.class.getResourceAsStream(resource)) {
            assertThat(in).as("src/test/resources" + resource).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
