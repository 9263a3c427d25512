package io.forja.jobs.csv;

import static io.forja.jobs.csv.Arguments.require;

import java.io.Serializable;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a read asks for beyond the format. Immutable.
 *
 * @param metadata         the columns about the source to add
 * @param malformed        what becomes of a row that does not fit the format; {@code REPORT} always adds
 *                         {@link CsvMetadata#ERROR}, without which a bad row would look like a good one
 * @param drift            what becomes of files with other columns than the first
 * @param targetSplitBytes the size to cut files into, at least 1; {@link #AUTO} for the bytes of all files divided by
 *                         a multiple of the session's parallelism, within 8 MB and 128 MB
 * @param maxRecordBytes   the largest record accepted, at least 16 bytes and at most 256 MB. It is also what an
 *                         unclosed quote can cost before it is found
 */
public record CsvRead(
        Set<CsvMetadata> metadata, Malformed malformed, Drift drift, long targetSplitBytes, int maxRecordBytes)
        implements Serializable {

    /** Leaves the size of the splits to the source. */
    public static final long AUTO = 0;

    /** No metadata, bad rows and other columns fail the read, splits by themselves, records up to 16 MB. */
    public static final CsvRead STRICT = new CsvRead(Set.of(), Malformed.FAIL, Drift.FAIL, AUTO, 16 << 20);

    /** A row that does not fit the format. */
    public enum Malformed {
        /** ends the read with a {@link CsvException}. */
        FAIL,
        /** comes out with {@code _error} set, and with its fields as far as they could be told (else NULL). */
        REPORT
    }

    /** A file whose header lacks columns or has others. */
    public enum Drift {
        /** ends the read with a {@link CsvException} before any row is read. */
        FAIL,
        /** gives NULL for what a file lacks, and adds what it has beyond the others. */
        UNION
    }

    /** @throws IllegalArgumentException where a size is out of its bounds */
    public CsvRead {
        EnumSet<CsvMetadata> asked = EnumSet.noneOf(CsvMetadata.class);
        asked.addAll(metadata);
        if (malformed == Malformed.REPORT) {
            asked.add(CsvMetadata.ERROR);
        }
        metadata = Set.copyOf(asked);
        require(targetSplitBytes >= 0, "targetSplitBytes is " + targetSplitBytes + ": it must be 1 or more");
        require(maxRecordBytes >= 16 && maxRecordBytes <= 256 << 20,
                "maxRecordBytes is " + maxRecordBytes + ": it must be from 16 to " + (256 << 20));
    }

    public CsvRead withMetadata(CsvMetadata... columns) {
        return new CsvRead(Set.of(columns), malformed, drift, targetSplitBytes, maxRecordBytes);
    }

    public CsvRead withMalformed(Malformed other) {
        return new CsvRead(metadata, other, drift, targetSplitBytes, maxRecordBytes);
    }

    public CsvRead withDrift(Drift other) {
        return new CsvRead(metadata, malformed, other, targetSplitBytes, maxRecordBytes);
    }

    public CsvRead withTargetSplitBytes(long other) {
        return new CsvRead(metadata, malformed, drift, other, maxRecordBytes);
    }

    public CsvRead withMaxRecordBytes(int other) {
        return new CsvRead(metadata, malformed, drift, targetSplitBytes, other);
    }
}
