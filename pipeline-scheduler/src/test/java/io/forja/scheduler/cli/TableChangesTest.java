package io.forja.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.lake.Registered;
import io.forja.core.lake.Restored;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.UndoneTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code tables drop|register|restore} and {@code runs undo}: what changes a table as a whole. */
class TableChangesTest extends CommandLineTest {

    private void table(TableInfo.Type type) {
        forja.tables.add(new TableInfo("silver.vendas", type, "delta", "/lake/vendas", 3L, 4L, 1500, 2, NOW, null,
                List.of(), List.of(), null));
    }

    @Test
    void a_drop_says_what_will_go_and_asks() {
        table(TableInfo.Type.MANAGED);
        answer = "n\n";
        Ended refused = run("tables", "drop", "silver.vendas");
        assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.err()).isEqualTo("silver.vendas is managed: its name and its data at /lake/vendas (4 rows,"
                + " 1.5 KiB in 2 files, and every older version) are deleted, for good.\n"
                + "Go on? [y/N] Nothing was changed.\n");
        assertThat(forja.asked).isEmpty();

        answer = "sim\n";
        Ended agreed = run("tables", "drop", "silver.vendas");
        assertThat(agreed.code()).isZero();
        assertThat(agreed.out()).isEqualTo("silver.vendas is dropped, its data is deleted\n");
        assertThat(forja.asked).containsExactly("drop silver.vendas");
    }

    @Test
    void without_a_person_a_drop_needs_a_yes() {
        table(TableInfo.Type.EXTERNAL);
        Ended refused = run("tables", "drop", "silver.vendas");
        assertThat(refused.code()).isEqualTo(ExitCode.INVALID);
        assertThat(refused.err()).isEqualTo("""
                silver.vendas is external: its name goes, its data stays at /lake/vendas.
                error: this cannot be taken back, and nobody is there to be asked; add --yes
                """);
        assertThat(forja.asked).isEmpty();
        assertThat(run("tables", "drop", "silver.vendas", "--yes").out())
                .isEqualTo("silver.vendas is dropped; its data stays at /lake/vendas\n");
        assertThat(run("tables", "drop", "silver.outra", "--yes").code()).isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void a_table_is_registered_by_name_and_path_or_all_are() {
        table(TableInfo.Type.EXTERNAL);
        assertThat(run("tables", "register", "silver.vendas", "/lake/vendas").out())
                .isEqualTo("silver.vendas is the external table at /lake/vendas\n");
        assertThat(run("tables", "register", "silver.vendas").code()).isEqualTo(ExitCode.INVALID);

        forja.registered.add(new Registered("bronze.a", TableInfo.Type.EXTERNAL, "/lake/a", true, null));
        forja.registered.add(new Registered("bronze.b", TableInfo.Type.EXTERNAL, "/lake/b", false, null));
        forja.registered.add(new Registered("bronze.c", TableInfo.Type.EXTERNAL, "/lake/c", false, "there is no table"));
        assertThat(run("tables", "register", "--from-pipelines").out()).isEqualTo("""
                TABLE     TYPE      LOCATION  NAME
                bronze.a  external  /lake/a   registered
                bronze.b  external  /lake/b   as it was
                bronze.c  external  /lake/c   not registered: there is no table
                """);
        assertThat(run("tables", "register", "silver.x", "/x", "--from-pipelines").code()).isEqualTo(ExitCode.INVALID);
    }

    @Test
    void a_restore_shows_both_states() {
        forja.restored = new Restored("silver.vendas", "version 1", 3L, new Restored.Size(4L, 2, 1500),
                new Restored.Size(null, 1, 99), null);
        assertThat(run("tables", "restore", "silver.vendas", "--version", "1", "--dry-run").out()).isEqualTo("""
                silver.vendas would be as in version 1 again

                           NOW  THEN
                rows         4     ?
                files        2     1
                size   1.5 KiB  99 B
                """);
        forja.restored = new Restored("silver.vendas", "version 1", 3L, new Restored.Size(4L, 2, 1500),
                new Restored.Size(3L, 1, 99), 4L);
        Ended done = run("tables", "restore", "silver.vendas", "--timestamp", "2026-11-29 10:00:00-03");
        assertThat(done.out()).startsWith("silver.vendas is as in version 1 again, which is its version 4 now\n");
        assertThat(run("tables", "restore", "silver.vendas", "--snapshot", "x", "-o", "json").out())
                .contains("\"after\" : 4", "\"rows\" : 3");
        assertThat(forja.asked).containsExactly("restore silver.vendas to version 1 dry run true",
                "restore silver.vendas to the version of 2026-11-29 10:00:00-03 dry run false",
                "restore silver.vendas to the snapshot x dry run false");
    }

    @Test
    void a_restore_needs_one_place_to_go_back_to() {
        assertThat(run("tables", "restore", "silver.vendas").err())
                .isEqualTo("error: what the table goes back to is missing; write one of version, timestamp, snapshot\n");
        assertThat(run("tables", "restore", "silver.vendas", "--version", "1", "--snapshot", "x").code())
                .isEqualTo(ExitCode.INVALID);
        assertThat(run("tables", "restore", "silver.vendas", "--timestamp", "ontem").err())
                .contains("\"ontem\" is no moment");
    }

    @Test
    void an_undo_tells_each_table_and_asks_before_one_is_dropped() {
        forja.undone.add(new UndoneTable("bronze.vendas", UndoneTable.Action.RESTORED, 2L, 4L));
        assertThat(run("runs", "undo", "vendas-1").out())
                .isEqualTo("bronze.vendas is as in version 2 again, which is its version 4 now\n");

        forja.undone.add(new UndoneTable("silver.vendas", UndoneTable.Action.DROPPED, null, null));
        assertThat(run("runs", "undo", "vendas-1").code()).isEqualTo(ExitCode.INVALID);
        assertThat(run("runs", "undo", "vendas-1", "--dry-run").out()).isEqualTo("""
                bronze.vendas would be as in version 2 again
                silver.vendas would be dropped: the run made it
                """);
        assertThat(run("runs", "undo", "vendas-1", "--yes").out()).contains("silver.vendas is dropped");
        assertThat(forja.asked).containsExactly("undo vendas-1 dry run true", "undo vendas-1 dry run false",
                "undo vendas-1 dry run true", "undo vendas-1 dry run true", "undo vendas-1 dry run true",
                "undo vendas-1 dry run false");
    }

    @Test
    void an_undo_of_what_was_undone_says_so() {
        forja.undone.add(new UndoneTable("bronze.vendas", UndoneTable.Action.DONE, 2L, null));
        assertThat(run("runs", "undo", "vendas-1").out()).isEqualTo("vendas-1 was undone before\n");
    }
}
