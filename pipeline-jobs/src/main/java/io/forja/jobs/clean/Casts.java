package io.forja.jobs.clean;

import io.forja.core.definition.ColumnType;
import io.forja.core.problem.ForjaException;
import io.forja.core.yaml.InvalidValueException;
import io.forja.jobs.clean.Step.ColumnCast;
import io.forja.jobs.clean.Step.Rounding;
import io.forja.jobs.delta.Scala;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.AbstractDataType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.ObjectType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import scala.Option;

/** Casts as Spark expressions: NULL for what does not fit exactly, without a cost for objects where it does. */
final class Casts {

    private static final DataType LARGEST_WHOLE = new DecimalType(DecimalType.MAX_PRECISION(), 0);

    private Casts() {}

    /** True for a value that is NULL, or a text without a visible sign. */
    static Column isMissing(Column value, DataType type) {
        return type instanceof StringType
                ? value.isNull().or(functions.coalesce(call("isBlank", DataTypes.BooleanType, value), functions.lit(true)))
                : value.isNull();
    }

    static Column trim(Column text) {
        return call("trim", DataTypes.StringType, text);
    }

    /** The value in its new type, NULL where it does not fit. */
    static Column cast(Column value, DataType from, ColumnCast cast) {
        return from instanceof StringType ? parse(value, cast) : convert(value, from, cast);
    }

    /**
     * A value that stands in a definition, in the type of its column.
     *
     * @throws ForjaException when it is no such value
     */
    static Column constant(String value, DataType type, SparkSession spark) {
        if (type instanceof StringType) {
            return functions.lit(value);
        }
        ForjaException unfit = ForjaException.permanent("\"" + value + "\" is no " + type.catalogString(),
                "write a value of the column's type");
        ColumnType to;
        try {
            to = ColumnType.parse(type.catalogString());
        } catch (InvalidValueException e) {
            throw unfit;
        }
        Column parsed = parse(functions.lit(value),
                new ColumnCast(to, null, null, null, null, null, Rounding.UNNECESSARY, null));
        // One row that is there already: no job runs for it.
        Row probe = spark.createDataFrame(List.of(RowFactory.create(value)),
                new StructType().add("value", DataTypes.StringType)).select(parsed).head();
        if (probe.isNullAt(0)) {
            throw unfit;
        }
        return parsed;
    }

    private static Column parse(Column text, ColumnCast cast) {
        ColumnType to = cast.to();
        DataType type = type(to);
        NumberStyle style = cast.style();
        TimeStyle time = cast.timeStyle();
        RoundingMode rounding = RoundingMode.valueOf(cast.rounding().name());
        Column present = functions.when(functions.not(isMissing(text, DataTypes.StringType)), text);
        return switch (to.name()) {
            case "decimal" -> call("decimal", type, present, to.precision(), to.scale(), style, rounding);
            case "tinyint" -> whole(present, style, rounding, Byte.MIN_VALUE, Byte.MAX_VALUE, type);
            case "smallint" -> whole(present, style, rounding, Short.MIN_VALUE, Short.MAX_VALUE, type);
            case "int" -> whole(present, style, rounding, Integer.MIN_VALUE, Integer.MAX_VALUE, type);
            case "bigint" -> whole(present, style, rounding, Long.MIN_VALUE, Long.MAX_VALUE, type);
            case "float" -> call("float32", type, present, style);
            case "double" -> call("float64", type, present, style);
            case "boolean" -> call("bool", type, present, utf8(cast.format()));
            case "date" -> call("date", type, present, time);
            case "timestamp" -> call("timestamp", type, present, time);
            default -> text;
        };
    }

    private static Column whole(
            Column text, NumberStyle style, RoundingMode rounding, long min, long max, DataType type) {
        return call("whole", DataTypes.LongType, text, style, rounding, min, max).cast(type);
    }

    /** From one type to another, with the way back as the proof that nothing was lost. */
    private static Column convert(Column value, DataType from, ColumnCast cast) {
        DataType to = type(cast.to());
        Column converted = orNull(value, to);
        if (to instanceof StringType || to.equals(DataTypes.DoubleType)) {
            return converted;
        }
        if (to.equals(DataTypes.FloatType)) {
            return functions.when(functions.not(isInfinite(converted)).or(isInfinite(value)), converted);
        }
        if (cast.rounding() != Rounding.UNNECESSARY && from instanceof NumericType && to instanceof NumericType) {
            Column rounded = round(value, cast.rounding(), cast.to().scale());
            return cast.to().isDecimal() ? orNull(rounded, to)
                    : proven(orNull(rounded, LARGEST_WHOLE), LARGEST_WHOLE, to);
        }
        return proven(value, from, to);
    }

    /** A cast that does not fit wraps around or cuts off without a word; the way back tells. */
    private static Column proven(Column value, DataType from, DataType to) {
        Column converted = orNull(value, to);
        return functions.when(orNull(converted, from).equalTo(value), converted);
    }

    /** Spark's cast before ANSI, which fails no query. */
    private static Column orNull(Column value, DataType to) {
        return new Column(new Cast(value.expr(), to, Option.empty(), EvalMode.LEGACY()));
    }

    private static Column isInfinite(Column number) {
        return functions.abs(number.cast(DataTypes.DoubleType)).equalTo(Double.POSITIVE_INFINITY);
    }

    private static Column round(Column value, Rounding rounding, int scale) {
        return switch (rounding) {
            case HALF_UP -> functions.round(value, scale);
            case HALF_EVEN -> functions.bround(value, scale);
            case FLOOR -> functions.floor(value, functions.lit(scale));
            case UNNECESSARY -> value;
        };
    }

    static DataType type(ColumnType type) {
        return type.isDecimal() ? new DecimalType(type.precision(), type.scale()) : DataType.fromDDL(type.toString());
    }

    private static UTF8String utf8(@Nullable String text) {
        return UTF8String.fromString(text == null ? "" : text);
    }

    /** A static method of {@link Values} as an expression; NULL goes in and comes out without a call. */
    private static Column call(String method, DataType returns, Column text, Object... constants) {
        List<Expression> arguments = new ArrayList<>();
        List<AbstractDataType> types = new ArrayList<>();
        arguments.add(text.expr());
        types.add(DataTypes.StringType);
        for (Object constant : constants) {
            DataType type = constant instanceof UTF8String ? DataTypes.StringType
                    : constant instanceof Integer ? DataTypes.IntegerType
                    : constant instanceof Long ? DataTypes.LongType : new ObjectType(constant.getClass());
            arguments.add(new Literal(constant, type));
            types.add(type);
        }
        return new Column(new StaticInvoke(Values.class, returns, method, Scala.seq(arguments),
                Scala.seq(new ArrayList<>(types)), true, true, true));
    }

    static List<String> names(List<String> columns, List<String> all) {
        return columns.equals(List.of("*")) ? all : columns;
    }
}
