package io.forja.core.reference;

import io.forja.core.yaml.Choice;
import io.forja.core.yaml.Shape;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the reference of a shape in Markdown: every key with its type, default, meaning and an example. */
public final class ReferenceWriter {

    private final StringBuilder text = new StringBuilder();
    /** Sections by their type, so that each is written once, in the order in which keys lead to them. */
    private final Map<Class<?>, String> titles = new LinkedHashMap<>();
    private final Deque<Shape> open = new ArrayDeque<>();

    private ReferenceWriter() {}

    /** @param introduction stands above the first section, as Markdown */
    public static String write(String title, String introduction, Shape.Fields root) {
        ReferenceWriter writer = new ReferenceWriter();
        writer.text.append("# ").append(title).append("\n\n").append(introduction.strip()).append("\n");
        writer.link(root, title.toLowerCase(Locale.ROOT).startsWith("pipeline") ? "The pipeline" : "The file");
        while (!writer.open.isEmpty()) {
            writer.section(writer.open.poll());
        }
        return writer.text.toString();
    }

    private void section(Shape shape) {
        if (shape instanceof Shape.OneOf oneOf) {
            heading(oneOf.type(), oneOf.doc());
            String forms = oneOf.forms().entrySet().stream()
                    .map(form -> link(form.getValue(), form.getKey()))
                    .collect(Collectors.joining(", "));
            text.append("\nOne of ").append(forms).append(oneOf.by() == Choice.By.FIRST_KEY
                    ? "; the first key of each tells it from the others.\n" : ".\n");
            return;
        }
        Shape.Fields fields = (Shape.Fields) shape;
        heading(fields.type(), fields.doc());
        if (fields.shorthand() != null) {
            text.append("\nShort form: the value of `").append(fields.shorthand()).append("` alone.\n");
        }
        text.append("\n| key | value | default | meaning | example |\n|---|---|---|---|---|\n");
        for (Shape.Field field : fields.fields()) {
            row(fields, field);
        }
    }

    private void heading(Class<?> type, String doc) {
        text.append("\n## ").append(titles.get(type)).append("\n");
        if (!doc.isEmpty()) {
            text.append("\n").append(doc).append("\n");
        }
    }

    private void row(Shape.Fields fields, Shape.Field field) {
        String key = field.beside() ? "(one of)" : fields.whole() ? "(names)" : "`" + field.key() + "`";
        String usual = field.required() ? "required" : field.defaultText() == null ? "" : code(field.defaultText());
        String example = field.example().isEmpty() ? "" : code(field.example());
        text.append("| ").append(key).append(" | ").append(cell(type(field.shape(), field.key()))).append(" | ")
                .append(usual).append(" | ").append(cell(field.doc())).append(" | ").append(example).append(" |\n");
    }

    private String type(Shape shape, String key) {
        if (shape instanceof Shape.Value value) {
            return value.choices().isEmpty() ? value.name()
                    : value.choices().stream().map(choice -> "`" + choice + "`").collect(Collectors.joining(", "));
        }
        if (shape instanceof Shape.ListOf list) {
            return "one or a list of: " + type(list.item(), key);
        }
        if (shape instanceof Shape.MapOf map) {
            return "names to: " + type(map.value(), key);
        }
        if (shape instanceof Shape.OneOf oneOf && oneOf.by() == Choice.By.NAME && !oneOf.type().isSealed()) {
            return oneOf.forms().entrySet().stream().map(form -> link(form.getValue(), form.getKey()))
                    .collect(Collectors.joining(", "));
        }
        return link(shape, key);
    }

    /** A link to the section of a record or a choice, which is written when its turn comes. */
    private String link(Shape shape, String wanted) {
        Class<?> type = shape instanceof Shape.Fields fields ? fields.type() : ((Shape.OneOf) shape).type();
        String title = titles.computeIfAbsent(type, unknown -> {
            open.add(shape);
            return titles.containsValue(wanted) ? wanted + " (" + type.getSimpleName() + ")" : wanted;
        });
        String anchor = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
        return "[" + title + "](#" + anchor + ")";
    }

    private static String code(String yaml) {
        return "`" + yaml.replace("|", "\\|") + "`";
    }

    private static String cell(String doc) {
        return doc.replace("|", "\\|").replace("\n", " ");
    }
}
