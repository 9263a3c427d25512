package io.forja.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.lake.LeaseStore;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every store of a lease does, whoever is faster. */
public abstract class LeaseStoreContract {

    /** The store of one process; each call is another process that looks at the same place, empty at first. */
    protected abstract LeaseStore store();

    @Test
    void of_many_that_create_it_one_succeeds() throws Exception {
        ExecutorService processes = Executors.newFixedThreadPool(4);
        List<Future<Boolean>> created = IntStream.range(0, 8)
                .mapToObj(i -> processes.submit(() -> store().create("process " + i))).toList();
        int succeeded = 0;
        for (Future<Boolean> one : created) {
            succeeded += one.get() ? 1 : 0;
        }
        processes.shutdown();

        assertThat(succeeded).isEqualTo(1);
        assertThat(store().read().orElseThrow().text()).startsWith("process ");
    }

    @Test
    void only_who_has_seen_the_newest_replaces_it() throws Exception {
        assertThat(store().read()).isEmpty();
        store().create("a");
        LeaseStore.Stored seen = store().read().orElseThrow();

        assertThat(store().replace(seen, "b")).isTrue();
        assertThat(store().replace(seen, "c")).isFalse();

        assertThat(store().read().orElseThrow().text()).isEqualTo("b");
    }

    @Test
    void only_who_has_seen_the_newest_removes_it() throws Exception {
        store().create("a");
        LeaseStore.Stored seen = store().read().orElseThrow();
        store().replace(seen, "b");

        store().remove(seen);
        assertThat(store().read()).isPresent();

        store().remove(store().read().orElseThrow());
        assertThat(store().read()).isEmpty();
        assertThat(store().create("c")).isTrue();
    }
}
