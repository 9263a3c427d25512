package io.forja.jobs.rows;

import java.util.List;

/** The columns that say where a row comes from; they are no data, and no part of a row's key or text. */
public final class Provenance {

    /** The file that the row came in. */
    public static final String SOURCE_FILE = "_source_file";
    /** The row's number in its file, from 1, the header not counted. */
    public static final String SOURCE_ROW = "_source_row";
    /** The run that loaded the row. */
    public static final String RUN_ID = "_run_id";
    /** When the row was loaded. */
    public static final String LOADED_AT = "_loaded_at";
    /** The row's text as the file has it. */
    public static final String RAW = "_raw";
    /** What is wrong with the row's text, or NULL. */
    public static final String ERROR = "_error";

    private static final List<String> ALL = List.of(SOURCE_FILE, SOURCE_ROW, RUN_ID, LOADED_AT, RAW, ERROR);

    private Provenance() {}

    public static boolean isData(String column) {
        return !ALL.contains(column);
    }
}
