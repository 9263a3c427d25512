package io.forja.core.definition;

import io.forja.core.problem.Problems;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Placeholders;
import io.forja.core.yaml.YamlNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a schedule asks of its pipeline beyond its own keys: a cron that the clock can read, nothing that only a run
 * can know, and no parameter that someone would have to give.
 */
final class ScheduleCheck {

    private final Map<String, YamlNode> keys;
    private final Placeholders withoutRun;
    private final Cron.Syntax cron;

    /** @param root the pipeline's text, whatever is wrong with it */
    ScheduleCheck(YamlNode root, Placeholders withoutRun, Cron.Syntax cron) {
        this.keys = entries(root);
        this.withoutRun = withoutRun;
        this.cron = cron;
    }

    private static Map<String, YamlNode> entries(@Nullable YamlNode node) {
        return node != null && node.isMapping() ? node.entries() : Map.of();
    }

    void check(Problems problems) {
        Map<String, YamlNode> schedule = entries(keys.get("schedule"));
        schedule.forEach((key, node) -> {
            if (!node.isScalar()) {
                return;
            }
            // What is wrong with the placeholder itself is found when the value is bound.
            Problems told = new Problems();
            String text = withoutRun.fill(node.text(), node, told);
            if (!told.isEmpty()) {
                return;
            }
            if (text.contains("${")) {
                problems.add(node.problem("\"" + text + "\" is not known when the schedule is read",
                        "write the value, a parameter with a default, or a variable that is set"));
            } else if (key.equals("cron")) {
                checkCron(text, node, problems);
            }
        });
        if (!schedule.isEmpty()) {
            checkParams(problems);
        }
    }

    private void checkCron(String text, YamlNode node, Problems problems) {
        try {
            cron.parse(text);
        } catch (InvalidValueException e) {
            problems.add(node.problem(String.valueOf(e.getMessage()), e.remedy()));
        }
    }

    private void checkParams(Problems problems) {
        entries(keys.get("params")).forEach((name, node) -> {
            boolean hasDefault = node.isMapping() ? !isAbsent(node.entries().get("default")) : !node.isNull();
            if (!hasDefault) {
                problems.add(node.problem("the parameter \"" + name + "\" has no default, and nobody gives it one when"
                        + " the schedule starts a run", "add \"default: ...\""));
            }
        });
    }

    private static boolean isAbsent(@Nullable YamlNode node) {
        return node == null || node.isNull();
    }
}
