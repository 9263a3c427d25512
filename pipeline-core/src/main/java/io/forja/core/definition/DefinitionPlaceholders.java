package io.forja.core.definition;

import io.forja.core.problem.Problems;
import io.forja.core.problem.Suggestion;
import io.forja.core.yaml.Placeholders;
import io.forja.core.yaml.YamlNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills in {@code ${env.X}}, {@code ${file.X}}, {@code ${run.x}} and {@code ${params.x}}; {@code $${} writes a literal
 * {@code ${}. Without a run (while a folder is validated) a run's values are samples, and what only a run can know
 * stays as it is written.
 */
final class DefinitionPlaceholders implements Placeholders {

    private static final Pattern PLACEHOLDER = Pattern.compile("(\\$?)\\$\\{([^}]*)}");
    private static final List<String> RUN_NAMES = List.of("run.date", "run.time", "run.id");

    private final Map<String, Param> declared;
    private final @Nullable RunValues run;
    private final RunValues values;
    private final EnvironmentPlaceholders environment;

    DefinitionPlaceholders(
            Map<String, Param> declared, @Nullable RunValues run, EnvironmentPlaceholders environment) {
        this.declared = declared;
        this.run = run;
        this.values = run == null ? sample() : run;
        this.environment = environment;
    }

    private static RunValues sample() {
        return new RunValues("run-id", Instant.EPOCH, ZoneOffset.UTC, Map.of());
    }

    @Override
    public String fill(String text, YamlNode at, Problems problems) {
        if (!text.contains("${")) {
            return text;
        }
        Matcher matcher = PLACEHOLDER.matcher(text);
        StringBuilder filled = new StringBuilder();
        while (matcher.find()) {
            String replacement = matcher.group(1).isEmpty()
                    ? value(matcher.group(2), at, problems).orElse(matcher.group())
                    : matcher.group().substring(1);
            matcher.appendReplacement(filled, Matcher.quoteReplacement(replacement));
        }
        return matcher.appendTail(filled).toString();
    }

    private Optional<String> value(String name, YamlNode at, Problems problems) {
        int dot = name.indexOf('.');
        String space = dot < 0 ? name : name.substring(0, dot);
        String key = name.substring(dot + 1);
        return switch (space) {
            case "run" -> runValue(name, key, at, problems);
            case "params" -> param(key, at, problems);
            case "env" -> run == null ? Optional.empty() : environment.variable(key, at, problems);
            case "file" -> run == null ? Optional.empty() : environment.file(key, at, problems);
            // The names of the tables that a pattern matches are filled in by the ingest itself.
            case "schema", "table" -> Optional.empty();
            default -> {
                problems.add(at.problem("\"${" + name + "}\" is no placeholder",
                        "write ${env.X}, ${file.X}, ${run.date}, ${run.time}, ${run.id} or ${params.x}"));
                yield Optional.empty();
            }
        };
    }

    private Optional<String> runValue(String name, String key, YamlNode at, Problems problems) {
        String value = values.value(key);
        if (value == null) {
            problems.add(at.problem("\"${" + name + "}\" is no placeholder", Suggestion.remedy(name, RUN_NAMES)));
        }
        return Optional.ofNullable(value);
    }

    private Optional<String> param(String key, YamlNode at, Problems problems) {
        Param param = declared.get(key);
        if (param == null) {
            problems.add(at.problem("the parameter \"" + key + "\" is not declared", declared.isEmpty()
                    ? "add \"params: {" + key + ": a default}\" to the pipeline"
                    : Suggestion.remedy(key, declared.keySet())));
            return Optional.empty();
        }
        String given = values.params().getOrDefault(key, param.default_());
        if (given == null && run != null) {
            problems.add(at.problem("the parameter \"" + key + "\" has no value and no default",
                    "run with --param " + key + "=..."));
        }
        return Optional.ofNullable(given);
    }
}
