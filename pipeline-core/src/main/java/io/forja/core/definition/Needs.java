package io.forja.core.definition;

import io.forja.core.problem.Problems;
import io.forja.core.problem.Suggestion;
import io.forja.core.yaml.YamlNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where the jobs of a pipeline name those that they need, and whether these are there. Immutable. */
public final class Needs {

    private final Map<String, YamlNode> jobs;

    /** @param pipeline the pipeline's text, whatever else is wrong with it */
    public Needs(YamlNode pipeline) {
        YamlNode written = pipeline.isMapping() ? pipeline.entries().get("jobs") : null;
        this.jobs = written != null && written.isMapping() ? written.entries() : Map.of();
    }

    /** Tells of each need of a job that is no other job of the pipeline. */
    public void check(String job, List<String> needs, Problems problems) {
        for (String need : needs) {
            if (need.equals(job)) {
                problems.add(node(job, need).problem("the job \"" + job + "\" needs itself", "remove it"));
            } else if (!jobs.containsKey(need)) {
                Set<String> others = new LinkedHashSet<>(jobs.keySet());
                others.remove(job);
                problems.add(node(job, need).problem("there is no job \"" + need + "\" in this pipeline",
                        Suggestion.remedy(need, others)));
            }
        }
    }

    /** The same by the text alone, for a pipeline that cannot be planned; a placeholder may stand for any job. */
    void checkWritten(Problems problems) {
        jobs.forEach((job, entry) -> {
            if (entry.isMapping()) {
                check(job, items(written(entry)).stream().filter(YamlNode::isScalar).map(YamlNode::text)
                        .filter(need -> !need.contains("${")).toList(), problems);
            }
        });
    }

    /** Where a job names another one that it needs. */
    public YamlNode node(String job, String need) {
        YamlNode needs = written(jobs.get(job));
        return items(needs).stream().filter(item -> item.isScalar() && item.text().equals(need)).findFirst()
                .orElse(needs);
    }

    private static YamlNode written(YamlNode entry) {
        return entry.entries().getOrDefault("needs", entry);
    }

    private static List<YamlNode> items(YamlNode needs) {
        return needs.isList() ? needs.items() : List.of(needs);
    }
}
