package io.forja.core.definition;

import io.forja.core.yaml.Doc;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is agreed of a column.
 *
 * @param required true where every row has a value
 */
@Doc(value = "A column's type, with `not null` where every row has a value.", example = "\"decimal(18,2) not null\"")
public record ContractColumn(ColumnType type, boolean required) {

    private static final Pattern REQUIRED = Pattern.compile("(?i)(.*\\S)\\s+not\\s+null\\s*");

    /**
     * @throws io.forja.core.yaml.InvalidValueException when there is no such type
     */
    public static ContractColumn parse(String text) {
        Matcher required = REQUIRED.matcher(text);
        return required.matches()
                ? new ContractColumn(ColumnType.parse(required.group(1)), true)
                : new ContractColumn(ColumnType.parse(text), false);
    }

    /** As it is written in YAML. */
    @Override
    public String toString() {
        return type + (required ? " not null" : "");
    }
}
