package io.forja.core.reference;

import io.forja.core.yaml.Choice;
import io.forja.core.yaml.Shape;
import io.forja.core.yaml.Shapes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the reference of a definition in Markdown: every key with its type, its default, its meaning and an example, a
 * section for each record and each choice, in the order in which a reader meets them. Not thread-safe; one for each
 * text.
 */
public final class ReferenceWriter {

    /** A record or a choice that gets a section, and what it is called there. */
    private record Section(String title, Shape shape) {}

    private final Shapes shapes;
    private final Map<Class<?>, String> titles = new LinkedHashMap<>();
    private final Deque<Section> open = new ArrayDeque<>();
    private final StringBuilder out = new StringBuilder();

    public ReferenceWriter(Shapes shapes) {
        this.shapes = shapes;
    }

    /**
     * The reference of a file that holds one record.
     *
     * @param title the heading of the whole, without marks
     */
    public String markdown(Class<? extends Record> root, String title) {
        Shape.Fields fields = (Shape.Fields) shapes.of(root);
        titles.put(root, title);
        out.append("# ").append(title).append("\n");
        fields(fields);
        while (!open.isEmpty()) {
            Section section = open.pop();
            out.append("\n## ").append(section.title()).append("\n");
            if (section.shape() instanceof Shape.Fields record) {
                fields(record);
            } else {
                choice((Shape.OneOf) section.shape());
            }
        }
        return out.toString();
    }

    private void fields(Shape.Fields fields) {
        paragraph(fields.doc());
        if (fields.whole()) {
            Shape.Field only = fields.fields().get(0);
            String example = only.example().isEmpty() ? "" : ", such as " + code(only.example());
            paragraph("It is " + type(only.shape()) + example + ". " + only.doc());
            return;
        }
        if (fields.shorthand() != null) {
            paragraph("Short: a value that is no mapping is its " + code(fields.shorthand()) + ".");
        }
        List<Shape.Field> keys = fields.fields().stream().filter(field -> !field.beside()).toList();
        if (!keys.isEmpty()) {
            out.append("\n| key | value | default | meaning |\n|---|---|---|---|\n");
            keys.forEach(this::row);
        }
        fields.fields().stream().filter(Shape.Field::beside).forEach(this::besides);
    }

    private void row(Shape.Field field) {
        String defaultText = field.required() ? "**required**"
                : field.defaultText() == null ? "" : code(field.defaultText());
        String example = field.example().isEmpty() ? "" : " Example: " + code(field.key() + ": " + field.example());
        out.append("| ").append(code(field.key()))
                .append(" | ").append(cell(type(field.shape())))
                .append(" | ").append(cell(defaultText))
                .append(" | ").append(cell((field.doc() + example).strip())).append(" |\n");
    }

    private void besides(Shape.Field field) {
        Shape.OneOf choice = (Shape.OneOf) field.shape();
        paragraph(field.doc() + " Exactly one of these stands beside the keys above:");
        forms(choice);
    }

    private void choice(Shape.OneOf choice) {
        paragraph(choice.doc());
        if (choice.shorthand() != null) {
            paragraph("Short: a value that is no mapping is its " + code(choice.shorthand()) + ".");
        }
        paragraph(choice.by() == Choice.By.NAME
                ? "A mapping with exactly one of these keys:"
                : "A mapping that is told by one of these keys:");
        forms(choice);
    }

    private void forms(Shape.OneOf choice) {
        out.append('\n');
        choice.forms().forEach((name, form) ->
                out.append("- ").append(link(form, code(name))).append(": ").append(form.doc()).append('\n'));
    }

    private String type(Shape shape) {
        if (shape instanceof Shape.Value value) {
            return value.choices().isEmpty()
                    ? value.name()
                    : value.choices().stream().map(ReferenceWriter::code).collect(Collectors.joining(" or "));
        }
        if (shape instanceof Shape.ListOf list) {
            return type(list.item()) + ", or a list of them";
        }
        if (shape instanceof Shape.MapOf map) {
            return "a mapping of names to " + type(map.value());
        }
        Class<?> type = typeOf(shape);
        return link(shape, type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT));
    }

    private static Class<?> typeOf(Shape shape) {
        return shape instanceof Shape.Fields fields ? fields.type() : ((Shape.OneOf) shape).type();
    }

    /** A link to the section of a record or choice, which is written once. */
    private String link(Shape shape, String name) {
        String title = titles.get(typeOf(shape));
        if (title == null) {
            title = freeTitle(name);
            titles.put(typeOf(shape), title);
            open.add(new Section(title, shape));
        }
        return "[" + title + "](#" + anchor(title) + ")";
    }

    private String freeTitle(String name) {
        String title = name;
        for (int i = 2; titles.values().stream().map(ReferenceWriter::anchor).toList().contains(anchor(title)); i++) {
            title = name + " (" + i + ")";
        }
        return title;
    }

    /** The name that renderers give to a heading. */
    private static String anchor(String title) {
        return title.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
    }

    private void paragraph(String text) {
        if (!text.isEmpty()) {
            out.append('\n').append(text.strip()).append('\n');
        }
    }

    private static String code(String text) {
        return text.contains("`") ? "`` " + text + " ``" : "`" + text + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
