package io.forja.core.definition;

import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A table by its name ({@code bronze.vendas}) or by its path ({@code s3a://bronze/vendas}).
 *
 * <p>Two references are equal where they mean one table: names without regard to case, as SQL compares them; paths
 * without regard to a leading {@code ./}, doubled or trailing slashes, and the spelling of S3's scheme.
 *
 * @param text the reference as written, without a trailing slash
 */
@Doc(value = "A table by its name, `schema.table`, or by its path.", example = "bronze.vendas")
public record TableRef(String text) implements Comparable<TableRef> {

    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*\\.[\\p{L}_][\\p{L}\\p{N}_$]*");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*}");

    public TableRef {
        while (text.length() > 1 && text.endsWith("/")) {
            text = text.substring(0, text.length() - 1);
        }
    }

    /**
     * @throws InvalidValueException when the text is neither a path nor {@code schema.table}
     */
    public static TableRef parse(String text) {
        TableRef ref = new TableRef(text.strip());
        boolean named = NAME.matcher(ref.text).matches();
        // A placeholder that is filled in later makes any text possible.
        if (!named && !ref.isPath() && !ref.text.contains("${")) {
            throw new InvalidValueException("\"" + text + "\" is no table",
                    "write schema.table, such as silver.fato_vendas, or a path, such as s3a://bronze/vendas");
        }
        return ref;
    }

    /** The table at a path, even where the path has no slash. */
    public static TableRef ofPath(String path) {
        return new TableRef(path.contains("/") ? path : "./" + path);
    }

    public boolean isPath() {
        return text.contains("/");
    }

    /** The part before the dot; only for a named table. */
    public String schema() {
        return text.substring(0, text.indexOf('.'));
    }

    /** The part behind the dot, or the last directory of a path. */
    public String name() {
        return isPath() ? text.substring(text.lastIndexOf('/') + 1) : text.substring(text.indexOf('.') + 1);
    }

    /** The one spelling of all references to one table. */
    private String key() {
        return isPath()
                ? text.replaceFirst("^s3n?://", "s3a://").replaceAll("(?<!:)//+", "/").replaceFirst("^(\\./)+", "")
                : text.toLowerCase(Locale.ROOT);
    }

    /** Equal, or made equal by what a placeholder stands for: {@code bronze.${schema}_${table}}. */
    public boolean mayBe(TableRef other) {
        return equals(other) || stands(this, other) || stands(other, this);
    }

    private static boolean stands(TableRef open, TableRef other) {
        return open.text.contains("${") && open.pattern().matcher(other.text).matches();
    }

    private Pattern pattern() {
        return Pattern.compile(Arrays.stream(PLACEHOLDER.split(text, -1)).map(Pattern::quote)
                .collect(Collectors.joining(".+")), Pattern.CASE_INSENSITIVE);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableRef ref && isPath() == ref.isPath() && key().equals(ref.key());
    }

    @Override
    public int hashCode() {
        return key().hashCode();
    }

    @Override
    public int compareTo(TableRef other) {
        int byKind = Boolean.compare(isPath(), other.isPath());
        return byKind != 0 ? byKind : key().compareTo(other.key());
    }

    @Override
    public String toString() {
        return text;
    }
}
