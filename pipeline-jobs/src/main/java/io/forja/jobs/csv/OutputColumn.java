package io.forja.jobs.csv;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A column that a query wants.
 *
 * @param dataColumn its position among the data columns, from 0, unless it is a metadata column
 * @param metadata   what it says about the source, or null for a data column
 */
record OutputColumn(int dataColumn, @Nullable CsvMetadata metadata) implements Serializable {}
