package io.forja.jobs.delta;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SizesTest {

    @Test
    void bytes_are_told_in_the_unit_that_fits() {
        assertThat(Sizes.text(0)).isEqualTo("0 B");
        assertThat(Sizes.text(1023)).isEqualTo("1023 B");
        assertThat(Sizes.text(1536)).isEqualTo("1.5 KiB");
        assertThat(Sizes.text(243_269_632)).isEqualTo("232.0 MiB");
        assertThat(Sizes.text(Long.MAX_VALUE)).isEqualTo("8.0 EiB");
    }
}
