package io.forja.core.definition;

import io.forja.core.problem.Suggestion;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of a column, in Spark SQL's spelling.
 *
 * @param name the type without its arguments: {@code decimal}
 * @param precision digits in all, for a decimal; else 0
 * @param scale digits behind the decimal sign, for a decimal; else 0
 */
@Doc(value = "A column's type: string, boolean, tinyint, smallint, int, bigint, float, double, date, timestamp, or"
                + " decimal with its digits in all and behind the sign.",
        example = "\"decimal(18,2)\"")
public record ColumnType(String name, int precision, int scale) {

    private static final int MAX_PRECISION = 38;
    private static final Pattern DECIMAL = Pattern.compile("decimal\\s*\\(\\s*([0-9]+)\\s*,\\s*([0-9]+)\\s*\\)");
    private static final List<String> PLAIN = List.of(
            "string", "boolean", "tinyint", "smallint", "int", "bigint", "float", "double", "date", "timestamp");

    /** What other languages and databases call these types. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("text", "string"), Map.entry("varchar", "string"), Map.entry("nvarchar", "string"),
            Map.entry("char", "string"), Map.entry("bool", "boolean"), Map.entry("bit", "boolean"),
            Map.entry("byte", "tinyint"), Map.entry("short", "smallint"), Map.entry("integer", "int"),
            Map.entry("long", "bigint"), Map.entry("real", "float"), Map.entry("datetime", "timestamp"),
            Map.entry("datetime2", "timestamp"), Map.entry("money", "decimal(19,4)"));

    /**
     * @throws InvalidValueException when there is no such type
     */
    public static ColumnType parse(String text) {
        String type = text.strip().toLowerCase(Locale.ROOT);
        if (PLAIN.contains(type)) {
            return new ColumnType(type, 0, 0);
        }
        Matcher decimal = DECIMAL.matcher(type);
        if (decimal.matches()) {
            return decimal(text, decimal.group(1), decimal.group(2));
        }
        if (type.startsWith("decimal") || type.startsWith("numeric")) {
            throw new InvalidValueException("\"" + text + "\" is no decimal type",
                    "write decimal(precision,scale), such as decimal(18,2)");
        }
        Optional<String> meant = Optional.ofNullable(ELSEWHERE.get(type.replaceAll("\\s*\\(.*", "")))
                .or(() -> Suggestion.closest(type, PLAIN));
        throw new InvalidValueException("\"" + text + "\" is no column type", meant
                .map(name -> "did you mean \"" + name + "\"?")
                .orElse("write one of " + String.join(", ", PLAIN) + ", decimal(18,2)"));
    }

    private static ColumnType decimal(String text, String digits, String behind) {
        if (digits.length() > 2 || Integer.parseInt(digits) > MAX_PRECISION || Integer.parseInt(digits) < 1) {
            throw new InvalidValueException("\"" + text + "\" wants " + digits + " digits, a decimal has 1 to "
                    + MAX_PRECISION, "write decimal(" + MAX_PRECISION + ",2) or less, such as decimal(18,2)");
        }
        if (behind.length() > 2 || Integer.parseInt(behind) > Integer.parseInt(digits)) {
            throw new InvalidValueException("\"" + text + "\" wants " + behind + " digits behind the sign of "
                    + digits + " in all", "write a scale of at most the precision, such as decimal(18,2)");
        }
        return new ColumnType("decimal", Integer.parseInt(digits), Integer.parseInt(behind));
    }

    public boolean isDecimal() {
        return name.equals("decimal");
    }

    @Override
    public String toString() {
        return isDecimal() ? "decimal(" + precision + "," + scale + ")" : name;
    }
}
