package io.forja.jobs.snapshots;

import io.forja.core.definition.TableRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** A snapshot as the job makes it, without the job: what is in its files does not matter. All files have ten bytes. */
record PaperSnapshot(String table, Instant time, List<String> shared) {

    static PaperSnapshot of(String table, Instant time) {
        return new PaperSnapshot(table, time, List.of());
    }

    /** The same with no data file of its own. */
    PaperSnapshot sharing(String... files) {
        return new PaperSnapshot(table, time, List.of(files));
    }

    /** @return its directory */
    Path in(Path folder) throws IOException {
        SnapshotName name = new SnapshotName(new TableRef(table).name(), time);
        Path directory = Files.createDirectories(folder.resolve(name.text()).resolve("_delta_log")).getParent();
        Files.writeString(directory.resolve("_delta_log/00000000000000000000.json"), "{}");
        int files = Math.max(shared.size(), 1);
        if (shared.isEmpty()) {
            Files.writeString(directory.resolve("part-0.parquet"), "0123456789");
        } else {
            Files.writeString(directory.resolve(SharedList.FILE), new SharedList(shared.stream()
                    .collect(Collectors.toMap(file -> file, file -> 10L))).json());
        }
        Files.writeString(directory.resolve(Marker.FILE), new Marker(name.text(), table, "file:/lake/" + table, 7, "r",
                "p", "j", time.toString(), time.toString(), 4, 10L * files, files, "00",
                shared.isEmpty() ? null : new Marker.Shared(0, 0)).json());
        return directory;
    }
}
