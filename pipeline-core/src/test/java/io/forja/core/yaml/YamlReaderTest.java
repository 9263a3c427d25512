package io.forja.core.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlReaderTest {

    private final Problems problems = new Problems();

    private YamlNode read(String text) {
        YamlNode node = YamlReader.read("vendas.yaml", text, problems).orElseThrow();
        assertThat(problems.inOrder()).isEmpty();
        return node;
    }

    private Problem refused(String text) {
        YamlReader.read("vendas.yaml", text, problems);
        assertThat(problems.inOrder()).hasSize(1);
        return problems.inOrder().get(0);
    }

    @Test
    void every_value_knows_its_line_its_column_and_its_path() {
        YamlNode root = read("""
                jobs:
                  fato:
                    clean:
                      steps:
                        - dropNulls: valor
                        - cast: {valor: date}
                """);
        YamlNode steps = root.entries().get("jobs").entries().get("fato").entries().get("clean").entries().get("steps");
        YamlNode type = steps.items().get(1).entries().get("cast").entries().get("valor");
        assertThat(type.path()).isEqualTo("jobs.fato.clean.steps[1].cast.valor");
        assertThat(type.location()).hasToString("vendas.yaml:6:25");
        assertThat(root.path()).isEmpty();
        assertThat(root.entries().get("jobs").key("fato").orElseThrow().location()).hasToString("vendas.yaml:2:3");
    }

    @Test
    void what_YAML_1_1_took_for_a_flag_is_a_text() {
        YamlNode root = read("{a: no, b: on, c: yes, d: 12:30, e: 0777, f: 1_000, no: x}");
        assertThat(root.entries().values()).allMatch(YamlNode::isScalar);
        assertThat(root.entries().get("a").text()).isEqualTo("no");
        assertThat(root.entries().get("d").text()).isEqualTo("12:30");
        assertThat(root.entries()).containsKey("no");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:", "a: null", "a: ~", "a: NULL", "a: # a comment"})
    void nothing_is_nothing(String text) {
        YamlNode value = read(text).entries().get("a");
        assertThat(value.isNull()).isTrue();
        assertThat(value.isScalar()).isFalse();
        assertThat(value.kind()).isEqualTo("nothing");
    }

    @Test
    void quotes_make_a_text_of_anything() {
        Map<String, YamlNode> entries = read("{a: '', b: 'null', c: \"~\"}").entries();
        assertThat(entries.values()).allMatch(YamlNode::isScalar);
        assertThat(entries.get("a").text()).isEmpty();
    }

    @Test
    void texts_of_several_lines_and_signs_of_every_language_are_kept() {
        assertThat(read("sql: |\n  SELECT *\n  FROM ação\n").entries().get("sql").text())
                .isEqualTo("SELECT *\nFROM ação\n");
    }

    @Test
    void a_byte_order_mark_is_no_part_of_the_text() {
        assertThat(read("\uFEFFpipeline: vendas").entries()).containsOnlyKeys("pipeline");
    }

    @Test
    void an_alias_is_what_its_anchor_is_and_tells_its_own_path() {
        YamlNode root = read("a: &steps [x, y]\nb: *steps");
        assertThat(root.entries().get("b").items()).hasSize(2);
        assertThat(root.entries().get("b").items().get(1).path()).isEqualTo("b[1]");
    }

    @Test
    void an_alias_to_where_it_stands_does_not_read_for_ever() {
        assertThat(YamlReader.read("vendas.yaml", "a: &a [*a, {b: *a}]", problems)).isPresent();
    }

    @Test
    void a_repeated_key_is_reported_at_its_second_place_and_the_first_one_counts() {
        Optional<YamlNode> root = YamlReader.read("vendas.yaml", "a: 1\nb: {c: 1, c: 2}\na: 3\n", problems);
        assertThat(problems.inOrder()).extracting(Problem::toString).containsExactly(
                "vendas.yaml:2:11 b.c: the key \"c\" stands already in line 2; remove one of the two",
                "vendas.yaml:3:1 a: the key \"a\" stands already in line 1; remove one of the two");
        assertThat(root.orElseThrow().entries().get("a").text()).isEqualTo("1");
    }

    @Test
    void a_key_that_is_no_name_is_refused() {
        assertThat(refused("a: {? [b] : c}")).hasToString(
                "vendas.yaml:1:7 a.?: a key is a list here; write a name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "# only a comment\n"})
    void an_empty_file_is_refused(String text) {
        assertThat(refused(text)).hasToString("vendas.yaml: the file is empty; write a definition");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "a:\\n\\tb: 1             | 2:1  | a tab stands here; indent with spaces, not tabs",
        "a: [1, 2\\nb: 3          | 2:2  | expected ',' or ']'",
        "a: [1, 2\\n              | 1:4  | what is opened here is never closed; close the bracket or the quote",
        "a: 1\\nb: 'x\\nc: 2      | 2:4  | what is opened here is never closed; close the bracket or the quote",
        "a: b: c                  | 1:5  | no key can stand here",
        "a: x\\n  b: y            | 2:4  | no key can stand here",
        "csv: *.csv               | 1:7  | no plain value begins with this sign; put the value in quotes",
        "a: {b: ${params.x}}      | 1:9  | put the value with its ${...} in quotes",
        "a: @x                    | 1:4  | no plain value begins with this sign; put the value in quotes",
        "a: \"C:\\dados\"         | 1:8  | write the value in single quotes, or double the \\",
        "a: \"x\" y               | 1:8  | this does not go on with what stands before it",
        "- a\\nb: 1               | 2:1  | this does not go on with what stands before it",
        "a: 1\\n---\\nb: 2        | 2:1  | here begins a second document; write it in a file of its own",
    })
    void broken_YAML_is_refused_where_it_is_to_be_mended(String escaped, String place, String message) {
        Problem problem = refused(escaped.replace("\\n", "\n").replace("\\t", "\t"));
        assertThat(problem.where()).hasToString("vendas.yaml:" + place);
        assertThat(problem.toString()).contains(message);
    }

    @Test
    void a_long_text_is_quoted_in_part() {
        assertThat(read("a: |\n  " + "SELECT 1, ".repeat(50)).entries().get("a").kind()).hasSizeLessThan(80)
                .startsWith("\"SELECT 1, ").endsWith("...\"");
    }
}
