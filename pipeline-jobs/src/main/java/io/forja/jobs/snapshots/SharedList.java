package io.forja.jobs.snapshots;

import java.util.Map;
import java.util.Optional;

/**
 * What {@code _forja_shared_files.json} says: the shared files that the snapshot in this directory needs. It stands
 * beside the log, which anyone may write on or clean up.
 *
 * @param files the names of the files, with their bytes
 */
record SharedList(Map<String, Long> files) {

    static final String FILE = "_forja_shared_files.json";

    static Optional<SharedList> parse(String text) {
        return Json.read(text, SharedList.class);
    }

    String json() {
        return Json.write(this);
    }
}
