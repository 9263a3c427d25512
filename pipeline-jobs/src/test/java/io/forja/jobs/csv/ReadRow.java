package io.forja.jobs.csv;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row with all that a reader says about it. The error is null for a good row. */
record ReadRow(
        long number, long line, String raw, boolean bad, List<@Nullable String> values) {}
