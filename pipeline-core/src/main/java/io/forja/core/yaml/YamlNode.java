package io.forja.core.yaml;

import io.forja.core.problem.Problem;
import io.forja.core.problem.SourceLocation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A value in a YAML text that knows where it stands. Immutable. */
public final class YamlNode {

    /** A problem quotes so much of a text and no more. */
    private static final int LONGEST_QUOTE = 60;

    private final Node node;
    private final String file;
    private final String path;

    YamlNode(Node node, String file, String path) {
        this.node = node;
        this.file = file;
        this.path = path;
    }

    /** The node itself, to tell whether two places are one by an alias. */
    Node node() {
        return node;
    }

    /** The key path from the document's root, such as {@code jobs.fato.clean.steps[2]}; empty at the root. */
    public String path() {
        return path;
    }

    public SourceLocation location() {
        return node.getStartMark()
                .map(mark -> new SourceLocation(file, mark.getLine() + 1, mark.getColumn() + 1))
                .orElseGet(() -> SourceLocation.of(file));
    }

    public Problem problem(String what, String remedy) {
        return new Problem(location(), path, what, remedy);
    }

    public boolean isMapping() {
        return node instanceof MappingNode;
    }

    public boolean isList() {
        return node instanceof SequenceNode;
    }

    public boolean isScalar() {
        return node instanceof ScalarNode && !isNull();
    }

    /** True for {@code key:} with nothing behind it, and for {@code null}. */
    public boolean isNull() {
        return node instanceof ScalarNode && Tag.NULL.equals(node.getTag());
    }

    /** True for a scalar in quotes, or in a block of its own: a text whatever it looks like. */
    public boolean isQuoted() {
        return node instanceof ScalarNode scalar && !scalar.isPlain();
    }

    /** The scalar as it was written, without its quotes. */
    public String text() {
        return ((ScalarNode) node).getValue();
    }

    /** The values of a mapping by their keys, in the order of the text; the first of a repeated key. */
    public Map<String, YamlNode> entries() {
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : ((MappingNode) node).getValue()) {
            String key = keyOf(tuple);
            entries.putIfAbsent(key, new YamlNode(tuple.getValueNode(), file, child(key)));
        }
        return entries;
    }

    /** The keys of a mapping as nodes, for a problem with the key itself; every one of a repeated key. */
    public List<YamlNode> keys() {
        List<YamlNode> keys = new ArrayList<>();
        for (NodeTuple tuple : ((MappingNode) node).getValue()) {
            keys.add(new YamlNode(tuple.getKeyNode(), file, child(keyOf(tuple))));
        }
        return keys;
    }

    /** The key node of an entry of this mapping. */
    public Optional<YamlNode> key(String name) {
        return keys().stream().filter(key -> key.isScalar() && key.text().equals(name)).findFirst();
    }

    public List<YamlNode> items() {
        List<YamlNode> items = new ArrayList<>();
        for (Node item : ((SequenceNode) node).getValue()) {
            items.add(new YamlNode(item, file, path + "[" + items.size() + "]"));
        }
        return items;
    }

    /** What kind of value this is, as a person calls it. */
    public String kind() {
        if (isNull()) {
            return "nothing";
        }
        return isMapping() ? "a mapping" : isList() ? "a list" : "\"" + shortened(text()) + "\"";
    }

    private static String shortened(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST_QUOTE ? line : line.substring(0, LONGEST_QUOTE) + "...";
    }

    private static String keyOf(NodeTuple tuple) {
        return tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
    }

    private String child(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
