package io.forja.jobs.csv;

/**
 * Why a record is not a row of the format.
 *
 * @param line where to look
 * @param what what was found
 * @param todo what the person who reads it can do
 */
record RowProblem(long line, String what, String todo) {
    CsvException in(CsvFile file) {
        return new CsvException(file.name() + ":" + line + ": " + what + "; " + todo);
    }
}
