package io.forja.core.yaml;

import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.core.problem.SourceLocation;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/**
 * Reads one YAML 1.2 document into nodes that know their places. {@code no}, {@code on} and {@code 12:30} are texts
 * there; mappings are not merged by {@code <<}.
 */
public final class YamlReader {

    /** The values of YAML 1.2's core schema, without the {@code <<} that editors do not know in it either. */
    private static final class CoreWithoutMerge extends JsonSchema {

        private final ScalarResolver scalars = new CoreScalarResolver(false);

        @Override
        public ScalarResolver getScalarResolver() {
            return scalars;
        }
    }

    private YamlReader() {}

    /**
     * @param file the name by which problems call the text
     * @return the root, or empty where the text is no YAML document; the problems then say why
     */
    public static Optional<YamlNode> read(String file, String text, Problems problems) {
        LoadSettings settings = LoadSettings.builder().setLabel(file).setSchema(new CoreWithoutMerge())
                .setAllowDuplicateKeys(true).setAllowNonScalarKeys(true).setAllowRecursiveKeys(true).build();
        try {
            Optional<Node> root = new Compose(settings).composeString(text);
            if (root.isEmpty()) {
                problems.add(new Problem(SourceLocation.of(file), "", "the file is empty", "write a definition"));
                return Optional.empty();
            }
            YamlNode node = new YamlNode(root.get(), file, "");
            checkKeys(node, problems);
            return Optional.of(node);
        } catch (MarkedYamlEngineException e) {
            problems.add(syntax(file, text, e));
        } catch (YamlEngineException e) {
            problems.add(new Problem(SourceLocation.of(file), "", "this is no valid YAML: " + oneLine(e.getMessage()),
                    "write plain text in UTF-8, of at most 3 MB"));
        }
        return Optional.empty();
    }

    private static void checkKeys(YamlNode root, Problems problems) {
        Deque<YamlNode> open = new ArrayDeque<>();
        // An alias may lead back to where it stands.
        Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        open.add(root);
        while (!open.isEmpty()) {
            YamlNode node = open.pop();
            if (!seen.add(node.node())) {
                continue;
            }
            if (node.isList()) {
                open.addAll(node.items());
            } else if (node.isMapping()) {
                checkKeysOf(node, problems);
                open.addAll(node.entries().values());
            }
        }
    }

    private static void checkKeysOf(YamlNode mapping, Problems problems) {
        Map<String, SourceLocation> seen = new HashMap<>();
        for (YamlNode key : mapping.keys()) {
            if (!key.isScalar()) {
                problems.add(key.problem("a key is " + key.kind() + " here", "write a name"));
                continue;
            }
            SourceLocation first = seen.putIfAbsent(key.text(), key.location());
            if (first != null) {
                problems.add(key.problem("the key \"" + key.text() + "\" stands already in line " + first.line(),
                        "remove one of the two"));
            }
        }
    }

    private static Problem syntax(String file, String text, MarkedYamlEngineException e) {
        String problem = oneLine(e.getProblem());
        boolean unclosed = problem.contains("end of stream") || problem.contains("<stream end>");
        // What is never closed is found at the end, and mended where it was opened.
        Optional<Mark> mark = unclosed && e.getContextMark().isPresent() ? e.getContextMark() : e.getProblemMark();
        SourceLocation where = mark
                .map(at -> new SourceLocation(file, at.getLine() + 1, at.getColumn() + 1))
                .orElse(SourceLocation.of(file));
        if (unclosed) {
            return new Problem(where, "", "this is no valid YAML: what is opened here is never closed",
                    "close the bracket or the quote");
        }
        if (isBarePlaceholder(text, where)) {
            return new Problem(where, "", "this is no valid YAML: inside { } and [ ] no plain value holds another {",
                    "put the value with its ${...} in quotes");
        }
        if (problem.contains("another document")) {
            return new Problem(where, "", "here begins a second document", "write it in a file of its own");
        }
        if (problem.contains("TAB")) {
            return new Problem(where, "", "this is no valid YAML: a tab stands here", "indent with spaces, not tabs");
        }
        if (problem.contains("mapping values are not allowed here")) {
            return new Problem(where, "", "this is no valid YAML: no key can stand here",
                    "check the indentation, and put a value that holds \": \" in quotes");
        }
        if (problem.contains("cannot start any token") || problem.contains("alias")
                || e.getContext() != null && e.getContext().contains("alias")) {
            return new Problem(where, "", "this is no valid YAML: no plain value begins with this sign",
                    "put the value in quotes");
        }
        if (problem.contains("escape character")) {
            return new Problem(where, "", "this is no valid YAML: \\ begins an escape in double quotes",
                    "write the value in single quotes, or double the \\");
        }
        if (problem.startsWith("expected <block end>")) {
            return new Problem(where, "", "this is no valid YAML: this does not go on with what stands before it",
                    "check the indentation and the quotes here and in the line above");
        }
        return new Problem(where, "", "this is no valid YAML: " + problem,
                "check indentation, quotes and brackets here and in the line above");
    }

    /** True where the place is the brace of a placeholder without quotes. */
    private static boolean isBarePlaceholder(String text, SourceLocation where) {
        String line = text.lines().skip(Math.max(where.line() - 1, 0)).findFirst().orElse("");
        int brace = where.column() - 1;
        return brace > 0 && line.startsWith("${", brace - 1);
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
