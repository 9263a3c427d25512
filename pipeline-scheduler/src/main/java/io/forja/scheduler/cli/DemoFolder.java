package io.forja.scheduler.cli;

import io.forja.core.problem.ForjaException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A project of its own for the demo: settings, pipelines and data, copied out of the program. */
final class DemoFolder {

    static final List<String> PIPELINES = List.of("vendas", "biblioteca", "snapshots");

    private static final String SETTINGS = "forja.yaml";
    private static final List<String> FILES = List.of(SETTINGS, "pipelines/vendas.yaml", "pipelines/biblioteca.yaml",
            "pipelines/snapshots.yaml", "pipelines/data/vendas.csv", "pipelines/data/biblioteca.sql");

    private final Path folder;

    DemoFolder(Path folder) {
        this.folder = folder;
    }

    Path settings() {
        return folder.resolve(SETTINGS);
    }

    /**
     * Writes what is missing; a file that is there, and may have been changed, stays as it is.
     *
     * @throws ForjaException when the folder holds something else, or cannot be written
     */
    void prepare() {
        try {
            if (Files.exists(folder) && !Files.exists(settings()) && !isEmpty()) {
                throw new ForjaException(folder + " holds files that are not the demo's",
                        "name another folder with --dir");
            }
            for (String file : FILES) {
                Path target = folder.resolve(file);
                if (!Files.exists(target)) {
                    Files.createDirectories(target.getParent());
                    copy(file, target);
                }
            }
        } catch (IOException e) {
            throw new ForjaException("the demo's files cannot be written to " + folder + " (" + e.getMessage() + ")",
                    "name another folder with --dir", true, e);
        }
    }

    private boolean isEmpty() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    private static void copy(String file, Path target) throws IOException {
        try (InputStream bytes = DemoFolder.class.getResourceAsStream("/demo/" + file)) {
            if (bytes == null) {
                throw new UncheckedIOException(new IOException("the program lacks its file demo/" + file));
            }
            Files.copy(bytes, target);
        }
    }
}
