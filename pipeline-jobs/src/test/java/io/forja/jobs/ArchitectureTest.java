package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.forja.core.testing.ArchitectureRules;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {

    private static final JavaClasses CLASSES = ArchitectureRules.forjaClasses();

    static Stream<ArchRule> rules() {
        return ArchitectureRules.all().stream();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void every_module_keeps_the_rules(ArchRule rule) {
        rule.check(CLASSES);
    }

    @Test
    void the_rules_see_this_module_and_the_core() {
        assertThat(CLASSES.contain("io.forja.jobs.BuiltInJobs")).isTrue();
        assertThat(CLASSES.contain("io.forja.core.run.RunEngine")).isTrue();
    }
}
