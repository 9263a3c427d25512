package io.forja.scheduler.doctor;

import io.forja.core.doctor.Checkup;
import io.forja.core.doctor.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Whether a folder can be written in, and has room left. One that is not there yet is looked for in those above it. */
public final class FolderCheckup implements Checkup {

    private static final long GIGABYTE = 1L << 30;
    /** Below it a run may end before it can tell why. */
    private static final long LITTLE = 1L << 30;

    private final String setting;
    private final Path folder;

    /** @param setting the key of forja.yaml that names the folder */
    public FolderCheckup(String setting, Path folder) {
        this.setting = setting;
        this.folder = folder.toAbsolutePath().normalize();
    }

    @Override
    public List<Finding> run() {
        Path there = folder;
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        try {
            if (!Files.isDirectory(there)) {
                return List.of(Finding.failed(setting, there + " is a file, not a folder", "set " + setting
                        + " to another place"));
            }
            Files.delete(Files.createTempFile(there, "forja-probe", null));
            long free = Files.getFileStore(there).getUsableSpace();
            String room = free / GIGABYTE + "." + free % GIGABYTE * 10 / GIGABYTE + " GB free";
            return List.of(free < LITTLE
                    ? Finding.failed(setting, folder + " has only " + room, "free some space, or set " + setting
                            + " to a larger disk")
                    : Finding.ok(setting, folder + " can be written, " + room));
        } catch (IOException e) {
            return List.of(Finding.failed(setting, "nothing can be written into " + there + " (" + e.getMessage() + ")",
                    "make it writable for the user that runs Forja, or set " + setting + " to another place"));
        }
    }
}
