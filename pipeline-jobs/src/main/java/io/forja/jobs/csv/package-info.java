/**
 * Reads CSV files into Spark, from bytes straight into column vectors, with every column as text exactly as the file
 * has it. What a file holds that is not a row of the declared format is an error with its file and line, never a
 * guess.
 *
 * <p>Start with {@link io.forja.jobs.csv.CsvSource}, the way in. Underneath, {@code RecordFinder} says where a record
 * ends, {@code FieldSplitter} what its fields are, {@code SplitPlanner} where a file may be cut, and
 * {@code CsvBatchReader} puts it together for Spark. {@link io.forja.jobs.csv.CsvRecords} reads the same records without
 * Spark, to look at a file.
 *
 * <p>May depend on Spark SQL and Hadoop's file systems; on no other package of Forja.
 */
@NullMarked
package io.forja.jobs.csv;

import org.jspecify.annotations.NullMarked;
