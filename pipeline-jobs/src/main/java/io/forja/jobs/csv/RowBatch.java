package io.forja.jobs.csv;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** The rows of one file that Spark gets at a time. All of them come from one buffer. Not thread-safe. */
final class RowBatch {
    static final int CAPACITY = 4096;

    private final NullTexts nullTexts;
    private final FieldText text;
    private final TextStore changed = new TextStore();
    private final List<TextVector> texts = new ArrayList<>();
    private final ColumnarBatch batch;
    private TextVector[] data = {};
    private int[] fieldOf = {};
    private @Nullable OnHeapColumnVector sourceRow;
    private @Nullable OnHeapColumnVector sourceLine;
    private @Nullable TextVector raw;
    private @Nullable TextVector error;
    private int rows;

    RowBatch(FilePlan plan, ReadSpec spec, FieldText text) {
        this.text = text;
        nullTexts = new NullTexts(spec.format());
        batch = new ColumnarBatch(vectors(plan, spec));
    }

    int rows() {
        return rows;
    }

    void clear() {
        rows = 0;
        changed.clear();
        texts.forEach(TextVector::clear);
    }

    /**
     * Adds a good row.
     *
     * @param plain whether its bytes are all ASCII
     */
    void add(RecordCursor record, FieldSplitter fields, long rowNumber, boolean plain) {
        byte[] bytes = record.buffer();
        boolean asItIs = plain || !text.converts();
        for (int i = 0; i < data.length; i++) {
            int field = fieldOf[i];
            int start = fields.start(field);
            int end = fields.end(field);
            if (fields.isBare(field) && nullTexts.contains(bytes, start, end)) {
                data[i].putNull(rows);
            } else if (!fields.isEscaped(field) && (asItIs || Bytes.isPlain(bytes, start, end))) {
                data[i].put(rows, start, end - start);
            } else {
                putChanged(data[i], fields, field, bytes);
            }
        }
        if (error != null) {
            error.putNull(rows);
        }
        if (raw != null && asItIs) {
            raw.put(rows, record.start(), record.end() - record.start());
        } else if (raw != null) {
            putConverted(raw, bytes, record.start(), record.end());
        }
        addSource(record, rowNumber);
    }

    /** Adds a row that is not well-formed, with its fields as far as they are certain. */
    void addMalformed(RecordCursor record, FieldSplitter fields, long rowNumber, RowProblem problem) {
        byte[] bytes = record.buffer();
        for (int i = 0; i < data.length; i++) {
            int field = fieldOf[i];
            boolean certain = field < fields.remembered() && !fields.isBroken(field)
                    && isText(bytes, fields.start(field), fields.end(field));
            if (!certain || fields.isBare(field) && nullTexts.contains(bytes, fields.start(field), fields.end(field))) {
                data[i].putNull(rows);
            } else {
                putChanged(data[i], fields, field, bytes);
            }
        }
        if (error != null) {
            putText(error, problem.what());
        }
        if (raw != null) {
            putText(raw, text.lenient(bytes, record.start(), record.end()));
        }
        addSource(record, rowNumber);
    }

    /** The batch for Spark, valid until the next {@link #clear}. */
    ColumnarBatch finish(byte[] buffer) {
        texts.forEach(each -> each.lieIn(buffer, changed.bytes()));
        batch.setNumRows(rows);
        return batch;
    }

    private void addSource(RecordCursor record, long rowNumber) {
        if (sourceRow != null) {
            sourceRow.putLong(rows, rowNumber);
        }
        if (sourceLine != null) {
            sourceLine.putLong(rows, record.line());
        }
        rows++;
    }

    private void putChanged(TextVector vector, FieldSplitter fields, int field, byte[] bytes) {
        int start = fields.start(field);
        int length = fields.end(field) - start;
        if (text.converts() && fields.isEscaped(field)) {
            byte[] unescaped = new byte[length];
            putConverted(vector, unescaped, 0, fields.copyText(bytes, field, unescaped, 0));
        } else if (text.converts()) {
            putConverted(vector, bytes, start, start + length);
        } else {
            int at = changed.reserve(length);
            keep(vector, at, fields.copyText(bytes, field, changed.bytes(), at));
        }
    }

    private void putConverted(TextVector vector, byte[] bytes, int from, int to) {
        int at = changed.reserve((to - from) * FieldText.GROWTH);
        keep(vector, at, text.convert(bytes, from, to, changed.bytes(), at));
    }

    private void putText(TextVector vector, String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        int at = changed.reserve(utf8.length);
        System.arraycopy(utf8, 0, changed.bytes(), at, utf8.length);
        keep(vector, at, utf8.length);
    }

    private void keep(TextVector vector, int at, int length) {
        changed.keep(length);
        vector.putChanged(rows, at, length);
    }

    private boolean isText(byte[] bytes, int from, int to) {
        if (text.invalidAt(bytes, from, to) >= 0) {
            return false;
        }
        for (int at = from; at < to; at++) {
            if (bytes[at] == 0) {
                return false;
            }
        }
        return true;
    }

    private ColumnVector[] vectors(FilePlan plan, ReadSpec spec) {
        List<ColumnVector> vectors = new ArrayList<>();
        List<TextVector> present = new ArrayList<>();
        List<Integer> fields = new ArrayList<>();
        for (OutputColumn column : spec.output()) {
            if (column.metadata() != null) {
                vectors.add(metadata(column.metadata(), plan.file()));
            } else if (plan.fieldOf()[column.dataColumn()] == FilePlan.ABSENT) {
                vectors.add(constant(null));
            } else {
                TextVector vector = text();
                vectors.add(vector);
                present.add(vector);
                fields.add(plan.fieldOf()[column.dataColumn()]);
            }
        }
        data = present.toArray(TextVector[]::new);
        fieldOf = fields.stream().mapToInt(Integer::intValue).toArray();
        return vectors.toArray(ColumnVector[]::new);
    }

    private ColumnVector metadata(CsvMetadata column, CsvFile file) {
        return switch (column) {
            case SOURCE_FILE -> constant(file.shownPath());
            case SOURCE_ROW -> sourceRow = new OnHeapColumnVector(CAPACITY, DataTypes.LongType);
            case SOURCE_LINE -> sourceLine = new OnHeapColumnVector(CAPACITY, DataTypes.LongType);
            case RAW -> raw = text();
            case ERROR -> error = text();
        };
    }

    private TextVector text() {
        TextVector vector = new TextVector(CAPACITY);
        texts.add(vector);
        return vector;
    }

    private static ColumnVector constant(@Nullable String value) {
        ConstantColumnVector vector = new ConstantColumnVector(CAPACITY, DataTypes.StringType);
        if (value == null) {
            vector.setNull();
        } else {
            vector.setUtf8String(UTF8String.fromString(value));
        }
        return vector;
    }
}
