package io.forja.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessIdTest {

    private final ProcessId me = ProcessId.current("vm1");

    @Test
    void this_process_is_not_gone() {
        assertThat(me.isGone("vm1")).isFalse();
        assertThat(ProcessId.current("vm1")).isEqualTo(me);
    }

    @Test
    void a_process_that_ended_is_gone() throws Exception {
        Process other = new ProcessBuilder("cat").start();
        ProcessId id = new ProcessId("vm1", other.pid(), "whenever");
        other.getOutputStream().close();
        assertThat(other.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(id.isGone("vm1")).isTrue();
    }

    @Test
    void a_later_process_of_the_same_number_is_another_one() {
        assertThat(new ProcessId("vm1", me.pid(), "another start").isGone("vm1")).isTrue();
    }

    @Test
    void nobody_knows_of_another_machine_s_processes() {
        assertThat(new ProcessId("vm2", me.pid(), "another start").isGone("vm1")).isFalse();
    }

    @Test
    void its_text_is_read_again() {
        assertThat(ProcessId.parse(me.toString())).contains(me);
        ProcessId odd = new ProcessId("fe80::1:vm", 7, "");
        assertThat(ProcessId.parse(odd.toString())).contains(odd);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "vm1", "vm1:7", "vm1:seven:1", "vm1:99999999999999999999:1"})
    void another_text_is_none(String text) {
        assertThat(ProcessId.parse(text)).isEmpty();
    }
}
