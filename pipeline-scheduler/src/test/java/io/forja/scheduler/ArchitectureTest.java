package io.forja.scheduler;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Which package may know what. */
class ArchitectureTest {

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.forja.scheduler");

    @Test
    void packages_have_no_cycles() {
        slices().matching("io.forja.scheduler.(*)..").should().beFreeOfCycles().check(OURS);
    }

    @Test
    void each_library_has_one_package_that_knows_it() {
        check("org.quartz..", "io.forja.scheduler.quartz..");
        check("io.javalin..", "io.forja.scheduler.http..");
        check("org.eclipse.jetty..", "io.forja.scheduler.http..");
        check("io.micrometer..", "io.forja.scheduler.metrics..");
        check("java.sql..", "io.forja.scheduler.ledger..");
        check("org.sqlite..", "io.forja.scheduler.ledger..");
        check("picocli..", "io.forja.scheduler.cli..", "io.forja.scheduler.app..");
    }

    @Test
    void only_the_application_sees_jobs_and_their_engine() {
        check("io.forja.jobs..", "io.forja.scheduler.app..");
        check("org.apache.spark..", "io.forja.scheduler.app..");
    }

    @Test
    void only_the_application_looks_at_the_systems_clock_and_environment() {
        rule(noClasses().that().resideOutsideOfPackage("io.forja.scheduler.app..")
                .should().callMethod(Instant.class, "now")
                .orShould().callMethod(System.class, "currentTimeMillis")
                .orShould().callMethod(Clock.class, "systemUTC")
                .orShould().callMethod(Clock.class, "systemDefaultZone")
                .orShould().callMethod(System.class, "getenv")
                .orShould().callMethod(System.class, "getenv", String.class)
                .orShould().callMethod(System.class, "exit", int.class));
    }

    private static void check(String library, String... knowing) {
        rule(noClasses().that().resideOutsideOfPackages(knowing).should().dependOnClassesThat()
                .resideInAPackage(library));
    }

    private static void rule(ArchRule rule) {
        rule.allowEmptyShould(true).check(OURS);
    }
}
