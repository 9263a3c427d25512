package io.forja.jobs.csv;

import java.io.Serializable;

/**
 * A part of a file that starts and ends between two records.
 *
 * @param to        behind its last byte, or {@link ByteRange#UNKNOWN}
 * @param firstRow  the number of its first row in the file, from 1
 * @param firstLine the physical line on which it starts, from 1
 */
record CsvSplit(FilePlan plan, long from, long to, long firstRow, long firstLine) implements Serializable {}
