package io.forja.scheduler.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.doctor.Checkup;
import io.forja.core.doctor.Finding;
import io.forja.core.doctor.Finding.Health;
import io.forja.core.problem.Redaction;
import io.forja.scheduler.config.Http;
import io.forja.scheduler.config.State;
import io.forja.scheduler.config.StateFolder;
import io.forja.scheduler.testing.Home;
import io.forja.scheduler.testing.RunningDaemon;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineCheckupTest {

    @TempDir
    Path folder;

    private static Finding only(Checkup checkup) {
        assertThat(checkup.run()).hasSize(1);
        return checkup.run().get(0);
    }

    @Test
    void a_folder_that_is_not_there_yet_is_looked_for_in_those_above_it() throws IOException {
        Finding found = only(new FolderCheckup("lakehouse.warehouse", folder.resolve("lake/warehouse")));
        assertThat(found.health()).isEqualTo(Health.OK);
        assertThat(found.what()).contains("can be written", "GB free");
        assertThat(folder).isEmptyDirectory();

        Files.writeString(folder.resolve("lake"), "a file");
        assertThat(only(new FolderCheckup("lakehouse.warehouse", folder.resolve("lake/warehouse"))).remedy())
                .contains("lakehouse.warehouse");
    }

    @Test
    void a_port_is_free_or_a_daemons_or_somebody_elses() throws IOException {
        StateFolder state = new Home(folder).config(new Redaction()).state().files();
        assertThat(only(new PortCheckup(new Http("127.0.0.1", 0, null), state)).what()).contains("free");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Finding found = only(new PortCheckup(new Http("127.0.0.1", taken.getLocalPort(), null), state));
            assertThat(found.health()).isEqualTo(Health.FAILED);
            assertThat(found.remedy()).contains("http.port");
        }
        try (RunningDaemon daemon = RunningDaemon.start(new Home(folder), Clock.systemUTC())) {
            assertThat(only(new PortCheckup(new Http("127.0.0.1", 0, null), state)).what())
                    .contains("a daemon is up at " + daemon.daemon().url());
        }
    }

    @Test
    void a_state_database_is_not_made_for_a_look_and_a_damaged_one_is_told() throws IOException {
        State state = new Home(folder).config(new Redaction()).state();
        Path file = state.file().orElseThrow();
        assertThat(only(new StateCheckup(state)).what()).isEqualTo(file
                + " is not there yet, and is made by the first run");
        assertThat(file).doesNotExist();

        Files.createDirectories(file.getParent());
        Files.writeString(file, "this is no database, and long enough to be none. ".repeat(30));
        assertThat(only(new StateCheckup(state)).health()).isEqualTo(Health.FAILED);
    }
}
