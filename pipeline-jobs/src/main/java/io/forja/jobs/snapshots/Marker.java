package io.forja.jobs.snapshots;

import io.forja.jobs.delta.Sizes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code _forja_snapshot.json} says: this directory is a snapshot, made by Forja, whole and verified. Delta's
 * readers and VACUUM look past a file whose name begins with an underscore.
 *
 * @param snapshot the directory's name
 * @param table the table as people call it: its name, or its path where it has none
 * @param source where the table's files were
 * @param version the version it was made of
 * @param run the run whose work it is: of a run and those that resume it the first
 * @param logicalTime the run's, in ISO-8601
 * @param madeAt when it was really made, in ISO-8601
 * @param bytes the bytes of all data files and deletion vectors
 * @param files how many files these are
 * @param filesSha256 of the list of data files, see {@link FileList}
 * @param shared what earlier snapshots had of it already; null where all its files are its own
 */
record Marker(
        String snapshot, String table, String source, long version, String run, String pipeline, String job,
        String logicalTime, String madeAt, long rows, long bytes, int files, String filesSha256,
        @Nullable Shared shared) {

    /** How many of the files, and of the bytes, were not copied, since they were there. */
    record Shared(int files, long bytes) {}

    static final String FILE = "_forja_snapshot.json";

    static Optional<Marker> parse(String text) {
        return Json.read(text, Marker.class);
    }

    String json() {
        return Json.write(this);
    }

    /** What it is, for people. */
    String summary() {
        String all = "is version " + version + " of " + table + ": " + rows + (rows == 1 ? " row, " : " rows, ")
                + Sizes.text(bytes) + " in " + files(files);
        return shared == null ? all : all + ", " + files(shared.files()) + " shared with earlier snapshots, "
                + Sizes.text(copiedBytes()) + " copied";
    }

    private static String files(int number) {
        return number + (number == 1 ? " file" : " files");
    }

    long copiedBytes() {
        return shared == null ? bytes : bytes - shared.bytes();
    }
}
