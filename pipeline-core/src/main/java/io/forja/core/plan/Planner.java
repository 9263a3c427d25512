package io.forja.core.plan;

import io.forja.core.definition.JobEntry;
import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.Needs;
import io.forja.core.definition.PipelineDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.problem.Problems;
import io.forja.core.yaml.YamlNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the plan of a pipeline, or says why there can be none: a need that does not exist, a cycle, two jobs that
 * write one table with no order between them, a table that two jobs overwrite, a table read while it is written.
 */
public final class Planner {

    private final PipelineDefinition definition;
    private final YamlNode jobsNode;
    private final Needs needs;
    private final Problems problems;
    private final Map<String, Set<String>> upstream = new LinkedHashMap<>();

    private Planner(PipelineDefinition definition, YamlNode source, Problems problems) {
        this.definition = definition;
        this.jobsNode = source.entries().get("jobs");
        this.needs = new Needs(source);
        this.problems = problems;
    }

    /** The plan as validated, or empty where a problem was added. */
    public static Optional<Plan> plan(LoadedPipeline pipeline, Problems problems) {
        return plan(pipeline.definition(), pipeline.source(), problems);
    }

    /**
     * @param definition as one run has it
     * @param source the YAML it came from, for the places of problems
     */
    public static Optional<Plan> plan(PipelineDefinition definition, YamlNode source, Problems problems) {
        return new Planner(definition, source, problems).plan();
    }

    private Optional<Plan> plan() {
        int before = problems.size();
        definition.jobs().forEach((job, entry) -> needs.check(job, entry.needs(), problems));
        List<String> order = order();
        if (problems.size() > before) {
            return Optional.empty();
        }
        order.forEach(this::collectUpstream);
        checkTables(order);
        return problems.size() > before
                ? Optional.empty()
                : Optional.of(new Plan(definition.pipeline(), order.stream().map(this::planned).toList()));
    }

    /** The order of the text wherever the needs allow it; without the jobs of circles, which are reported. */
    private List<String> order() {
        List<String> order = new ArrayList<>();
        Set<String> open = new LinkedHashSet<>(definition.jobs().keySet());
        while (!open.isEmpty()) {
            Optional<String> next = open.stream().filter(job -> openNeeds(job, open).isEmpty()).findFirst();
            if (next.isPresent()) {
                order.add(next.get());
                open.remove(next.get());
            } else {
                List<String> circle = circle(open);
                report(circle);
                open.removeAll(new HashSet<>(circle));
            }
        }
        return order;
    }

    private List<String> openNeeds(String job, Set<String> open) {
        return definition.jobs().get(job).needs().stream()
                .filter(need -> open.contains(need) && !need.equals(job))
                .toList();
    }

    /** Jobs each of which needs the next, and the last the first; there is such a circle when every job waits. */
    private List<String> circle(Set<String> open) {
        List<String> walk = new ArrayList<>();
        String job = open.iterator().next();
        while (!walk.contains(job)) {
            walk.add(job);
            job = openNeeds(job, open).get(0);
        }
        return walk.subList(walk.indexOf(job), walk.size());
    }

    private void report(List<String> circle) {
        String first = circle.get(0);
        String second = circle.get(1);
        problems.add(needs.node(first, second).problem("the jobs need each other in a circle: "
                + String.join(" -> ", circle) + " -> " + first, "remove one of these needs"));
    }

    private void collectUpstream(String job) {
        Set<String> all = new HashSet<>();
        for (String need : definition.jobs().get(job).needs()) {
            all.add(need);
            all.addAll(upstream.get(need));
        }
        upstream.put(job, all);
    }

    private void checkTables(List<String> order) {
        for (int second = 1; second < order.size(); second++) {
            for (int first = 0; first < second; first++) {
                checkPair(order.get(first), order.get(second));
            }
        }
    }

    private void checkPair(String first, String second) {
        JobEntry a = definition.jobs().get(first);
        JobEntry b = definition.jobs().get(second);
        boolean ordered = upstream.get(second).contains(first);
        Optional<TableRef> bothWrite = shared(a.definition().writes(), b.definition().writes());
        if (bothWrite.isPresent()) {
            if (a.definition().overwrites() && b.definition().overwrites()) {
                problems.add(node(second).problem("the table " + bothWrite.get() + " is overwritten by the job \""
                        + first + "\" too, whose rows would be lost", "give one of them another table, or mode: append"));
            } else if (!ordered) {
                problems.add(node(second).problem("the table " + bothWrite.get() + " is written by the job \"" + first
                        + "\" too, with no order between them", "add \"needs: " + first + "\""));
            }
            return;
        }
        if (ordered) {
            return;
        }
        shared(a.definition().writes(), b.definition().reads()).ifPresent(table ->
                problems.add(node(second).problem("it reads the table " + table + ", which the job \"" + first
                        + "\" writes, with no order between them", "add \"needs: " + first + "\"")));
        shared(a.definition().reads(), b.definition().writes()).ifPresent(table ->
                problems.add(node(first).problem("it reads the table " + table + ", which the job \"" + second
                        + "\" writes, with no order between them", "add \"needs: " + second + "\"")));
    }

    private static Optional<TableRef> shared(List<TableRef> some, List<TableRef> others) {
        return some.stream().filter(table -> others.stream().anyMatch(table::mayBe)).findFirst();
    }

    private PlannedJob planned(String name) {
        JobEntry entry = definition.jobs().get(name);
        return new PlannedJob(name, new LinkedHashSet<>(entry.needs()), definition.timeout(entry),
                definition.retry(entry), entry.definition(), entry.definition().reads(), entry.definition().writes());
    }

    private YamlNode node(String job) {
        YamlNode entry = jobsNode.entries().get(job);
        return jobsNode.key(job).orElse(entry);
    }
}
