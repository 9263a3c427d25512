package io.forja.jobs.inspect;

/**
 * Where a value stands.
 *
 * @param row the row in its file, the header not counted
 * @param file empty where there is one file alone
 */
record Place(long row, String file) {

    @Override
    public String toString() {
        return "row " + row + (file.isEmpty() ? "" : " of " + file);
    }
}
