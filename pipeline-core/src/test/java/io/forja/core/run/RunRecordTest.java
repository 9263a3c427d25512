package io.forja.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunRecordTest {

    @ParameterizedTest
    @CsvSource({
        "2026-11-29T02:00:00Z,        0, vendas-20261129T020000",
        "2026-11-29T02:00:00Z,        1, vendas-20261129T020000.2",
        "2026-11-29T02:00:00.007Z,    0, vendas-20261129T020000007",
        "2026-11-29T02:00:00.000999Z, 9, vendas-20261129T020000.10",
    })
    void a_run_is_named_by_its_pipeline_its_time_and_its_rerun(Instant time, int rerun, String id) {
        assertThat(RunRecord.idOf("vendas", time, rerun)).isEqualTo(id);
    }

    @Test
    void its_times_are_whole_milliseconds_so_that_two_runs_of_one_name_are_of_one_time() {
        RunRecord run = Plans.queuedRun(Instant.parse("2026-11-29T02:00:00.123456Z"))
                .started(Instant.parse("2026-11-29T02:00:01.123456Z"));
        assertThat(run.logicalTime()).hasToString("2026-11-29T02:00:00.123Z");
        assertThat(run.dueAt()).hasToString("2026-11-29T02:00:00.123Z");
        assertThat(run.startedAt()).hasToString("2026-11-29T02:00:01.123Z");
        assertThat(run.finished(RunStatus.FAILED, Instant.parse("2026-11-29T02:00:02.000001Z"), "x").finishedAt())
                .hasToString("2026-11-29T02:00:02Z");
    }

    @Test
    void it_takes_time_once_it_has_begun() {
        RunRecord queued = Plans.queuedRun(Plans.NIGHT);
        assertThat(queued.duration(Plans.NIGHT.plusSeconds(9))).isEmpty();
        RunRecord started = queued.started(Plans.NIGHT.plusSeconds(1));
        assertThat(started.duration(Plans.NIGHT.plusSeconds(9))).contains(Duration.ofSeconds(8));
        assertThat(started.finished(RunStatus.SUCCEEDED, Plans.NIGHT.plusSeconds(3), null)
                .duration(Plans.NIGHT.plusSeconds(9))).contains(Duration.ofSeconds(2));
    }
}
