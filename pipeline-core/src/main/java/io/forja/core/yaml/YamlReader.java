package io.forja.core.yaml;

import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.core.problem.SourceLocation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads one YAML 1.2 document into nodes that know their places. */
public final class YamlReader {

    private YamlReader() {}

    /**
     * @param file the name by which problems call the text
     * @return the root, or empty where the text is no YAML document; the problems then say why
     */
    public static Optional<YamlNode> read(String file, String text, Problems problems) {
        LoadSettings settings = LoadSettings.builder().setLabel(file).setAllowDuplicateKeys(true).build();
        try {
            Optional<Node> root = new Compose(settings).composeString(text);
            if (root.isEmpty()) {
                problems.add(new Problem(SourceLocation.of(file), "", "the file is empty", "write a definition"));
                return Optional.empty();
            }
            YamlNode node = new YamlNode(root.get(), file, "");
            reportRepeatedKeys(node, problems);
            return Optional.of(node);
        } catch (MarkedYamlEngineException e) {
            SourceLocation where = e.getProblemMark().map(mark -> at(file, mark)).orElse(SourceLocation.of(file));
            problems.add(new Problem(where, "", "this is no valid YAML: " + e.getProblem(), remedy(e.getProblem())));
        } catch (YamlEngineException e) {
            problems.add(new Problem(SourceLocation.of(file), "", "this is no valid YAML: " + oneLine(e.getMessage()),
                    "check indentation and quotes"));
        }
        return Optional.empty();
    }

    private static void reportRepeatedKeys(YamlNode root, Problems problems) {
        Deque<YamlNode> open = new ArrayDeque<>();
        open.add(root);
        while (!open.isEmpty()) {
            YamlNode node = open.pop();
            if (node.isList()) {
                open.addAll(node.items());
            } else if (node.isMapping()) {
                Map<String, SourceLocation> seen = new HashMap<>();
                for (YamlNode key : node.keys()) {
                    if (!key.isScalar()) {
                        problems.add(key.problem("a key is a plain text here", "write a name"));
                        continue;
                    }
                    SourceLocation first = seen.putIfAbsent(key.text(), key.location());
                    if (first != null) {
                        problems.add(key.problem("the key \"" + key.text() + "\" stands already in line "
                                + first.line(), "remove one of the two"));
                    }
                }
                open.addAll(node.entries().values());
            }
        }
    }

    private static SourceLocation at(String file, Mark mark) {
        return new SourceLocation(file, mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static String remedy(String problem) {
        return problem.contains("'\\t'") || problem.contains("TAB")
                ? "indent with spaces, not tabs"
                : "check indentation, quotes and brackets here and in the line above";
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
