package io.forja.core.testing;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.forja.core.definition.JobDefinition;
import io.forja.core.yaml.Doc;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/**
 * Which package may see which, and who may look at the world around the process. Each module's tests check all of
 * them over what they can see; a rule about a package that is not there holds.
 */
public final class ArchitectureRules {

    private static final String ROOT = "io.forja";
    private static final String CORE = ROOT + ".core";
    private static final String JOBS = ROOT + ".jobs";
    private static final String SCHEDULER = ROOT + ".scheduler";
    private static final String APP = SCHEDULER + ".app..";
    private static final String MAIN = SCHEDULER + ".app.Main";

    private static final String[] ENGINES = {
        "org.apache.spark..", "org.apache.hadoop..", "io.delta..", "scala..", "org.quartz..", "io.javalin..", "jakarta..",
        "javax.servlet..", "com.fasterxml..", "com.sun.net.httpserver..", "java.net.http..", "java.sql.."
    };

    /** What each package of the core may see of the others; each arrow points to the left of this list. */
    private static final Map<String, List<String>> CORE_ARROWS = arrows();

    private ArchitectureRules() {}

    private static Map<String, List<String>> arrows() {
        Map<String, List<String>> arrows = new TreeMap<>();
        arrows.put("problem", List.of());
        arrows.put("yaml", List.of("problem"));
        arrows.put("doctor", List.of("problem"));
        arrows.put("inspect", List.of("problem"));
        arrows.put("reference", List.of("problem", "yaml"));
        arrows.put("definition", List.of("problem", "yaml"));
        for (String middle : List.of("plan", "job", "lake")) {
            arrows.put(middle, List.of("problem", "yaml", "definition"));
        }
        arrows.put("run", List.of("problem", "yaml", "definition", "plan", "job"));
        return arrows;
    }

    /** The classes of Forja that a module's tests can see, without tests. */
    public static JavaClasses forjaClasses() {
        // Names are enough: the classes of Spark need not be read.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        ImportOption noTestJars = location -> !location.contains("-tests.jar");
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(noTestJars)
                .importUrls(ownRoots());
    }

    /** Where Forja's own classes are; to look through every jar for them would take half a minute. */
    private static Collection<URL> ownRoots() {
        try {
            return Collections.list(ArchitectureRules.class.getClassLoader().getResources(ROOT.replace('.', '/')));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All rules. */
    public static List<ArchRule> all() {
        return Stream.concat(coreArrows().stream(), Stream.of(
                noPackageIsPartOfACycle(), modulesPointToTheCore(), coreHasNoEngine(), jobPackagesAreStrangers(),
                definitionsHaveNoEngine(), onlyQuartzKnowsQuartz(), onlyAppSeesJobs(),
                onlyMainReadsClockAndEnvironment(), onlyAppEndsTheProcess(), everyPackageSaysWhatMayBeMissing())).toList();
    }

    /** {@code problem <- yaml <- definition <- {plan, job, lake} <- run}, and every package is named here. */
    public static List<ArchRule> coreArrows() {
        Stream<ArchRule> arrows = CORE_ARROWS.entrySet().stream().map(arrow -> {
            String[] allowed = Stream.concat(Stream.of(arrow.getKey()), arrow.getValue().stream())
                    .map(name -> CORE + "." + name + "..")
                    .toArray(String[]::new);
            return noClasses().that().resideInAPackage(CORE + "." + arrow.getKey() + "..")
                    .should().dependOnClassesThat(resideInAPackage(ROOT + "..").and(
                            DescribedPredicate.not(resideInAnyPackage(allowed))))
                    .as("in the core, " + arrow.getKey() + " sees " + arrow.getValue() + " only")
                    .allowEmptyShould(true);
        });
        String[] known = CORE_ARROWS.keySet().stream().map(name -> CORE + "." + name + "..").toArray(String[]::new);
        ArchRule named = classes().that().resideInAPackage(CORE + "..").should().resideInAnyPackage(known)
                .as("every package of the core has its arrows").allowEmptyShould(true);
        return Stream.concat(arrows, Stream.of(named)).toList();
    }

    public static ArchRule noPackageIsPartOfACycle() {
        return slices().matching(ROOT + ".(**)").should().beFreeOfCycles().allowEmptyShould(true);
    }

    public static ArchRule modulesPointToTheCore() {
        return noClasses().that().resideInAPackage(JOBS + "..")
                .should().dependOnClassesThat().resideInAPackage(SCHEDULER + "..")
                .as("jobs do not see the scheduler").allowEmptyShould(true);
    }

    public static ArchRule coreHasNoEngine() {
        return noClasses().that().resideInAPackage(CORE + "..")
                .should().dependOnClassesThat().resideInAnyPackage(ENGINES)
                .as("the core has no engine, no clock of its own, no HTTP, no JSON and no database")
                .allowEmptyShould(true);
    }

    /** A package with a job definition is the package of that job type. */
    public static ArchRule jobPackagesAreStrangers() {
        return classes().that().resideInAPackage(JOBS + "..").should(new ArchCondition<>("not see another job type's package") {

            private Set<String> jobPackages = Set.of();

            @Override
            public void init(Collection<JavaClass> all) {
                jobPackages = all.stream().filter(assignableTo(JobDefinition.class)).map(JavaClass::getPackageName)
                        .collect(Collectors.toSet());
            }

            @Override
            public void check(JavaClass item, ConditionEvents events) {
                if (jobPackages.contains(item.getPackageName())) {
                    item.getDirectDependenciesFromSelf().stream()
                            .filter(dependency -> !dependency.getTargetClass().getPackage().equals(item.getPackage()))
                            .filter(dependency -> jobPackages.contains(dependency.getTargetClass().getPackageName()))
                            .forEach(dependency -> events.add(
                                    SimpleConditionEvent.violated(item, dependency.getDescription())));
                }
            }
        }).as("job packages never import each other").allowEmptyShould(true);
    }

    /** So that {@code forja validate} loads no engine, not even by way of a class in between. */
    public static ArchRule definitionsHaveNoEngine() {
        return noClasses().that(assignableTo(JobDefinition.class).or(annotatedWith(Doc.class)))
                .should().transitivelyDependOnClassesThat(resideInAnyPackage(ENGINES))
                .as("a definition sees no engine").allowEmptyShould(true);
    }

    public static ArchRule onlyQuartzKnowsQuartz() {
        return noClasses().that().resideOutsideOfPackage(SCHEDULER + ".quartz..")
                .should().dependOnClassesThat().resideInAPackage("org.quartz..").allowEmptyShould(true);
    }

    public static ArchRule onlyAppSeesJobs() {
        return noClasses().that().resideInAPackage(SCHEDULER + "..").and().resideOutsideOfPackage(APP)
                .should().dependOnClassesThat().resideInAPackage(JOBS + "..").allowEmptyShould(true);
    }

    /** Everything else is given a Clock and what it needs to know, and so can be tested at any time of the year. */
    public static ArchRule onlyMainReadsClockAndEnvironment() {
        DescribedPredicate<JavaClass> notMain = DescribedPredicate.describe("are not Main",
                type -> !type.getName().equals(MAIN) && !type.getName().startsWith(MAIN + "$"));
        return noClasses().that(notMain).should().callCodeUnitWhere(calls("the system's clock or environment",
                target -> isClock(target) || isCalled(target, "java.lang.System", "getenv", "currentTimeMillis")))
                .allowEmptyShould(true);
    }

    public static ArchRule onlyAppEndsTheProcess() {
        return noClasses().that().resideOutsideOfPackage(APP)
                .should().callCodeUnitWhere(calls("the end of the process",
                        target -> isCalled(target, "java.lang.System", "exit")
                                || isCalled(target, "java.lang.Runtime", "exit", "halt")))
                .allowEmptyShould(true);
    }

    private static DescribedPredicate<JavaCall<?>> calls(String what, Predicate<CodeUnitCallTarget> target) {
        return DescribedPredicate.describe(what + " is called", call -> target.test(call.getTarget()));
    }

    private static boolean isCalled(CodeUnitCallTarget target, String owner, String... names) {
        return target.getOwner().getName().equals(owner) && List.of(names).contains(target.getName());
    }

    private static boolean isClock(CodeUnitCallTarget target) {
        String owner = target.getOwner().getName();
        boolean ofAnotherClock = target.getRawParameterTypes().stream()
                .anyMatch(type -> type.getName().equals("java.time.Clock"));
        return owner.equals("java.time.Clock") && target.getName().startsWith("system")
                || owner.startsWith("java.time.") && target.getName().equals("now") && !ofAnotherClock
                || owner.equals("java.util.Date") && target.getName().equals("<init>")
                        && target.getRawParameterTypes().isEmpty();
    }

    public static ArchRule everyPackageSaysWhatMayBeMissing() {
        return classes().that().resideInAPackage(ROOT + "..").and().doNotHaveSimpleName("package-info")
                .should(new ArchCondition<>("be in a package that is @NullMarked") {
                    @Override
                    public void check(JavaClass item, ConditionEvents events) {
                        if (!item.getPackage().isAnnotatedWith(NullMarked.class)) {
                            events.add(SimpleConditionEvent.violated(item,
                                    item.getPackageName() + " has no package-info with @NullMarked"));
                        }
                    }
                }).allowEmptyShould(true);
    }
}
