package io.forja.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.definition.TableRef;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SlotsTest {

    private static final List<TableRef> VENDAS =
            List.of(new TableRef("bronze.vendas"), new TableRef("s3a://bronze/vendas"));
    private static final List<TableRef> VENDAS_BY_PATH = List.of(new TableRef("s3a://bronze/vendas/"));
    private static final List<TableRef> NO_TABLE = List.of();

    private final Slots slots = new Slots(2);

    @Test
    void there_are_as_many_places_as_the_limit_says() {
        assertThat(slots.tryAcquire(NO_TABLE)).isTrue();
        assertThat(slots.tryAcquire(NO_TABLE)).isTrue();
        assertThat(slots.tryAcquire(NO_TABLE)).isFalse();
        slots.release(NO_TABLE);
        assertThat(slots.tryAcquire(NO_TABLE)).isTrue();
        assertThat(slots.tryAcquire(NO_TABLE)).isFalse();
    }

    @Test
    void a_table_has_one_writer_by_whichever_name_it_is_called() {
        assertThat(slots.tryAcquire(VENDAS)).isTrue();
        assertThat(slots.tryAcquire(VENDAS_BY_PATH)).isFalse();
        assertThat(slots.tryAcquire(List.of(new TableRef("silver.fato"), new TableRef("BRONZE.VENDAS")))).isFalse();
        assertThat(slots.tryAcquire(List.of(new TableRef("silver.fato")))).as("the refused one holds nothing").isTrue();
        slots.release(VENDAS);
        assertThat(slots.tryAcquire(VENDAS_BY_PATH)).isTrue();
    }

    @Test
    void a_pattern_of_tables_and_one_of_them_have_one_writer() {
        assertThat(slots.tryAcquire(List.of(new TableRef("bronze.${schema}_${table}")))).isTrue();
        assertThat(slots.tryAcquire(List.of(new TableRef("bronze.dbo_Livro")))).isFalse();
        assertThat(slots.tryAcquire(List.of(new TableRef("silver.dbo_Livro")))).isTrue();
    }

    @Test
    void a_table_is_locked_without_a_place() {
        assertThat(slots.tryLock(VENDAS)).isTrue();
        assertThat(slots.tryAcquire(VENDAS_BY_PATH)).isFalse();
        assertThat(slots.tryAcquire(NO_TABLE)).isTrue();
        assertThat(slots.tryAcquire(NO_TABLE)).isTrue();
        assertThat(slots.tryLock(VENDAS_BY_PATH)).isFalse();
        slots.unlock(VENDAS);
        assertThat(slots.tryLock(VENDAS_BY_PATH)).isTrue();
    }

    @Test
    void who_waits_is_called_at_every_release_until_he_goes() {
        AtomicInteger calls = new AtomicInteger();
        Runnable wake = calls::incrementAndGet;
        slots.onRelease(wake);
        slots.tryAcquire(NO_TABLE);
        assertThat(calls).hasValue(0);
        slots.release(NO_TABLE);
        assertThat(calls).hasValue(1);
        slots.ignore(wake);
        slots.tryAcquire(NO_TABLE);
        slots.release(NO_TABLE);
        assertThat(calls).hasValue(1);
    }
}
