package io.forja.scheduler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.scheduler.cli.text.TextTable.Cell;
import io.forja.scheduler.cli.text.TextTable.Column;
import org.junit.jupiter.api.Test;

class TextTableTest {

    private static String text(TextTable table, boolean colours) {
        return String.join("\n", table.lines(colours)) + "\n";
    }

    @Test
    void text_aligns_left_and_numbers_right_without_a_space_at_the_end() {
        TextTable table = new TextTable(Column.left("JOB"), Column.right("ROWS"), Column.left("NOTE"))
                .row("bronze", 7, "")
                .row("fato_vendas", 1234, "um")
                .row("", "", "");
        assertThat(text(table, false)).isEqualTo("""
                JOB          ROWS  NOTE
                bronze          7
                fato_vendas  1234  um

                """);
    }

    @Test
    void accents_and_wide_letters_take_the_columns_that_a_terminal_gives_them() {
        TextTable table = new TextTable(Column.left("NOME"), Column.left("X"))
                .row("Ficção", "a")
                .row("Ficc\u0327a\u0303o", "b")
                .row("日本語", "c")
                .row("👍🏽ok", "d")
                .row("한국", "e");
        assertThat(table.lines(false)).containsExactly(
                "NOME    X",
                "Ficção  a",
                "Ficc\u0327a\u0303o  b",
                "日本語  c",
                "👍🏽ok  d",
                "한국    e");
    }

    @Test
    void no_value_can_break_a_line_or_steer_the_terminal() {
        TextTable table = new TextTable(Column.left("a\nb")).row("x\ty\r\u001b[31mred\u0007");
        assertThat(table.lines(true)).containsExactly("\u001b[1ma\\nb\u001b[0m", "x\\ty\\r\\u001b[31mred\\u0007");
    }

    @Test
    void colours_change_no_column() {
        TextTable table = new TextTable(Column.left("STATUS"), Column.right("N"))
                .row(new Cell("failed", Paint.BAD), 1)
                .row(new Cell("ok", Paint.GOOD), 22);
        assertThat(table.lines(true)).containsExactly(
                "\u001b[1mSTATUS\u001b[0m   \u001b[1mN\u001b[0m",
                "\u001b[31mfailed\u001b[0m   1",
                "\u001b[32mok\u001b[0m      22");
        assertThat(table.lines(false)).containsExactly("STATUS   N", "failed   1", "ok      22");
    }
}
