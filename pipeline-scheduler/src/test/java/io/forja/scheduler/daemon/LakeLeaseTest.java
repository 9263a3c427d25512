package io.forja.scheduler.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.doctor.Finding;
import io.forja.core.lake.LeaseStore;
import io.forja.core.problem.ForjaException;
import io.forja.core.run.ProcessId;
import io.forja.core.testing.SettableClock;
import io.forja.scheduler.doctor.LeaseCheckup;
import io.forja.scheduler.testing.Home;
import io.forja.scheduler.testing.RunningDaemon;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LakeLeaseTest {

    private static final ProcessId ONE = new ProcessId("vm-1", 11, "a");
    private static final ProcessId OTHER = new ProcessId("vm-2", 22, "b");

    @TempDir
    Path folder;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-11-29T05:00:00Z"));
    private LeaseStore store;

    @BeforeEach
    void store() {
        store = new FileLeaseStore(folder.resolve("_forja/lease.json"));
    }

    private LakeLease lease(ProcessId process) {
        return new LakeLease(store, process, clock);
    }

    private static boolean knowsOfNone(String owner) {
        return false;
    }

    private String found() {
        return new LeaseCheckup(store, clock).run().stream().map(Finding::what).findFirst().orElse("");
    }

    @Test
    void a_second_daemon_is_refused_in_one_sentence_as_long_as_the_first_renews() {
        LakeLease first = lease(ONE);
        first.take(LakeLeaseTest::knowsOfNone);
        clock.advance(Duration.ofSeconds(50));
        assertThat(first.renew()).isTrue();
        clock.advance(Duration.ofSeconds(50));

        assertThatThrownBy(() -> lease(OTHER).take(LakeLeaseTest::knowsOfNone)).isInstanceOf(ForjaException.class)
                .hasMessageContaining("the lake is served by another daemon (vm-1:11:a")
                .hasMessageContaining("2026-11-29T05:01:50Z");
        assertThat(found()).contains("served by vm-1:11:a since 2026-11-29T05:00:00Z");
    }

    @Test
    void that_of_a_killed_daemon_ends_by_itself_and_at_once_where_its_end_is_known() {
        lease(ONE).take(LakeLeaseTest::knowsOfNone);
        lease(new ProcessId("vm-1", 12, "c")).take(ONE.toString()::equals);
        clock.advance(Lease.TERM);

        assertThat(found()).contains("vm-1:12:c, ended without giving it free");
        lease(OTHER).take(LakeLeaseTest::knowsOfNone);
        assertThat(found()).contains("served by vm-2:22:b");
    }

    @Test
    void one_that_was_away_for_too_long_is_told_that_it_lost_the_lake() {
        LakeLease first = lease(ONE);
        first.take(LakeLeaseTest::knowsOfNone);
        clock.advance(Duration.ofMinutes(5));
        assertThat(first.renew()).as("nobody was faster").isTrue();
        clock.advance(Duration.ofMinutes(5));
        LakeLease other = lease(OTHER);
        other.take(LakeLeaseTest::knowsOfNone);

        assertThat(first.renew()).isFalse();
        first.close();
        assertThat(other.renew()).isTrue();
        assertThat(found()).contains("served by vm-2:22:b");
    }

    @Test
    void given_free_anyone_may_take_it() {
        LakeLease first = lease(ONE);
        first.take(LakeLeaseTest::knowsOfNone);
        first.close();
        assertThat(found()).isEqualTo("no daemon serves the lake");
        lease(OTHER).take(LakeLeaseTest::knowsOfNone);
    }

    @Test
    void a_store_that_cannot_be_reached_keeps_nobody_from_coming_up() {
        LakeLease first = new LakeLease(new Unreachable(), ONE, clock);
        first.take(LakeLeaseTest::knowsOfNone);
        assertThat(first.renew()).isTrue();
    }

    @Test
    void two_daemons_with_states_of_their_own_do_not_serve_one_lake() {
        Home home = new Home(folder.resolve("one"));
        Setup second = new Home(folder.resolve("two")).setup(Clock.systemUTC());
        try (RunningDaemon first = RunningDaemon.start(home, Clock.systemUTC());
                Daemon daemon = new Daemon(onLakeOf(first.setup(), second))) {
            assertThatThrownBy(daemon::start).isInstanceOf(ForjaException.class)
                    .hasMessageContaining("the lake is served by another daemon (test-host:");
        } finally {
            second.database().close();
        }
        assertThat(home.folder().resolve("lake/_forja/lease.json")).doesNotExist();
    }

    private static Setup onLakeOf(Setup first, Setup second) {
        return new Setup(second.config(), second.jobs(), second.loader(), second.database(), second.lake(),
                second.redaction(), second.clock(), OTHER, first.lease());
    }

    /** A store behind a cable that was pulled. */
    private static final class Unreachable implements LeaseStore {

        @Override
        public String location() {
            return "s3a://lake/warehouse/_forja/lease.json";
        }

        @Override
        public Optional<Stored> read() throws IOException {
            throw new IOException("no route to host");
        }

        @Override
        public boolean create(String text) throws IOException {
            throw new IOException("no route to host");
        }

        @Override
        public boolean replace(Stored seen, String text) throws IOException {
            throw new IOException("no route to host");
        }

        @Override
        public void remove(Stored seen) throws IOException {
            throw new IOException("no route to host");
        }
    }
}
