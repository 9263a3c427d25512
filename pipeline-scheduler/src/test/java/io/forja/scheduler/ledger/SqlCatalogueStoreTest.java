package io.forja.scheduler.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.definition.TableRef;
import io.forja.core.lake.CatalogueStore.SchemaEntry;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.Connection;
import io.forja.core.lake.TableInfo.Type;
import io.forja.core.problem.NotFoundException;
import io.forja.scheduler.testing.StateKind;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class SqlCatalogueStoreTest {

    private static final SchemaEntry BRONZE = new SchemaEntry("bronze", "/lake/bronze.db");
    private static final SchemaEntry SILVER = new SchemaEntry("Silver", "s3a://lake/silver.db");
    private static final TableEntry VENDAS =
            new TableEntry(new TableRef("bronze.vendas"), Type.EXTERNAL, "s3a://bronze/vendas");
    private static final TableEntry FATO =
            new TableEntry(new TableRef("Silver.Fato_Vendas"), Type.MANAGED, "s3a://lake/silver.db/fato_vendas");

    @Parameter
    StateKind kind;

    @TempDir
    Path folder;

    private @Nullable Connection address;
    private StateDatabase database;
    private SqlCatalogueStore store;

    @BeforeEach
    void open() {
        address = address == null ? kind.empty(folder) : address;
        database = StateDatabase.open(address);
        store = new SqlCatalogueStore(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void a_new_catalogue_is_empty() {
        assertThat(store.schemas()).isEmpty();
        assertThat(store.tables()).isEmpty();
        assertThat(store.tables("bronze")).isEmpty();
        assertThat(store.table(VENDAS.table())).isEmpty();
        assertThat(store.remove(VENDAS.table())).isFalse();
        assertThat(store.removeSchema("bronze")).isFalse();
    }

    @Test
    void names_are_kept_as_given_over_restarts_and_listed_in_order() {
        fill();
        database.close();
        open();
        assertThat(store.schemas()).containsExactly(BRONZE, SILVER);
        assertThat(store.tables()).containsExactly(VENDAS, FATO);
        assertThat(store.tables("silver")).containsExactly(FATO);
    }

    @Test
    void the_order_is_that_of_the_signs_whatever_the_language_of_the_database() {
        store.put(new SchemaEntry("a_b", "/1"));
        store.put(new SchemaEntry("aB", "/2"));
        store.put(new SchemaEntry("a1", "/3"));
        store.put(new SchemaEntry("água", "/4"));
        store.put(new SchemaEntry("z", "/5"));
        assertThat(store.schemas()).extracting(SchemaEntry::name).containsExactly("a1", "a_b", "aB", "z", "água");
    }

    @Test
    void names_are_found_without_regard_to_case() {
        fill();
        assertThat(store.schema("BRONZE")).contains(BRONZE);
        assertThat(store.table(new TableRef("silver.fato_vendas"))).contains(FATO);
        TableEntry again = new TableEntry(new TableRef("silver.FATO_VENDAS"), Type.EXTERNAL, "/elsewhere");
        store.put(again);
        assertThat(store.tables("Silver")).containsExactly(again);
    }

    @Test
    void writing_an_entry_again_changes_nothing() {
        fill();
        fill();
        assertThat(store.schemas()).hasSize(2);
        assertThat(store.tables()).hasSize(2);
    }

    @Test
    void a_table_needs_its_schema() {
        assertThatThrownBy(() -> store.put(VENDAS)).isInstanceOf(NotFoundException.class)
                .hasMessage("there is no schema bronze; create it with CREATE SCHEMA bronze");
    }

    @Test
    void a_schema_goes_with_its_tables_and_another_one_stays() {
        fill();
        assertThat(store.removeSchema("SILVER")).isTrue();
        assertThat(store.tables()).containsExactly(VENDAS);
    }

    @Test
    void a_schema_that_is_put_again_keeps_its_tables() {
        fill();
        store.put(new SchemaEntry("bronze", "/another/place"));
        assertThat(store.tables("bronze")).containsExactly(VENDAS);
        assertThat(store.schema("bronze")).contains(new SchemaEntry("bronze", "/another/place"));
    }

    @Test
    void a_table_is_renamed_also_into_another_schema_and_never_over_another_one() {
        fill();
        TableRef moved = new TableRef("Silver.vendas");
        assertThat(store.rename(VENDAS.table(), FATO.table())).isFalse();
        assertThat(store.rename(VENDAS.table(), moved)).isTrue();
        assertThat(store.table(moved)).contains(new TableEntry(moved, Type.EXTERNAL, VENDAS.location()));
        assertThat(store.table(VENDAS.table())).isEmpty();
        assertThat(store.rename(VENDAS.table(), moved)).isFalse();
        assertThat(store.rename(moved, new TableRef("silver.VENDAS"))).as("only the case changes").isTrue();
        assertThatThrownBy(() -> store.rename(FATO.table(), new TableRef("gold.x")))
                .isInstanceOf(NotFoundException.class);
    }

    @Test
    void a_removed_table_is_gone() {
        fill();
        assertThat(store.remove(new TableRef("BRONZE.vendas"))).isTrue();
        assertThat(store.tables()).containsExactly(FATO);
    }

    @Test
    void another_process_sees_what_was_written() {
        fill();
        try (StateDatabase other = StateDatabase.open(address)) {
            SqlCatalogueStore theirs = new SqlCatalogueStore(other);
            assertThat(theirs.tables()).containsExactly(VENDAS, FATO);
            store.remove(VENDAS.table());
            assertThat(theirs.tables()).containsExactly(FATO);
        }
    }

    private void fill() {
        store.put(SILVER);
        store.put(BRONZE);
        store.put(FATO);
        store.put(VENDAS);
    }
}
