package io.forja.jobs.snapshots;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.apache.spark.sql.delta.actions.AddFile;

/** The data files of a table version as one checksum: which files, of what size, with which deleted rows. */
final class FileList {

    private FileList() {}

    static String sha256(List<AddFile> files) {
        MessageDigest digest = digest();
        files.stream().map(FileList::line).sorted()
                .forEach(line -> digest.update(line.getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String line(AddFile file) {
        String deleted = file.deletionVector() == null ? "" : file.deletionVector().uniqueId();
        return file.path() + "\t" + file.size() + "\t" + deleted + "\n";
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
