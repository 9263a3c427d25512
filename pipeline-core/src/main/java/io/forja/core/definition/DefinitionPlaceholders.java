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
 * {@code ${}. While a folder is read there is no run yet: what only a run can know (its values, a parameter without a
 * default, a secret's file, a variable that is not set here) stays as it is written, and its names are checked.
 */
final class DefinitionPlaceholders implements Placeholders {

    private static final Pattern PLACEHOLDER = Pattern.compile("(\\$?)\\$\\{([^}]*)(}?)");
    private static final List<String> RUN_NAMES = List.of("run.date", "run.time", "run.id");
    private static final String WHAT_TO_WRITE =
            "write ${env.X}, ${file.X}, ${run.date}, ${run.time}, ${run.id} or ${params.x}, or $${ for the text itself";
    private static final RunValues SAMPLE =
            new RunValues("pipeline-20000101T000000", Instant.parse("2000-01-01T00:00:00Z"), ZoneOffset.UTC, Map.of());

    private final Map<String, Param> declared;
    private final @Nullable RunValues run;
    private final EnvironmentPlaceholders environment;

    /**
     * @param declared the parameters as they are written, placeholders in their defaults included
     * @param run null while there is none
     */
    DefinitionPlaceholders(
            Map<String, Param> declared, @Nullable RunValues run, EnvironmentPlaceholders environment) {
        this.declared = declared;
        this.run = run;
        this.environment = environment;
    }

    @Override
    public String fill(String text, YamlNode at, Problems problems) {
        return fill(text, "", at, problems);
    }

    /** @param within the parameter whose default this is, which therefore cannot stand in it; or empty */
    private String fill(String text, String within, YamlNode at, Problems problems) {
        if (!text.contains("${")) {
            return text;
        }
        return PLACEHOLDER.matcher(text).replaceAll(found -> {
            boolean literal = !found.group(1).isEmpty();
            if (literal) {
                return Matcher.quoteReplacement(found.group().substring(1));
            }
            if (found.group(3).isEmpty()) {
                problems.add(at.problem("\"" + found.group() + "\" is a placeholder without its end",
                        "add the }, or write $${ for the text itself"));
                return Matcher.quoteReplacement(found.group());
            }
            return Matcher.quoteReplacement(value(found.group(2).strip(), within, at, problems).orElse(found.group()));
        });
    }

    @Override
    public Optional<String> sample(String filled) {
        if (run != null) {
            return Optional.empty();
        }
        return Optional.of(PLACEHOLDER.matcher(filled).replaceAll(found -> {
            String name = found.group(2).strip();
            String value = name.startsWith("run.") ? SAMPLE.value(name.substring("run.".length())) : null;
            return Matcher.quoteReplacement(value == null ? found.group() : value);
        }));
    }

    private Optional<String> value(String name, String within, YamlNode at, Problems problems) {
        int dot = name.indexOf('.');
        String space = name.substring(0, Math.max(dot, 0));
        String key = name.substring(dot + 1);
        if (key.isEmpty()) {
            return unknown(name, at, problems);
        }
        return switch (space) {
            case "run" -> runValue(name, key, at, problems);
            case "params" -> param(key, within, at, problems);
            case "env" -> run == null ? environment.known(key, at) : environment.variable(key, at, problems);
            case "file" -> run == null ? Optional.empty() : environment.file(key, at, problems);
            // The tables that a pattern matches are named by the ingest itself.
            case "" -> name.equals("schema") || name.equals("table") ? Optional.empty() : unknown(name, at, problems);
            default -> unknown(name, at, problems);
        };
    }

    private static Optional<String> unknown(String name, YamlNode at, Problems problems) {
        problems.add(at.problem("\"${" + name + "}\" is no placeholder", WHAT_TO_WRITE));
        return Optional.empty();
    }

    private Optional<String> runValue(String name, String key, YamlNode at, Problems problems) {
        if (SAMPLE.value(key) == null) {
            problems.add(at.problem("\"${" + name + "}\" is no placeholder", Suggestion.remedy(name, RUN_NAMES)));
        }
        return run == null ? Optional.empty() : Optional.ofNullable(run.value(key));
    }

    private Optional<String> param(String key, String within, YamlNode at, Problems problems) {
        Param param = declared.get(key);
        if (param == null) {
            problems.add(at.problem("the parameter \"" + key + "\" is not declared", declared.isEmpty()
                    ? "add \"params: {" + key + ": a default}\" to the pipeline"
                    : Suggestion.remedy(key, declared.keySet())));
            return Optional.empty();
        }
        if (!within.isEmpty()) {
            problems.add(at.problem("the default of the parameter \"" + within + "\" stands on another parameter",
                    "write ${run...}, ${env...} or plain text there"));
            return Optional.empty();
        }
        if (run != null && run.params().containsKey(key)) {
            return Optional.of(run.params().get(key));
        }
        if (param.default_() != null) {
            return Optional.of(fill(param.default_(), key, at, problems));
        }
        if (run != null) {
            problems.add(at.problem("the parameter \"" + key + "\" has no value and no default",
                    "run with --param " + key + "=..."));
        }
        return Optional.empty();
    }
}
