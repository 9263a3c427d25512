package io.forja.jobs.csv;

import java.io.Serializable;
import java.util.List;

/**
 * What an executor needs to know to read any split.
 *
 * @param output      the columns wanted, in their order
 * @param bufferBytes how much to read at a time
 */
record ReadSpec(CsvOpener opener, CsvFormat format, CsvRead options, List<OutputColumn> output, int bufferBytes)
        implements Serializable {}
