package io.forja.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.definition.JobDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.testing.SettableClock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobsTest {

    record Wait(int seconds) implements JobDefinition {
        @Override
        public List<TableRef> reads() {
            return List.of();
        }

        @Override
        public List<TableRef> writes() {
            return List.of();
        }

        @Override
        public String summary() {
            return "wait";
        }
    }

    record Sleep(int seconds) implements JobDefinition {
        @Override
        public List<TableRef> reads() {
            return List.of();
        }

        @Override
        public List<TableRef> writes() {
            return List.of();
        }

        @Override
        public String summary() {
            return "sleep";
        }
    }

    private static final JobType<Wait, String> WAIT = new JobType<>("wait", Wait.class, (declared, services) ->
            context -> new JobResult(RowCounts.copied(declared.seconds()), List.of(), List.of(services)));

    @Test
    void a_catalog_makes_the_job_of_a_definition_and_starts_its_engine_no_sooner() throws Exception {
        AtomicInteger starts = new AtomicInteger();
        JobCatalog catalog = JobCatalog.of(List.of(WAIT), () -> "engine " + starts.incrementAndGet());
        assertThat(catalog.definitions()).containsExactly(Map.entry("wait", Wait.class));
        assertThat(catalog.nameOf(new Wait(3))).isEqualTo("wait");
        assertThat(starts).hasValue(0);
        JobContext context = new JobContext("vendas-1", "vendas", "fato", Instant.EPOCH, 1,
                SettableClock.at("2026-01-01T00:00:00Z"), new Cancellation(), JobProgress.NONE);
        assertThat(catalog.create(new Wait(3)).run(context).notes()).containsExactly("engine 1");
        assertThat(context.commitId()).isEqualTo("vendas-1/fato");
    }

    @Test
    void a_catalog_does_not_know_other_definitions_and_has_each_type_once() {
        JobCatalog catalog = JobCatalog.of(List.of(WAIT), () -> "");
        assertThatThrownBy(() -> catalog.create(new Sleep(1))).hasMessageContaining("is of no known job type");
        assertThatThrownBy(() -> JobCatalog.of(List.of(WAIT, WAIT), () -> ""))
                .hasMessage("the job type wait is there twice");
        JobType<Sleep, String> sameName = new JobType<>("wait", Sleep.class, (declared, services) -> context -> JobResult.NOTHING);
        assertThatThrownBy(() -> JobCatalog.of(List.of(WAIT, sameName), () -> ""))
                .hasMessage("the job type wait is there twice");
    }

    @ParameterizedTest
    @CsvSource({"6, 4, 0, 1, 1", "0, 0, 0, 0, 0", "3, 0, 3, 0, 0"})
    void rows_add_up(long read, long written, long rejected, long deduplicated, long filtered) {
        RowCounts rows = new RowCounts(read, written, rejected, deduplicated, filtered);
        assertThat(rows.plus(RowCounts.copied(2)).read()).isEqualTo(read + 2);
        assertThat(rows.plus(RowCounts.NONE)).isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource({"6, 4, 0, 1, 0", "5, 4, 0, 1, 1", "0, 1, -1, 0, 0"})
    void rows_that_do_not_add_up_are_a_mistake(long read, long written, long rejected, long deduplicated, long filtered) {
        assertThatThrownBy(() -> new RowCounts(read, written, rejected, deduplicated, filtered))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
