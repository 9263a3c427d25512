package io.forja.jobs.delta;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.api.Binary;
import org.apache.spark.sql.delta.DeltaColumnMapping;
import org.apache.spark.sql.delta.stats.StatisticsCollection$;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * What a Parquet file's footer knows of a column, as Delta's log writes it.
 *
 * @param path the column's name in the file, after those of the structs that it is in
 * @param least the least value or a bound below it, null where none is known
 * @param greatest the greatest value or a bound above it, null where none is known
 * @param nulls how many rows have no value, null where it is not known
 */
record ColumnBounds(List<String> path, @Nullable Object least, @Nullable Object greatest, @Nullable Long nulls) {

    /** The length to which Delta cuts texts. */
    private static final int TEXT_LENGTH = 32;
    private static final int LAST_YEAR = 9999;
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS");

    /** The columns of a schema that the footer knows something of; lists and maps have no bounds. */
    static List<ColumnBounds> in(ParquetMetadata footer, StructType schema) {
        Map<ColumnPath, List<ColumnChunkMetaData>> chunks = new HashMap<>();
        for (BlockMetaData block : footer.getBlocks()) {
            for (ColumnChunkMetaData chunk : block.getColumns()) {
                chunks.computeIfAbsent(chunk.getPath(), path -> new ArrayList<>()).add(chunk);
            }
        }
        List<ColumnBounds> found = new ArrayList<>();
        collect(List.of(), schema, chunks, found);
        return found;
    }

    private static void collect(List<String> above, StructType schema, Map<ColumnPath, List<ColumnChunkMetaData>> chunks,
            List<ColumnBounds> into) {
        for (StructField field : schema.fields()) {
            List<String> path = new ArrayList<>(above);
            path.add(DeltaColumnMapping.getPhysicalName(field));
            if (field.dataType() instanceof StructType struct) {
                collect(path, struct, chunks, into);
            } else {
                List<ColumnChunkMetaData> own = chunks.get(ColumnPath.get(path.toArray(String[]::new)));
                if (own != null) {
                    into.add(of(List.copyOf(path), field.dataType(), own));
                }
            }
        }
    }

    private static ColumnBounds of(List<String> path, DataType type, List<ColumnChunkMetaData> chunks) {
        Statistics<?> all = chunks.get(0).getStatistics().copy();
        long nulls = 0;
        boolean countsNulls = true;
        boolean isBounded = true;
        for (ColumnChunkMetaData chunk : chunks) {
            Statistics<?> own = chunk.getStatistics();
            countsNulls &= own.isNumNullsSet();
            nulls += own.getNumNulls();
            // One that tells no bounds though it has values may hold anything.
            isBounded &= own.hasNonNullValue() || own.isNumNullsSet() && own.getNumNulls() == chunk.getValueCount();
            all.mergeStatistics(own);
        }
        isBounded &= all.hasNonNullValue();
        return new ColumnBounds(path,
                isBounded ? bound(type, all.genericGetMin(), false) : null,
                isBounded ? bound(type, all.genericGetMax(), true) : null,
                countsNulls ? nulls : null);
    }

    /** As Delta writes it: in JSON's types, times down to the millisecond, texts cut. */
    private static @Nullable Object bound(DataType type, Object value, boolean isGreatest) {
        if (type instanceof ByteType || type instanceof ShortType || type instanceof IntegerType
                || type instanceof LongType) {
            return value;
        }
        if (type instanceof FloatType || type instanceof DoubleType) {
            return Double.isFinite(((Number) value).doubleValue()) ? value : null;
        }
        if (type instanceof DecimalType decimal) {
            return decimal(value, decimal.scale());
        }
        if (type instanceof StringType && value instanceof Binary text) {
            return isGreatest
                    ? StatisticsCollection$.MODULE$.truncateMaxStringAgg(TEXT_LENGTH, text.toStringUsingUTF8())
                    : cut(text.toStringUsingUTF8());
        }
        try {
            return time(type, value);
        } catch (DateTimeException beyondAnyCalendar) {
            return null;
        }
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= TEXT_LENGTH ? text
                : text.substring(0, text.offsetByCodePoints(0, TEXT_LENGTH));
    }

    private static BigDecimal decimal(Object value, int scale) {
        BigInteger unscaled = value instanceof Binary bytes
                ? new BigInteger(bytes.getBytes())
                : BigInteger.valueOf(((Number) value).longValue());
        return new BigDecimal(unscaled, scale);
    }

    private static @Nullable String time(DataType type, Object value) {
        if (type instanceof DateType && value instanceof Integer days) {
            LocalDate date = LocalDate.ofEpochDay(days);
            return isUsual(date) ? date.toString() : null;
        }
        if ((type instanceof TimestampType || type instanceof TimestampNTZType) && value instanceof Long micros) {
            Instant instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS).truncatedTo(ChronoUnit.MILLIS);
            var inUtc = instant.atOffset(ZoneOffset.UTC);
            return isUsual(inUtc.toLocalDate()) ? MILLIS.format(inUtc) + (type instanceof TimestampType ? "Z" : "") : null;
        }
        return null;
    }

    /** Four digits: others are written in ways that readers understand differently. */
    private static boolean isUsual(LocalDate date) {
        return date.getYear() > 0 && date.getYear() <= LAST_YEAR;
    }
}
