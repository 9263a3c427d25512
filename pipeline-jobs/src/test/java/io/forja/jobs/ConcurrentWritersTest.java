package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of several lakes, which know nothing of each other, on one table at once: every row is there. */
@Tag("spark")
class ConcurrentWritersTest {

    private static final int WRITERS = 4;

    private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    private TestLake lake;

    @BeforeEach
    void lake(@TempDir Path folder) {
        lake = TestLake.in(folder);
    }

    @AfterEach
    void close() {
        writers.shutdownNow();
    }

    private void atOnce(String job) throws Exception {
        List<Future<?>> running = new ArrayList<>();
        for (int i = 1; i <= WRITERS; i++) {
            String own = job.replace("$I", String.valueOf(i));
            running.add(writers.submit(() -> lake.runJob(own)));
        }
        for (Future<?> writer : running) {
            writer.get();
        }
    }

    @Test
    void first_rows_of_a_table_that_is_not_there_yet_and_then_merges_of_different_keys() throws Exception {
        atOnce("insert: {into: lake/juntos, rows: [{id: $I, nome: primeiro}]}");
        assertThat(lake.rows("select id, nome from delta.`" + lake.path("lake/juntos") + "` order by id"))
                .containsExactly("1,primeiro", "2,primeiro", "3,primeiro", "4,primeiro");

        atOnce("merge: {into: lake/juntos, rows: [{id: $I, nome: segundo}, {id: 1$I, nome: novo}], key: id}");
        assertThat(lake.rows("select nome, count(*) from delta.`" + lake.path("lake/juntos") + "` group by 1 order by 1"))
                .containsExactly("novo,4", "segundo,4");
    }
}
