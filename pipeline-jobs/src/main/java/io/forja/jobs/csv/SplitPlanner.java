package io.forja.jobs.csv;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * Cuts files between records, with the number of the row and the line at each cut. Thread-safe.
 *
 * <p>Whether a row end ends a row depends on the quotes before it. So the file is cut behind row ends at first, and all
 * chunks are searched side by side as if none started within quotes. Going over the results in order shows which did;
 * these few are searched again. A chunk that starts within quotes hands the rest of that record to the chunk before.
 */
final class SplitPlanner {
    private static final int PROBED_BYTES = 4 << 10;

    private final CsvOpener opener;
    private final CsvFormat format;
    private final long targetBytes;
    private final int maxRecordBytes;

    SplitPlanner(CsvOpener opener, CsvFormat format, long targetBytes, int maxRecordBytes) {
        this.opener = opener;
        this.format = format;
        this.targetBytes = targetBytes;
        this.maxRecordBytes = maxRecordBytes;
    }

    /**
     * The splits of a file, in its order. One, for a small file, a stream, or rows that end with a lone CR. From a
     * record on that is too large or never ends, the rest is one split, since what follows depends on how it is read.
     */
    List<CsvSplit> split(FilePlan plan) {
        FileHead head = plan.head();
        if (opener.isStream(plan.file())) {
            return List.of(new CsvSplit(plan, head.dataOffset(), ByteRange.UNKNOWN, 1, head.dataLine()));
        }
        List<Chunk> chunks = head.rowEnds().loneCr()
                ? List.of(new Chunk(head.dataOffset(), plan.file().length()))
                : chunks(plan.file(), head);
        if (chunks.size() == 1) {
            return List.of(new CsvSplit(plan, head.dataOffset(), plan.file().length(), 1, head.dataLine()));
        }
        return stitched(plan, chunks, InParallel.map(chunks, chunk -> scan(plan, chunk, false)));
    }

    private List<CsvSplit> stitched(FilePlan plan, List<Chunk> chunks, List<ChunkScan> scans) {
        long length = plan.file().length();
        List<CsvSplit> splits = new ArrayList<>();
        CsvSplit current = new CsvSplit(plan, chunks.get(0).from, length, 1, plan.head().dataLine());
        long rows = 0;
        long lines = plan.head().dataLine();
        long openRecord = ChunkScan.NONE;
        for (int i = 0; i < chunks.size(); i++) {
            ChunkScan scan = openRecord == ChunkScan.NONE ? scans.get(i) : scan(plan, chunks.get(i), true);
            boolean startsRecord = scan.firstRecord() < chunks.get(i).to;
            boolean tooLarge = openRecord != ChunkScan.NONE && scan.firstRecord() - openRecord > maxRecordBytes;
            if (scan.isBroken() || tooLarge) {
                splits.add(current);
                return splits;
            }
            if (i > 0 && startsRecord) {
                splits.add(upTo(current, scan.firstRecord()));
                current = new CsvSplit(plan, scan.firstRecord(), length, rows + 1, lines + scan.linesBefore());
            }
            rows += scan.records();
            lines += scan.lines();
            openRecord = scan.openRecord() == ChunkScan.CARRIED ? openRecord : scan.openRecord();
        }
        splits.add(current);
        return splits;
    }

    private static CsvSplit upTo(CsvSplit split, long to) {
        return new CsvSplit(split.plan(), split.from(), to, split.firstRow(), split.firstLine());
    }

    private ChunkScan scan(FilePlan plan, Chunk chunk, boolean withinQuotes) {
        boolean last = chunk.to == plan.file().length();
        RecordFinder finder = new RecordFinder(Dialect.of(format, plan.head().rowEnds()));
        int bufferBytes = (int) Math.min(RecordCursor.BUFFER_BYTES, chunk.to - chunk.from);
        try (RecordCursor cursor = new RecordCursor(
                new ByteRange(opener.open(plan.file(), chunk.from), chunk.from, chunk.to, last),
                plan.head().rowEnds(), 0, maxRecordBytes, bufferBytes)) {
            return ChunkScan.of(cursor, finder, withinQuotes);
        } catch (IOException e) {
            throw plan.file().unreadable(e);
        }
    }

    /** Chunks of about the target size that start behind a row end, whether or not it stands within quotes. */
    private List<Chunk> chunks(CsvFile file, FileHead head) {
        long from = head.dataOffset();
        long bytes = file.length() - from;
        long count = Math.max(1, (bytes + targetBytes - 1) / targetBytes);
        List<Long> aims = LongStream.range(1, count).mapToObj(i -> from + bytes * i / count).toList();
        byte rowEnd = head.rowEnds().end();
        SortedSet<Long> cuts = new TreeSet<>(InParallel.mapWaiting(aims, aim -> behindRowEnd(file, aim, rowEnd)));
        cuts.add(file.length());
        List<Chunk> chunks = new ArrayList<>();
        long start = from;
        for (long cut : cuts.tailSet(from + 1)) {
            chunks.add(new Chunk(start, cut));
            start = cut;
        }
        return chunks.isEmpty() ? List.of(new Chunk(from, file.length())) : chunks;
    }

    /** The first such position from {@code aim} on, or the end of the file where none is as near as it should be. */
    private long behindRowEnd(CsvFile file, long aim, byte rowEnd) {
        byte[] probed = new byte[PROBED_BYTES];
        try (InputStream in = opener.open(file, aim - 1)) {
            for (long at = aim - 1; at - aim < maxRecordBytes; at += PROBED_BYTES) {
                int got = in.readNBytes(probed, 0, PROBED_BYTES);
                for (int i = 0; i < got; i++) {
                    if (probed[i] == rowEnd) {
                        return at + i + 1;
                    }
                }
                if (got < PROBED_BYTES) {
                    break;
                }
            }
            return file.length();
        } catch (IOException e) {
            throw file.unreadable(e);
        }
    }

    private record Chunk(long from, long to) {}
}
