package io.forja.jobs.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
import io.forja.core.definition.WriteMode;
import io.forja.core.lake.Registered;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.UndoRequest;
import io.forja.core.lake.UndoneTable;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.NotFoundException;
import io.forja.jobs.InMemoryCatalogueStore;
import io.forja.jobs.PreparedLake;
import io.forja.jobs.TestLake;
import io.forja.jobs.lake.SparkLake;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that go and come back, and what becomes of the data. */
@Tag("spark")
class TableNamesTest {

    private static final TableRef MANAGED = new TableRef("silver.vendas");
    private static final TableRef EXTERNAL = new TableRef("bronze.dbo_Venda");
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    private static final PreparedLake TABLES = PreparedLake.of(lake -> {
        write(lake, "r1", "{table: bronze.dbo_Venda, path: lake/bronze/dbo_Venda}");
        write(lake, "r1", "silver.vendas");
    });

    @TempDir
    Path folder;

    private TestLake given;
    private SparkLake lake;

    @BeforeEach
    void a_managed_and_an_external_table() throws Exception {
        given = TABLES.copyTo(folder);
        lake = new SparkLake(given.lakehouse());
    }

    private void write(String run, String into) throws Exception {
        write(given, run, into);
    }

    private static void write(TestLake lake, String run, String into) throws Exception {
        lake.runJob(run, 1, "sql: {query: SELECT 1 AS id, into: " + into + "}");
    }

    private Path managed() {
        return given.path("lake/warehouse/silver/vendas");
    }

    private Path external() {
        return given.path("lake/bronze/dbo_Venda");
    }

    @Test
    void a_drop_takes_the_data_of_a_managed_table_and_leaves_that_of_an_external_one() throws Exception {
        assertThat(given.runJob("drop: silver.vendas").notes()).containsExactly(
                "the table silver.vendas is dropped: its name and its data, which was at " + managed());
        assertThat(managed()).doesNotExist();
        assertThat(given.runJob("drop: bronze.dbo_Venda").notes()).containsExactly(
                "the table bronze.dbo_Venda is dropped: its name alone, its data stays at " + external());
        assertThat(external().resolve("_delta_log")).isDirectory();
        assertThat(lake.tables()).isEmpty();

        assertThatThrownBy(() -> given.runJob("drop: silver.vendas")).isInstanceOf(NotFoundException.class)
                .hasMessageStartingWith("there is no table silver.vendas to drop");
        assertThat(given.runJob("drop: {table: silver.vendas, ifExists: true}").notes())
                .containsExactly("there is no table silver.vendas to drop");
        assertThat(given.runJob("r9", 2, "drop: silver.vendas").notes())
                .as("an earlier attempt may have dropped it").isNotEmpty();
    }

    @Test
    void a_table_comes_back_under_a_name_with_its_data() {
        lake.drop(EXTERNAL);

        assertThat(lake.register(new TableRef("bronze.de_volta"), "lake/bronze/dbo_Venda"))
                .extracting(TableInfo::type, TableInfo::rows).containsExactly(TableInfo.Type.EXTERNAL, 1L);
        assertThat(given.rows("select id from bronze.de_volta")).containsExactly("1");

        assertThatThrownBy(() -> lake.register(MANAGED, "lake/bronze/dbo_Venda"))
                .hasMessageStartingWith("the name silver.vendas is taken by the table at " + managed());
        assertThatThrownBy(() -> lake.register(EXTERNAL, external() + "/")).hasMessageStartingWith("the table at "
                + external() + " has a name already, bronze.de_volta");
        assertThatThrownBy(() -> lake.register(EXTERNAL, external() + "/_delta_log")).isInstanceOf(ForjaException.class)
                .hasMessageStartingWith("there is no Delta table at ");
        assertThatThrownBy(() -> lake.register(EXTERNAL, "s4://x/y")).isInstanceOf(ForjaException.class)
                .hasMessageStartingWith("s4://x/y cannot be looked at");
        assertThatThrownBy(() -> lake.register(EXTERNAL, "lake/bronze")).isInstanceOf(ForjaException.class)
                .hasMessageStartingWith("there is no Delta table at " + given.path("lake/bronze"));
    }

    @Test
    void a_managed_table_with_another_one_in_its_directory_is_not_dropped() {
        given.query("create table delta.`" + managed() + "/dentro` using delta as select 1 as id");
        TableRef within = new TableRef("bronze.dentro");
        assertThatThrownBy(() -> lake.register(within, managed() + "/dentro")).hasMessageContaining("lies within the"
                + " folder of the table silver.vendas");
        given.store().put(new TableEntry(within, TableInfo.Type.EXTERNAL,
                given.lakehouse().locations().resolve(managed() + "/dentro")));

        assertThatThrownBy(() -> lake.drop(MANAGED)).hasMessageStartingWith("the table silver.vendas cannot be dropped,"
                + " since the data of bronze.dentro is in its directory");
        assertThat(managed().resolve("_delta_log")).isDirectory();
    }

    @Test
    void a_lake_that_lost_its_catalogue_is_registered_again() {
        TestLake bare = TestLake.in(folder, new InMemoryCatalogueStore());
        SparkLake again = new SparkLake(bare.lakehouse());
        List<TableTarget> declared = List.of(
                new TableTarget(new TableRef("bronze.${schema}_${table}"), "lake/bronze/${schema}_${table}",
                        WriteMode.OVERWRITE, List.of()),
                new TableTarget(new TableRef("bronze.outra"), "lake/bronze/outra", WriteMode.OVERWRITE, List.of()),
                new TableTarget(MANAGED, null, WriteMode.OVERWRITE, List.of()));

        assertThat(again.registerAll(declared))
                .extracting(Registered::table, Registered::type, Registered::added, each -> each.problem() == null)
                .containsExactly(
                        tuple("bronze.dbo_Venda", TableInfo.Type.EXTERNAL, true, true),
                        tuple("bronze.outra", TableInfo.Type.EXTERNAL, false, false),
                        tuple("silver.vendas", TableInfo.Type.MANAGED, true, true));
        assertThat(bare.rows("select * from bronze.dbo_Venda union all select * from silver.vendas"))
                .containsExactly("1", "1");
        assertThat(again.registerAll(declared)).extracting(Registered::added).containsOnly(false);
    }

    @Test
    void a_table_is_told_with_its_last_run() {
        assertThat(lake.tables()).extracting(TableInfo::name, TableInfo::format, TableInfo::lastRun)
                .containsExactly(tuple("bronze.dbo_Venda", "delta", "r1"), tuple("silver.vendas", "delta", "r1"));
    }

    private UndoRequest undo(String run, @Nullable Long before, TableRef... tables) {
        return new UndoRequest(run, run, "p", List.of(tables).stream()
                .map(table -> new UndoRequest.Written(table, before)).toList(), NOW);
    }

    @Test
    void the_newest_run_is_undone_then_the_one_before_and_each_only_once() throws Exception {
        write("r2", "{table: silver.vendas, mode: append}");
        write("r3", "{table: silver.vendas, mode: append}");
        assertThatThrownBy(() -> lake.undo(undo("r2", 0L, MANAGED), false)).isInstanceOf(ForjaException.class)
                .hasMessageStartingWith("the run r2 cannot be undone, and nothing was changed: version 2 of silver.vendas"
                        + " was made by the run r3");

        assertThat(lake.undo(undo("r3", 1L, MANAGED), true))
                .containsExactly(new UndoneTable("silver.vendas", UndoneTable.Action.RESTORED, 1L, null));
        assertThat(lake.undo(undo("r3", 1L, MANAGED), false))
                .containsExactly(new UndoneTable("silver.vendas", UndoneTable.Action.RESTORED, 1L, 3L));
        assertThat(lake.history(MANAGED, 1).get(0).run()).isEqualTo("undo-r3");
        assertThat(lake.undo(undo("r3", 1L, MANAGED), false))
                .containsExactly(new UndoneTable("silver.vendas", UndoneTable.Action.DONE, 1L, null));
        lake.undo(undo("r2", 0L, MANAGED), false);
        assertThat(given.rows("select count(*) from silver.vendas")).containsExactly("1");
    }

    @Test
    void all_tables_of_a_run_go_back_or_none() throws Exception {
        write("r2", "{table: silver.vendas, mode: append}");
        write("r2", "{table: bronze.dbo_Venda, path: lake/bronze/dbo_Venda, mode: append}");
        given.query("insert into bronze.dbo_Venda values (7)");

        assertThatThrownBy(() -> lake.undo(undo("r2", 0L, MANAGED, EXTERNAL), false)).hasMessageContaining(
                "version 2 of bronze.dbo_Venda was made by somebody else (WRITE)");
        assertThat(given.rows("select count(*) from silver.vendas")).containsExactly("2");
    }

    @Test
    void a_table_that_the_run_made_is_dropped_where_it_is_managed_alone() {
        assertThatThrownBy(() -> lake.undo(undo("r1", null, MANAGED, EXTERNAL), false))
                .hasMessageContaining("bronze.dbo_Venda was made by the run, as an external table");
        assertThat(managed()).exists();
        assertThat(lake.undo(undo("r1", null, MANAGED), false))
                .containsExactly(new UndoneTable("silver.vendas", UndoneTable.Action.DROPPED, null, null));
        assertThat(managed()).doesNotExist();
        assertThat(lake.undo(undo("r1", null, MANAGED), false)).extracting(UndoneTable::action)
                .containsExactly(UndoneTable.Action.DONE);
    }
}
