package io.forja.jobs.csv;

import java.io.IOException;
import java.io.InputStream;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one split, a batch at a time. Not thread-safe. */
final class SplitReader implements AutoCloseable {
    private final CsvSplit split;
    private final RecordCursor cursor;
    private final RecordFinder finder;
    private final FieldSplitter fields;
    private final FieldText text;
    private final RowCheck check;
    private final RowBatch batch;
    private final boolean failsOnMalformed;
    private final int width;
    private long nextRow;

    /** @throws CsvException where the file cannot be opened */
    SplitReader(CsvSplit split, ReadSpec spec) {
        this.split = split;
        FilePlan plan = split.plan();
        RowEnds rowEnds = plan.head().rowEnds();
        Dialect dialect = Dialect.of(spec.format(), rowEnds);
        width = plan.fields().size();
        finder = new RecordFinder(dialect);
        fields = new FieldSplitter(dialect, width);
        text = new FieldText(spec.format().charset());
        check = new RowCheck(spec.format(), text, plan.fields(), plan.head().header());
        batch = new RowBatch(plan, spec, text);
        failsOnMalformed = spec.options().malformed() == CsvRead.Malformed.FAIL;
        nextRow = split.firstRow();
        cursor = new RecordCursor(
                new ByteRange(opened(split, spec.opener()), split.from(), split.to(), true),
                rowEnds, split.firstLine(), spec.options().maxRecordBytes(), spec.bufferBytes());
    }

    /**
     * The next rows, valid until the next call; null behind the last one.
     *
     * @throws CsvException where the file is not what the format says, or cannot be read
     */
    @Nullable ColumnarBatch next() {
        try {
            return read();
        } catch (RecordCursor.OverlongLineException e) {
            throw e.in(split.plan().file());
        } catch (IOException e) {
            throw split.plan().file().unreadable(e);
        }
    }

    @Override
    public void close() throws IOException {
        cursor.close();
    }

    private static InputStream opened(CsvSplit split, CsvOpener opener) {
        try {
            return opener.open(split.plan().file(), split.from());
        } catch (IOException e) {
            throw split.plan().file().unreadable(e);
        }
    }

    private @Nullable ColumnarBatch read() throws IOException {
        batch.clear();
        while (batch.rows() < RowBatch.CAPACITY) {
            if (cursor.next(finder)) {
                if (!cursor.isBlank()) {
                    addRow();
                }
            } else if (batch.rows() > 0 || !cursor.refill()) {
                // rows point into the buffer, so a batch ends where its buffer does
                break;
            }
        }
        return batch.rows() == 0 ? null : batch.finish(cursor.buffer());
    }

    private void addRow() {
        byte[] bytes = cursor.buffer();
        int count = fields.split(bytes, cursor.start(), cursor.end(), cursor.quoted());
        boolean plain = Bytes.isPlain(bytes, cursor.start(), cursor.end());
        boolean sound = plain && count == width && fields.fault() == FieldSplitter.Fault.NONE
                && !check.repeatsHeader(cursor);
        RowProblem problem = sound ? null : check.find(cursor, fields);
        if (problem == null) {
            batch.add(cursor, fields, nextRow++, plain);
        } else if (failsOnMalformed) {
            throw problem.in(split.plan().file());
        } else {
            batch.addMalformed(cursor, fields, nextRow++, problem);
        }
    }
}
