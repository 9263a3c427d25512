package io.forja.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureRulesTest {

    private static final JavaClasses CLASSES = ArchitectureRules.forjaClasses();

    static Stream<ArchRule> rules() {
        return ArchitectureRules.all().stream();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void the_core_keeps_its_rules(ArchRule rule) {
        rule.check(CLASSES);
    }

    @Test
    void the_rules_see_the_core_and_no_tests() {
        assertThat(CLASSES.contain("io.forja.core.run.RunEngine")).isTrue();
        assertThat(CLASSES.contain(ArchitectureRulesTest.class)).isFalse();
    }
}
