package io.forja.jobs.clean;

import io.forja.jobs.source.SourceRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BloomFilterMightContain;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.util.sketch.BloomFilter;
import scala.Tuple2;

/**
 * Tells the rows whose key may occur more than once from those whose key surely does not, by a pass over the keys
 * alone: their hashes are sorted, eight bytes a row. Where few rows repeat, the rest need not be shuffled and sorted
 * to learn that each of them is alone.
 *
 * @param leastBytes of a source for which the pass saves more than it takes
 * @param mostShare of rows that repeat; where there are more, sorting all of them is no more work
 */
record RepeatedKeys(long leastBytes, double mostShare) {

    static final RepeatedKeys USUAL = new RepeatedKeys(32L << 20, 0.25);
    /** For those who read nothing yet. */
    static final RepeatedKeys NEVER = new RepeatedKeys(Long.MAX_VALUE, 0);

    /** More repeated keys than this make a filter that is too large to send to every task. */
    private static final int MOST_KEYS = 4_000_000;
    /** The share of the other rows that the filter takes for repeated, and that are sorted for nothing. */
    private static final double FALSE_ALARMS = 0.01;

    /**
     * Reads the keys of all rows, where that may pay.
     *
     * @param source where the rows come from
     * @return a condition that is true for every row whose key occurs twice, and false for most others; empty where it
     *     is not worth to know
     */
    Optional<Column> among(Dataset<Row> rows, SourceRows source, List<Column> key) {
        return source.steady() && isAlikeEachTime(rows.queryExecution().analyzed()) && source.bytes() >= leastBytes
                && key.stream().allMatch(RepeatedKeys::hasOneHash)
                ? among(rows, key)
                : Optional.empty();
    }

    /** A step that tosses a coin or asks the time has another answer in each reading: rows would be lost between two. */
    private static boolean isAlikeEachTime(LogicalPlan rows) {
        return rows.deterministic() && !rows.containsPattern(TreePattern.CURRENT_LIKE());
    }

    /** Some values that are equal in comparisons may have several hashes: zeroes of a float, parts of a struct. */
    private static boolean hasOneHash(Column column) {
        DataType type = column.expr().dataType();
        return type instanceof StringType || type instanceof IntegralType || type instanceof DecimalType
                || type instanceof DateType || type instanceof TimestampType || type instanceof BooleanType;
    }

    private Optional<Column> among(Dataset<Row> rows, List<Column> key) {
        Column hash = functions.xxhash64(key.toArray(Column[]::new));
        JavaRDD<InternalRow> hashes = rows.select(hash).queryExecution().toRdd().toJavaRDD();
        int parts = rows.sparkSession().sessionState().conf().numShufflePartitions();
        List<Found> found = hashes
                .mapPartitionsToPair(each -> new Chunks(each, parts))
                .partitionBy(new HashPartitioner(parts))
                .mapPartitions(RepeatedKeys::repeated)
                .collect();
        long all = found.stream().mapToLong(Found::rows).sum();
        long repeatedRows = found.stream().mapToLong(Found::repeatedRows).sum();
        int keys = found.stream().mapToInt(each -> each.hashes().length).sum();
        if (keys > MOST_KEYS || repeatedRows > all * mostShare) {
            return Optional.empty();
        }
        return Optional.of(keys == 0 ? functions.lit(false) : mayBe(found, keys, hash));
    }

    private static Column mayBe(List<Found> found, int keys, Column hash) {
        BloomFilter filter = BloomFilter.create(keys, FALSE_ALARMS);
        found.forEach(each -> Arrays.stream(each.hashes()).forEach(filter::putLong));
        return new Column(new BloomFilterMightContain(
                new Literal(bytes(filter), DataTypes.BinaryType), hash.expr()));
    }

    private static byte[] bytes(BloomFilter filter) {
        try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            filter.writeTo(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a part of the hashes holds: how many, and those that are there more than once. */
    private record Found(long rows, long repeatedRows, long[] hashes) implements Serializable {}

    private static Iterator<Found> repeated(Iterator<Tuple2<Integer, long[]>> chunks) {
        long[] all = new long[1 << 16];
        int size = 0;
        while (chunks.hasNext()) {
            long[] chunk = chunks.next()._2();
            if (size + chunk.length > all.length) {
                all = Arrays.copyOf(all, Math.max(all.length * 2, size + chunk.length));
            }
            System.arraycopy(chunk, 0, all, size, chunk.length);
            size += chunk.length;
        }
        Arrays.sort(all, 0, size);
        long[] hashes = new long[16];
        int keys = 0;
        long rows = 0;
        for (int i = 0; i < size;) {
            int next = i + 1;
            while (next < size && all[next] == all[i]) {
                next++;
            }
            if (next - i > 1) {
                hashes = keys < hashes.length ? hashes : Arrays.copyOf(hashes, keys * 2);
                hashes[keys++] = all[i];
                rows += next - i;
            }
            i = next;
        }
        return List.of(new Found(size, rows, Arrays.copyOf(hashes, keys))).iterator();
    }

    /** A partition's hashes in arrays, each of hashes that belong to one part: few records to shuffle, and small ones. */
    private static final class Chunks implements Iterator<Tuple2<Integer, long[]>> {

        private static final int LENGTH = 4096;

        private final Iterator<InternalRow> rows;
        private final long[][] filling;
        private final int[] filled;
        private final Deque<Integer> left = new ArrayDeque<>();

        Chunks(Iterator<InternalRow> rows, int parts) {
            this.rows = rows;
            filling = new long[parts][LENGTH];
            filled = new int[parts];
        }

        @Override
        public boolean hasNext() {
            if (!rows.hasNext() && left.isEmpty()) {
                IntStream.range(0, filled.length).filter(part -> filled[part] > 0).forEach(left::add);
            }
            return rows.hasNext() || !left.isEmpty();
        }

        @Override
        public Tuple2<Integer, long[]> next() {
            while (rows.hasNext()) {
                long hash = rows.next().getLong(0);
                int part = Math.floorMod(Long.hashCode(hash), filled.length);
                filling[part][filled[part]++] = hash;
                if (filled[part] == LENGTH) {
                    return taken(part);
                }
            }
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return taken(left.remove());
        }

        private Tuple2<Integer, long[]> taken(int part) {
            long[] chunk = Arrays.copyOf(filling[part], filled[part]);
            filled[part] = 0;
            return new Tuple2<>(part, chunk);
        }
    }
}
