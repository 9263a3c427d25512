package io.forja.jobs.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.inspect.Inspection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which columns tell rows apart. */
class KeyTest {

    @TempDir
    private Path folder;

    private Given given;

    @BeforeEach
    void folder() {
        given = new Given(folder);
    }

    /** A hundred rows: 99 that are made from their number, and a last one. */
    private Inspection hundred(String header, String row, String last) {
        List<String> lines = new ArrayList<>(List.of(header));
        for (int i = 1; i < 100; i++) {
            lines.add(row.replace("#", String.valueOf(i)));
        }
        lines.add(last);
        return given.file(lines.toArray(String[]::new));
    }

    @Test
    void a_column_that_is_called_a_key_and_does_not_repeat_in_a_hundred_rows_is_the_key() {
        Inspection inspection = hundred("nome;cod_cliente;valor", "a#;#;1,5", "b;100;2,5");
        assertThat(inspection.key().value()).containsExactly("cod_cliente");
        assertThat(inspection.pipeline()).contains("\n        - dropDuplicates: {key: cod_cliente, keep: last}");
    }

    @Test
    void few_rows_are_no_ground_to_drop_later_ones() {
        Inspection inspection = given.file("id_cliente;data;valor", "1;2024-01-13;5,00", "2;2024-01-14;6,00",
                "3;2024-01-15;7,00");
        assertThat(inspection.key().value()).containsExactly("id_cliente");
        assertThat(inspection.pipeline()).contains("# - dropDuplicates: {key: id_cliente, keep: last}  (a guess: "
                + "no two of 3 rows have the same, but that is too few to rely on)")
                .doesNotContain("\n        - dropDuplicates");
    }

    @Test
    void a_header_or_one_row_alone_tells_nothing_of_keys() {
        Inspection none = given.file("id,nome");
        assertThat(none.key().value()).isEmpty();
        assertThat(none.pipeline()).contains("# no key: there are no rows").doesNotContain("dropDuplicates");
        assertThat(given.file("id,nome", "1,a").pipeline()).contains("# no key: one row alone")
                .doesNotContain("dropDuplicates");
    }

    @Test
    void of_a_key_that_hardly_repeats_the_latest_row_stays() {
        Inspection inspection = hundred("id;valor;criado_em;atualizado_em",
                "#;5;2024-01-01 00:00:00;2024-01-02 00:00:00", "5;6;2024-01-01 00:00:00;2024-01-03 00:00:00");
        assertThat(inspection.key().value()).containsExactly("id");
        assertThat(inspection.key().evidence()).contains("1 of 100 rows repeats one");
        assertThat(inspection.pipeline())
                .contains("\n        - dropDuplicates: {key: id, keep: last, orderBy: atualizado_em}");
    }

    @Test
    void rows_with_the_same_key_that_differ_are_kept_where_no_time_says_which_is_the_latest() {
        String step = "- dropDuplicates: {key: id, keep: last}";
        assertThat(hundred("id;valor", "#;5", "5;6").pipeline())
                .contains("# " + step + "  (a guess: 1 of 100 rows repeats one, but such rows differ");
        assertThat(hundred("id_cliente;valor;dia", "#;5;2024-01-01 00:00:00", "5;6;2024-01-02 00:00:00").pipeline())
                .contains("# - dropDuplicates: {key: id_cliente, keep: last, orderBy: dia}");
        assertThat(hundred("id;valor", "#;5", "5;5").pipeline()).contains("\n        " + step);
    }

    @Test
    void two_columns_may_be_a_key_together() {
        List<String> rows = new ArrayList<>(List.of("pedido_id;linha;texto"));
        for (int order = 0; order < 40; order++) {
            for (int line = 1; line <= 3; line++) {
                rows.add(order + ";" + line + ";t" + (order + line) % 7);
            }
        }
        Inspection inspection = given.file(rows.toArray(String[]::new));
        assertThat(inspection.key().value()).containsExactly("pedido_id", "linha");
        assertThat(inspection.pipeline()).contains("\n        - dropDuplicates: {key: [pedido_id, linha], keep: last}");
    }

    @Test
    void a_unique_column_that_is_called_otherwise_is_a_guess_and_drops_nothing() {
        Inspection inspection = given.file("nome;valor", "a;1,5", "b;2,5", "c;3,5");
        assertThat(inspection.key().value()).containsExactly("nome");
        assertThat(inspection.pipeline()).contains("# - dropDuplicates: {key: nome, keep: last}  (a guess");
    }

    @Test
    void no_key_is_said_and_so_are_rows_that_repeat_as_a_whole() {
        Inspection inspection = given.file("nome;valor", "a;1,5", "a;1,5", "b;2,5", "a;4,5");
        assertThat(inspection.key().value()).isEmpty();
        assertThat(inspection.pipeline()).contains("# no key: of the columns that may be one, \"nome\" has the"
                            + " fewest repetitions: 2 of 4 rows repeat one")
                .contains("1 row is the same").doesNotContain("\n        - dropDuplicates");
    }

    @Test
    void amounts_and_missing_values_make_no_key() {
        Inspection inspection = given.file("id;valor;nome", "1;1,5;a", ";2,5;a", "3;3,5;a");
        assertThat(inspection.key().value()).isEmpty();
        assertThat(given.file("v", "a", "\"\"", "b").pipeline()).contains("# no key: no column that is whole numbers,"
                + " texts or dates beyond doubt has a value in every row");
    }
}
