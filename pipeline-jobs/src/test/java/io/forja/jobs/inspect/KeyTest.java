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

    @Test
    void a_column_that_is_called_a_key_and_does_not_repeat_is_the_key() {
        Inspection inspection = given.file("nome;cod_cliente;valor", "a;7;1,5", "b;8;2,5", "c;9;3,5");
        assertThat(inspection.key().value()).containsExactly("cod_cliente");
        assertThat(inspection.pipeline()).contains("- dropDuplicates: {key: cod_cliente, keep: last}");
    }

    @Test
    void of_a_key_that_hardly_repeats_the_latest_row_stays() {
        Inspection inspection = given.file("id;valor;criado_em;atualizado_em",
                "1;5;2024-01-01 00:00:00;2024-01-02 00:00:00", "2;5;2024-01-01 00:00:00;2024-01-02 00:00:00",
                "3;5;2024-01-01 00:00:00;2024-01-02 00:00:00", "4;5;2024-01-01 00:00:00;2024-01-02 00:00:00",
                "5;5;2024-01-01 00:00:00;2024-01-02 00:00:00", "5;6;2024-01-01 00:00:00;2024-01-03 00:00:00");
        assertThat(inspection.key().value()).containsExactly("id");
        assertThat(inspection.key().evidence()).contains("1 of 6 rows repeats one");
        assertThat(inspection.pipeline()).contains("- dropDuplicates: {key: id, keep: last, orderBy: atualizado_em}");
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
        assertThat(inspection.pipeline()).contains("key: [pedido_id, linha]");
    }

    @Test
    void a_unique_column_that_is_called_otherwise_is_a_guess_and_drops_nothing() {
        Inspection inspection = given.file("nome;valor", "a;1,5", "b;2,5", "c;3,5");
        assertThat(inspection.key().value()).containsExactly("nome");
        assertThat(inspection.pipeline()).contains("# - dropDuplicates: nome  (a guess");
    }

    @Test
    void no_key_is_said_and_so_are_rows_that_repeat_as_a_whole() {
        Inspection inspection = given.file("nome;valor", "a;1,5", "a;1,5", "b;2,5", "a;4,5");
        assertThat(inspection.key().value()).isEmpty();
        assertThat(inspection.pipeline()).contains("# no key: no one or two columns are without repetition")
                .contains("1 row is the same").doesNotContain("\n        - dropDuplicates");
    }

    @Test
    void amounts_and_missing_values_make_no_key() {
        Inspection inspection = given.file("id;valor;nome", "1;1,5;a", ";2,5;a", "3;3,5;a");
        assertThat(inspection.key().value()).isEmpty();
    }
}
