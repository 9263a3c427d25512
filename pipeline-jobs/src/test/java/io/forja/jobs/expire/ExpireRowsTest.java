package io.forja.jobs.expire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.job.JobResult;
import io.forja.core.job.RowChanges;
import io.forja.core.job.RowCounts;
import io.forja.jobs.PreparedLake;
import io.forja.jobs.TestLake;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Old rows go by a date column; the runs of these tests stand for 2026-11-29 05:00 in UTC. */
@Tag("spark")
class ExpireRowsTest {

    private static final PreparedLake EVENTS = PreparedLake.of(lake ->
            lake.runJob("sql: {query: \"SELECT id, date(dia) AS dia, timestamp(hora) AS hora, 'x' AS nome FROM VALUES"
                    + " (1, '2026-11-27', '2026-11-28 04:59:59'), (2, '2026-11-28', '2026-11-28 05:00:00'),"
                    + " (3, NULL, NULL), (4, '2026-12-09', '2026-11-30 00:00:00') AS t(id, dia, hora)\", into: silver.eventos}"));

    private TestLake lake;

    @BeforeEach
    void eventsAroundTheLimitOfOneDay(@TempDir Path folder) throws Exception {
        lake = EVENTS.copyTo(folder);
    }

    private static String expire(String rest) {
        return "expire: {rows: silver.eventos, olderThan: 1d, " + rest + "}";
    }

    private List<String> left() {
        return lake.rows("select id from silver.eventos order by id");
    }

    @Test
    void days_go_once_all_of_them_is_older_and_rows_without_a_date_stay() throws Exception {
        JobResult told = lake.runJob(expire("column: dia, dryRun: true"));
        assertThat(told.notes()).containsExactly("would delete 1 row of 4", "1 row without dia: kept");
        assertThat(told.rows()).isEqualTo(RowCounts.NONE);
        assertThat(lake.preview(expire("column: dia")).rows()).isEqualTo(new RowChanges(0, 0, 1));
        assertThat(left()).hasSize(4);

        JobResult first = lake.runJob("r", 1, expire("column: DIA"));
        JobResult again = lake.runJob("r", 2, expire("column: DIA"));

        assertThat(left()).containsExactly("2", "3", "4");
        assertThat(first.notes()).containsExactly("1 row without dia: kept");
        assertThat(first.rows()).isEqualTo(new RowCounts(1, 0, 0, 0, 1));
        assertThat(first.tables().get(0).rows()).isEqualTo(new RowChanges(0, 0, 1));
        assertThat(again.tables()).isEqualTo(first.tables());
        assertThat(lake.versions("silver.eventos")).isEqualTo(2);
    }

    @Test
    void timestamps_go_by_the_moment() throws Exception {
        lake.runJob(expire("column: hora"));
        assertThat(left()).containsExactly("2", "3", "4");
        assertThat(lake.runJob(expire("column: hora")).tables()).as("nothing is old any more").isEmpty();
    }

    @Test
    void a_column_that_tells_no_age_is_refused() {
        assertThatThrownBy(() -> lake.runJob(expire("column: nome"))).hasMessage("column: nome is string, and neither a"
                + " date nor a timestamp; name a column that is, or use delete with a condition");
        assertThatThrownBy(() -> lake.runJob(expire("column: dias")))
                .hasMessage("column: there is no column \"dias\"; did you mean \"dia\"?");
    }
}
