package io.forja.jobs.csv;

import java.util.Arrays;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A column of texts that lie in the bytes read from the file, or in a side store where they had to be changed. Both
 * are never overwritten, so a text stays valid when the vector goes on to its next batch. Not thread-safe.
 */
final class TextVector extends ColumnVector {
    private static final int NULL = -1;

    private final int[] offsets;
    private final int[] lengths;
    private byte[] read = {};
    private byte[] changed = {};
    private int nulls;

    TextVector(int capacity) {
        super(DataTypes.StringType);
        offsets = new int[capacity];
        lengths = new int[capacity];
    }

    void put(int row, int offset, int length) {
        offsets[row] = offset;
        lengths[row] = length;
    }

    /** The text lies in the side store. */
    void putChanged(int row, int offset, int length) {
        put(row, ~offset, length);
    }

    void putNull(int row) {
        lengths[row] = NULL;
        nulls++;
    }

    /** Starts a batch over. */
    void clear() {
        nulls = 0;
    }

    /** Ends a batch: says where its texts lie. */
    void lieIn(byte[] read, byte[] changed) {
        this.read = read;
        this.changed = changed;
    }

    @Override
    public UTF8String getUTF8String(int row) {
        int offset = offsets[row];
        return offset >= 0
                ? UTF8String.fromBytes(read, offset, lengths[row])
                : UTF8String.fromBytes(changed, ~offset, lengths[row]);
    }

    @Override
    public boolean isNullAt(int row) {
        return lengths[row] == NULL;
    }

    @Override
    public boolean hasNull() {
        return nulls > 0;
    }

    @Override
    public int numNulls() {
        return nulls;
    }

    @Override
    public byte[] getBinary(int row) {
        int offset = offsets[row];
        return offset >= 0
                ? Arrays.copyOfRange(read, offset, offset + lengths[row])
                : Arrays.copyOfRange(changed, ~offset, ~offset + lengths[row]);
    }

    @Override
    public void close() {
        // holds nothing but memory, and serves the batches to come
    }

    @Override
    public boolean getBoolean(int row) {
        throw notText();
    }

    @Override
    public byte getByte(int row) {
        throw notText();
    }

    @Override
    public short getShort(int row) {
        throw notText();
    }

    @Override
    public int getInt(int row) {
        throw notText();
    }

    @Override
    public long getLong(int row) {
        throw notText();
    }

    @Override
    public float getFloat(int row) {
        throw notText();
    }

    @Override
    public double getDouble(int row) {
        throw notText();
    }

    @Override
    public ColumnarArray getArray(int row) {
        throw notText();
    }

    @Override
    public ColumnarMap getMap(int row) {
        throw notText();
    }

    @Override
    public Decimal getDecimal(int row, int precision, int scale) {
        throw notText();
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        throw notText();
    }

    private static IllegalStateException notText() {
        return new IllegalStateException("a column of texts was asked for another type");
    }
}
