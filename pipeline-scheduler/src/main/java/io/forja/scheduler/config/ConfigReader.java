package io.forja.scheduler.config;

import io.forja.core.definition.Environment;
import io.forja.core.definition.EnvironmentPlaceholders;
import io.forja.core.lake.Connection;
import io.forja.core.lake.S3Access;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.core.problem.Redaction;
import io.forja.core.problem.SourceLocation;
import io.forja.core.yaml.Binder;
import io.forja.core.yaml.Placeholders;
import io.forja.core.yaml.Shapes;
import io.forja.core.yaml.YamlNode;
import io.forja.core.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings: flags beat the environment, which beats the file, which beats the defaults. All problems are
 * found in one reading, and every secret is hidden before anything can print it. Thread-safe.
 */
public final class ConfigReader {

    private static final Shapes SHAPES = new Shapes();

    private final Environment environment;
    private final Redaction redaction;

    public ConfigReader(Environment environment, Redaction redaction) {
        this.environment = environment;
        this.redaction = redaction;
    }

    /** The shapes by which settings are read, for the JSON Schema and the reference. */
    public static Shapes shapes() {
        return SHAPES;
    }

    /**
     * @param file forja.yaml, or null to do without
     * @param flags values by key path: {@code http.port} to {@code 9090}, as {@code --http-port 9090} gives it
     * @throws ForjaException when the file cannot be read
     * @throws io.forja.core.problem.InvalidDefinitionException with every problem of file, environment and flags
     */
    public ForjaConfig read(@Nullable Path file, Map<String, String> flags) {
        if (file == null) {
            return read("forja.yaml", "{}", flags);
        }
        try {
            return read(file.toString(), Files.readString(file), flags);
        } catch (IOException e) {
            throw new ForjaException("the settings in " + file + " cannot be read (" + e.getMessage() + ")",
                    "check that the file is there, readable and UTF-8 text");
        }
    }

    /** The same from a text. */
    public ForjaConfig read(String file, String text, Map<String, String> flags) {
        Problems problems = new Problems();
        Optional<YamlNode> root = YamlReader.read(file, saysNothing(text) ? "{}" : text, problems);
        Optional<ForjaConfig> fromFile = root.flatMap(node ->
                new Binder(SHAPES, new EnvironmentPlaceholders(environment, redaction), problems)
                        .bind(node, ForjaConfig.class));
        Overrides overrides = new Overrides(SHAPES.of(ForjaConfig.class), problems);
        List<Overrides.Value> values = overrides.collect(environment, text, flags);
        ForjaConfig config = overrides.apply(fromFile.orElseGet(ConfigReader::defaults), values);
        hideSecrets(config);
        if (!config.http().isLoopback() && config.http().token() == null) {
            problems.add(new Problem(place(values, root, file), "http.bind", "\"" + config.http().bind()
                    + "\" lets other machines start and cancel runs, and there is no token",
                    "set http.token, or bind to 127.0.0.1"));
        }
        if (!config.storage().s3().written().allMatch(S3Access::hasWholeKeys)) {
            problems.add(new Problem(SourceLocation.of(file), "storage.s3", "half of a pair of keys is missing: accessKey"
                    + " and secretKey belong together", "write both, or neither for the AWS default chain"));
        }
        problems.throwIfAny();
        return config;
    }

    private static boolean saysNothing(String text) {
        return text.lines().allMatch(line -> line.isBlank() || line.strip().startsWith("#"));
    }

    private static ForjaConfig defaults() {
        Problems none = new Problems();
        return YamlReader.read("defaults", "{}", none)
                .flatMap(node -> new Binder(SHAPES, Placeholders.NONE, none).bind(node, ForjaConfig.class))
                .orElseThrow();
    }

    private void hideSecrets(ForjaConfig config) {
        Optional.ofNullable(config.http().token()).ifPresent(redaction::hide);
        Stream.concat(Stream.of(config.state().connection()), config.connections().values().stream())
                .map(Connection::password)
                .flatMap(password -> Optional.ofNullable(password).stream())
                .forEach(redaction::hide);
        config.storage().s3().written().flatMap(access -> Stream.of(access.secretKey(), access.sessionToken()))
                .filter(Objects::nonNull).forEach(redaction::hide);
        config.notify_().values().forEach(target -> redaction.hide(target.webhook()));
        config.spark().conf().forEach((key, value) -> {
            if (EnvironmentPlaceholders.isSecret(key) && !value.equals("true") && !value.equals("false")) {
                redaction.hide(value);
            }
        });
    }

    private static SourceLocation place(List<Overrides.Value> values, Optional<YamlNode> root, String file) {
        Optional<SourceLocation> overridden = values.stream().filter(value -> value.path().equals("http.bind"))
                .reduce((first, last) -> last)
                .map(value -> SourceLocation.of(value.label()));
        return overridden.or(() -> root.flatMap(node -> child(node, "http")).flatMap(http -> child(http, "bind"))
                .map(YamlNode::location)).orElse(SourceLocation.of(file));
    }

    private static Optional<YamlNode> child(YamlNode node, String key) {
        return node.isMapping() ? Optional.ofNullable(node.entries().get(key)) : Optional.empty();
    }
}
