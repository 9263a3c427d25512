package io.forja.jobs;

import io.forja.core.lake.CatalogueStore;
import io.forja.core.lake.CatalogueStore.SchemaEntry;
import io.forja.core.lake.CatalogueStore.TableEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A lake that every test of a class begins with: made by jobs once, and then copied, since to copy a table's files takes
 * milliseconds where a commit takes a second.
 */
public final class PreparedLake {

    /** What is done to an empty lake. */
    @FunctionalInterface
    public interface Preparation {
        void prepare(TestLake lake) throws Exception;
    }

    private final Preparation preparation;
    private @Nullable TestLake made;

    private PreparedLake(Preparation preparation) {
        this.preparation = preparation;
    }

    /** Nothing is made before the first copy is asked for. */
    public static PreparedLake of(Preparation preparation) {
        return new PreparedLake(preparation);
    }

    /** A lake in a folder of its own, with files and names as prepared. */
    public synchronized TestLake copyTo(Path folder) throws Exception {
        if (made == null) {
            TestLake lake = TestLake.in(temporaryFolder("lake"));
            preparation.prepare(lake);
            made = lake;
        }
        copyTree(made.path(""), folder);
        return TestLake.in(folder, names(made, folder));
    }

    private static CatalogueStore names(TestLake made, Path folder) {
        String old = made.path("").toString();
        CatalogueStore names = new InMemoryCatalogueStore();
        for (SchemaEntry schema : made.store().schemas()) {
            names.put(new SchemaEntry(schema.name(), schema.location().replace(old, folder.toString())));
        }
        for (TableEntry table : made.store().tables()) {
            names.put(new TableEntry(table.table(), table.type(), table.location().replace(old, folder.toString())));
        }
        return names;
    }

    /** A folder in the build's own, which goes with the process. */
    public static Path temporaryFolder(String prefix) {
        try {
            Path made = Files.createTempDirectory(Files.createDirectories(Path.of("target").toAbsolutePath()), prefix);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteTree(made)));
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies all files with their times, by which a table's versions are found. */
    public static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    public static void deleteTree(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
