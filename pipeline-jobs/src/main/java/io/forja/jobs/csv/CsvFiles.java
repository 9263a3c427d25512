package io.forja.jobs.csv;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds the files that paths stand for: a file, the files of a directory (not of those within), or a glob of these. */
final class CsvFiles {
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
    static List<CsvFile> list(Configuration hadoop, List<String> paths) {
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
            add(given, fs, fs.getFileStatus(path));
            return;
        }
        FileStatus[] matches = fs.globStatus(path);
        if (matches == null) {
            throw new CsvException(given + ": no such file; check the path (relative ones start at "
                    + shown(fs.getWorkingDirectory()) + ")");
        }
        if (matches.length == 0) {
            throw new CsvException(given + ": no file matches; check the pattern (relative ones start at "
                    + shown(fs.getWorkingDirectory()) + ")");
        }
        for (FileStatus match : matches) {
            if (!isHidden(match.getPath())) {
                add(given, fs, match);
            }
        }
    }

    private void add(String given, FileSystem fs, FileStatus status) throws IOException {
        if (status.isFile()) {
            add(given, fs.getWorkingDirectory(), status);
            return;
        }
        List<FileStatus> files = Arrays.stream(fs.listStatus(status.getPath()))
                .filter(each -> each.isFile() && !isHidden(each.getPath()))
                .toList();
        if (files.isEmpty()) {
            throw new CsvException(shown(status.getPath())
                    + ": the directory holds no file to read (names that start with _ or . are left out)");
        }
        files.forEach(each -> add(given, fs.getWorkingDirectory(), each));
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
