package io.forja.core.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.definition.PipelineDefinition;
import io.forja.core.testing.GivenPipelines;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReferenceWriterTest {

    private final GivenPipelines given = new GivenPipelines();
    private final String text = new ReferenceWriter(given.loader.shapes()).markdown(PipelineDefinition.class, "Pipelines");

    @Test
    void it_begins_with_the_file_as_a_whole() {
        assertThat(text).startsWith("""
                # Pipelines

                A pipeline: jobs over tables, in the order of their needs, on a schedule or on request.

                | key | value | default | meaning |
                |---|---|---|---|
                | `pipeline` | text | **required** | The pipeline's name: letters, digits, - and _. Example: `pipeline: vendas` |
                """);
    }

    @Test
    void a_key_tells_its_type_its_default_its_meaning_and_an_example() {
        assertThat(text).contains(
                "| `catchUp` | `none` or `last` or `all` | `last` | What happens to the times that passed",
                "| `timeout` | duration | `1h` | How long one attempt of a job may take",
                "| `retry` | [retry policy](#retry-policy) | `{attempts: 1}` | How often a failed job is tried. |",
                "| `needs` | text, or a list of them |  | The jobs that have to succeed",
                "| `jobs` | a mapping of names to [job entry](#job-entry) | **required** |",
                "| `cast` | a mapping of names to column type |  | Columns and their types."
                        + " Example: `cast: {valor: \"decimal(18,2)\"}` |");
    }

    @Test
    void a_record_tells_its_short_form() {
        assertThat(text).contains("""
                ## param

                A value that a run may be given with `--param name=value`; `${params.name}` stands for it.

                Short: a value that is no mapping is its `default`.
                """);
    }

    @Test
    void a_job_type_has_its_section() {
        assertThat(text).contains("- [`copy`](#copy): Copies tables.\n").contains("""
                ## `copy`

                Copies tables.

                | key | value | default | meaning |
                """);
    }

    @Test
    void every_link_has_its_section_and_every_section_is_there_once() {
        Matcher links = Pattern.compile("\\]\\(#([^)]*)\\)").matcher(text);
        while (links.find()) {
            String anchor = links.group(1);
            long sections = text.lines().filter(line -> line.startsWith("## "))
                    .filter(line -> line.substring(3).replace("`", "").replace(' ', '-').equals(anchor))
                    .count();
            assertThat(sections).as(anchor).isEqualTo(1);
        }
    }

    @Test
    void a_bar_in_a_meaning_does_not_break_its_row() {
        assertThat(text.lines().filter(line -> line.startsWith("| ")))
                .allSatisfy(line -> assertThat(line.replace("\\|", "").chars().filter(c -> c == '|').count()).isEqualTo(5));
    }
}
