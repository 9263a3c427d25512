package io.forja.jobs.csv;

import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/** What one Spark task reads: one split, or several small ones that follow each other. */
record CsvPartition(List<CsvSplit> splits) implements InputPartition {}
