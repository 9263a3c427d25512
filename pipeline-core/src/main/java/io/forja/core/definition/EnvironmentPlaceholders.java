package io.forja.core.definition;

import io.forja.core.problem.Problems;
import io.forja.core.problem.Redaction;
import io.forja.core.yaml.Placeholders;
import io.forja.core.yaml.YamlNode;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills in {@code ${env.X}} and {@code ${file.X}}, and hides what they give where it is a secret: a file always, a
 * variable when its name says so. Any other placeholder is a problem: settings know of no run. Thread-safe.
 */
public final class EnvironmentPlaceholders implements Placeholders {

    private static final Pattern PLACEHOLDER = Pattern.compile("(\\$?)\\$\\{([^}]*)}");
    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i).*(pass|secret|token|key|senha|credential|.pwd?).*");
    private static final Pattern SECRET_KEY = Pattern.compile("(?i).*(password|secret|token|senha|credential)[^.]*");

    private final Environment environment;
    private final Redaction redaction;

    public EnvironmentPlaceholders(Environment environment, Redaction redaction) {
        this.environment = environment;
        this.redaction = redaction;
    }

    /** True where a setting or variable of this name holds a secret. */
    public static boolean isSecret(String name) {
        return SECRET_NAME.matcher(name).matches();
    }

    @Override
    public String fill(String text, YamlNode at, Problems problems) {
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
        if (name.startsWith("env.")) {
            return variable(name.substring("env.".length()), at, problems);
        }
        if (name.startsWith("file.")) {
            return file(name.substring("file.".length()), at, problems);
        }
        problems.add(at.problem("\"${" + name + "}\" is no placeholder here", "write ${env.X} or ${file.X}"));
        return Optional.empty();
    }

    Optional<String> variable(String name, YamlNode at, Problems problems) {
        Optional<String> value = known(name, at);
        if (value.isEmpty()) {
            problems.add(at.problem("the environment variable " + name + " is not set",
                    "set it for the process that runs Forja"));
        }
        return value;
    }

    /** A variable that may not be set yet. */
    Optional<String> known(String name, YamlNode at) {
        Optional<String> value = environment.variable(name);
        value.filter(secret -> isSecret(name) || SECRET_KEY.matcher(at.path()).matches()).ifPresent(redaction::hide);
        return value;
    }

    Optional<String> file(String path, YamlNode at, Problems problems) {
        try {
            String secret = environment.file(path);
            redaction.hide(secret);
            return Optional.of(secret);
        } catch (IOException e) {
            problems.add(at.problem("the file " + path + " cannot be read (" + e.getMessage() + ")",
                    "put the secret there, readable by the user that runs Forja"));
            return Optional.empty();
        }
    }
}
