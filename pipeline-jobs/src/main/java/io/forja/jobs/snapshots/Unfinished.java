package io.forja.jobs.snapshots;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code _forja_unfinished.json} says: this directory is Forja's and no snapshot, since it is being made or
 * removed. Whoever finds its owner gone may remove it whole.
 *
 * @param work what is being done
 * @param snapshot the directory's name
 * @param table the table as people call it
 * @param source where the table's files were
 * @param commitId the run and job at work
 * @param owner the process at work, see {@link AtWork}
 * @param since when it began, in ISO-8601
 * @param was the snapshot that is being removed
 */
record Unfinished(
        Work work, String snapshot, String table, String source, String commitId, String owner, String since,
        @Nullable Marker was) {

    static final String FILE = "_forja_unfinished.json";

    enum Work {
        COPYING,
        REMOVING
    }

    static Unfinished copying(SnapshotName name, String table, String source, String commitId, Instant now) {
        return new Unfinished(Work.COPYING, name.text(), table, source, commitId, AtWork.owner(), now.toString(),
                null);
    }

    static Unfinished removing(Marker was, Instant now) {
        return new Unfinished(Work.REMOVING, was.snapshot(), was.table(), was.source(), "", AtWork.owner(),
                now.toString(), was);
    }

    static Optional<Unfinished> parse(String text) {
        return Json.read(text, Unfinished.class);
    }

    String json() {
        return Json.write(this);
    }
}
