package io.forja.core.yaml;

import org.jspecify.annotations.Nullable;

/**
 * A value as it stands in the YAML, whose type is found out later: by the column that it is for, or by how it is
 * written.
 *
 * @param text the value without quotes, or null for nothing
 * @param quoted true where it stands in quotes, and so is a text whatever it looks like
 */
public record Literal(@Nullable String text, boolean quoted) {

    public static final Literal NULL = new Literal(null, false);

    @Override
    public String toString() {
        return text == null ? "null" : quoted ? "\"" + text + "\"" : text;
    }
}
