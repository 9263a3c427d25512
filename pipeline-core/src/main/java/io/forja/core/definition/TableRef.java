package io.forja.core.definition;

import io.forja.core.yaml.InvalidValueException;
import java.util.regex.Pattern;

/**
 * A table by its name ({@code bronze.vendas}) or by its path ({@code s3a://bronze/vendas}).
 *
 * @param text the reference as written, without a trailing slash
 */
public record TableRef(String text) implements Comparable<TableRef> {

    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*\\.[\\p{L}_][\\p{L}\\p{N}_$]*");

    public TableRef {
        text = text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
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

    @Override
    public int compareTo(TableRef other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
