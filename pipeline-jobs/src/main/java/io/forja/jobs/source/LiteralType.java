package io.forja.jobs.source;

import io.forja.core.problem.ForjaException;
import io.forja.core.yaml.Literal;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.jspecify.annotations.Nullable;

/** Values of a definition as values of columns: exactly, or not at all. */
final class LiteralType {

    private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,18}");
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]+\\.[0-9]+");
    private static final int DIGITS = 38;

    private LiteralType() {}

    /** The type that a value has by its writing. */
    static DataType of(Literal value) {
        String text = value.text();
        if (text == null) {
            return DataTypes.NullType;
        }
        if (value.quoted()) {
            return DataTypes.StringType;
        }
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return DataTypes.BooleanType;
        }
        if (WHOLE.matcher(text).matches()) {
            return DataTypes.LongType;
        }
        return NUMBER.matcher(text).matches()
                ? DataTypes.createDecimalType(DIGITS, new BigDecimal(text).scale())
                : DataTypes.StringType;
    }

    static boolean isNumber(DataType type) {
        return type.equals(DataTypes.LongType) || type instanceof DecimalType;
    }

    /**
     * @throws ForjaException when the value is none of the type, or not exactly
     */
    static @Nullable Object value(Literal value, DataType type) {
        String text = value.text();
        if (text == null) {
            return null;
        }
        try {
            return read(text, type);
        } catch (ArithmeticException | IllegalArgumentException | DateTimeException e) {
            throw ForjaException.permanent(value + " is no " + type.catalogString(),
                    "write one such as " + example(type));
        }
    }

    private static Object read(String text, DataType type) {
        return switch (type.typeName()) {
            case "string" -> text;
            case "boolean" -> flag(text);
            case "byte" -> new BigDecimal(text).byteValueExact();
            case "short" -> new BigDecimal(text).shortValueExact();
            case "integer" -> new BigDecimal(text).intValueExact();
            case "long" -> new BigDecimal(text).longValueExact();
            case "float" -> Float.valueOf(text);
            case "double" -> Double.valueOf(text);
            case "date" -> Date.valueOf(LocalDate.parse(text));
            case "timestamp" -> Timestamp.from(instant(text));
            case "timestamp_ntz" -> LocalDateTime.parse(text.replace(' ', 'T'));
            default -> decimal(text, type);
        };
    }

    private static boolean flag(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static BigDecimal decimal(String text, DataType type) {
        if (!(type instanceof DecimalType decimal)) {
            throw ForjaException.permanent("a " + type.catalogString() + " cannot be written as a value",
                    "use query: instead of rows:");
        }
        BigDecimal number = new BigDecimal(text).setScale(decimal.scale());
        if (number.precision() > decimal.precision()) {
            throw new ArithmeticException(text);
        }
        return number;
    }

    /** Without an offset the time is in UTC, as the session's are. */
    private static Instant instant(String text) {
        String iso = text.replace(' ', 'T');
        return iso.matches(".*(Z|[-+][0-9]{2}:[0-9]{2})$")
                ? OffsetDateTime.parse(iso).toInstant()
                : LocalDateTime.parse(iso.contains("T") ? iso : iso + "T00:00:00").toInstant(ZoneOffset.UTC);
    }

    private static String example(DataType type) {
        return switch (type.typeName()) {
            case "boolean" -> "true";
            case "date" -> "2026-11-29";
            case "timestamp", "timestamp_ntz" -> "2026-11-29 02:00:00";
            case "byte", "short", "integer", "long" -> "42";
            default -> type instanceof DecimalType decimal && decimal.scale() == 0 ? "42" : "42.5";
        };
    }
}
