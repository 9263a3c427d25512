package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Managed tables, external ones, and what becomes of their names and files. */
@Tag("spark")
class CatalogueTest {

    private Path folder;
    private TestLake lake;

    @BeforeEach
    void twoTables(@TempDir Path temporary) throws Exception {
        // A folder as people call them.
        folder = Files.createDirectory(temporary.resolve("meu lago [são joão]"));
        lake = TestLake.in(folder);
        lake.file("data/c.csv", "id,nome", "1,Romance", "2,História");
        lake.runJob("ingest: {from: {csv: data/c.csv}, into: {table: silver.Categoria}}");
        lake.runJob("ingest: {from: {csv: data/c.csv}, into: {table: bronze.dbo_Categoria, path: lake/bronze/dbo_Categoria}}");
    }

    @Test
    void names_types_and_places_outlive_the_session() {
        TestLake next = lake.restarted();

        assertThat(next.rows("select count(*) from silver.categoria")).containsExactly("2");
        assertThat(next.rows("select nome from bronze.dbo_categoria where id = 2")).containsExactly("História");
        assertThat(type(next, "silver.Categoria")).isEqualTo("MANAGED");
        assertThat(type(next, "bronze.dbo_Categoria")).isEqualTo("EXTERNAL");
        assertThat(next.store().tables()).extracting(entry -> entry.table().text())
                .containsExactly("bronze.dbo_Categoria", "silver.Categoria");
    }

    @Test
    void dropping_a_managed_table_deletes_its_data() {
        TestLake next = lake.restarted();

        next.query("drop table silver.Categoria");

        assertThat(folder.resolve("lake/warehouse/silver/Categoria")).doesNotExist();
        assertThat(lake.restarted().rows("show tables in silver")).isEmpty();
    }

    @Test
    void dropping_an_external_table_keeps_its_data_and_the_path_can_be_registered_again() {
        TestLake next = lake.restarted();
        Path path = folder.resolve("lake/bronze/dbo_Categoria");

        next.query("drop table bronze.dbo_Categoria");
        assertThat(path).isNotEmptyDirectory();
        assertThatThrownBy(() -> next.rows("select * from bronze.dbo_Categoria")).hasMessageContaining("cannot be found");

        next.query("create table bronze.de_novo using delta location '" + path + "'");
        TestLake later = lake.restarted();
        assertThat(later.rows("select count(*) from bronze.de_novo")).containsExactly("2");
        assertThat(type(later, "bronze.de_novo")).isEqualTo("EXTERNAL");
    }

    @Test
    void what_sql_makes_and_renames_is_remembered() throws Exception {
        TestLake next = lake.restarted();
        next.query("create schema ouro");
        next.query("create table ouro.total using delta as select 3 as n");
        next.query("alter table ouro.total rename to ouro.soma");

        TestLake later = lake.restarted();
        assertThat(later.rows("select n from ouro.soma")).containsExactly("3");
        assertThat(type(later, "ouro.soma")).isEqualTo("MANAGED");
        assertThat(folder.resolve("lake/warehouse/ouro.db")).isDirectory();
        later.runJob("clean: {from: ouro.soma, steps: [], into: {table: ouro.soma, mode: append}}");
        assertThat(later.versions("ouro.soma")).isEqualTo(2);
    }

    @Test
    void two_lakes_of_one_engine_do_not_see_each_other(@TempDir Path elsewhere) throws Exception {
        TestLake other = TestLake.in(elsewhere);
        other.file("data/c.csv", "id,nome", "9,Outro");
        assertThat(other.rows("show schemas")).containsExactly("default");

        other.runJob("ingest: {from: {csv: data/c.csv}, into: {table: silver.Categoria}}");
        assertThat(other.rows("select id from silver.categoria")).containsExactly("9");
        assertThat(other.rows("show tables in silver")).hasSize(1);
        other.query("create table silver.feita using delta as select 1 as n");
        assertThat(elsewhere.resolve("lake/warehouse/silver/feita")).isDirectory();

        assertThat(lake.rows("select count(*) from silver.categoria")).containsExactly("2");
        assertThat(lake.rows("show schemas")).containsExactly("bronze", "default", "silver");
        assertThat(folder.resolve("lake/warehouse/silver/Categoria")).isNotEmptyDirectory();
        assertThat(elsewhere.resolve("lake/warehouse/silver/Categoria")).isNotEmptyDirectory();
    }

    private static String type(TestLake lake, String table) {
        return lake.query("describe extended " + table).where("col_name = 'Type'").head().getString(1);
    }
}
