package io.forja.jobs.csv;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds the files that paths stand for: a file, the files of a directory (not of those within), or a glob of these. */
public final class CsvFiles {
    private final Configuration hadoop;
    private final SortedMap<String, CsvFile> found = new TreeMap<>();

    private CsvFiles(Configuration hadoop) {
        this.hadoop = hadoop;
    }

    /**
     * The files, each once, ordered by path.
     *
     * @throws CsvException where a path stands for no file
     */
    public static List<CsvFile> list(Configuration hadoop, List<String> paths) {
        if (paths.isEmpty()) {
            throw new CsvException("no path to read CSV files from: name at least one");
        }
        CsvFiles files = new CsvFiles(hadoop);
        for (String path : paths) {
            try {
                files.add(path);
            } catch (IOException e) {
                throw new CsvException(path + ": cannot be listed (" + e.getMessage() + ")", e);
            }
        }
        return List.copyOf(files.found.values());
    }

    private void add(String given) throws IOException {
        Path path = parsed(given);
        FileSystem fs = path.getFileSystem(hadoop);
        if (fs.exists(path)) {
            // a name may hold the characters of a glob: what exists as it stands is meant as it stands
            FileStatus status = fs.getFileStatus(path);
            List<FileStatus> files = files(fs, status);
            if (files.isEmpty()) {
                throw new CsvException(shown(status.getPath())
                        + ": the directory holds no file to read (names that start with _ or . are left out)");
            }
            files.forEach(file -> add(given, fs.getWorkingDirectory(), file));
            return;
        }
        FileStatus[] matches = fs.globStatus(path);
        List<FileStatus> files = new ArrayList<>();
        for (FileStatus match : matches == null ? new FileStatus[0] : matches) {
            if (!isHidden(match.getPath())) {
                files.addAll(files(fs, match));
            }
        }
        if (files.isEmpty()) {
            throw CsvException.missing(given + (matches == null ? ": no such file" : ": no file matches")
                    + "; check the path (relative ones start at " + shown(fs.getWorkingDirectory()) + ")");
        }
        files.forEach(file -> add(given, fs.getWorkingDirectory(), file));
    }

    /** The file itself, or the visible files of the directory. */
    private static List<FileStatus> files(FileSystem fs, FileStatus status) throws IOException {
        return status.isFile()
                ? List.of(status)
                : Arrays.stream(fs.listStatus(status.getPath()))
                        .filter(each -> each.isFile() && !isHidden(each.getPath()))
                        .toList();
    }

    private void add(String given, Path workingDirectory, FileStatus status) {
        String path = status.getPath().toString();
        String folder = workingDirectory + "/";
        boolean givenShort = !given.startsWith("/") && !given.contains(":/");
        String name = givenShort && path.startsWith(folder)
                ? path.substring(folder.length())
                : shown(status.getPath());
        found.put(path, new CsvFile(path, name, status.getLen(), status.getModificationTime()));
    }

    private static Path parsed(String given) {
        try {
            return new Path(given);
        } catch (IllegalArgumentException e) {
            throw new CsvException("\"" + given + "\" is not a path (" + e.getMessage() + ")", e);
        }
    }

    private static String shown(Path path) {
        return CsvFile.withoutLocalScheme(path.toString());
    }

    private static boolean isHidden(Path path) {
        return path.getName().startsWith("_") || path.getName().startsWith(".");
    }
}
