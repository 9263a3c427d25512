package io.forja.jobs.export;

import io.forja.core.job.JobContext;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.Footprint;
import io.forja.jobs.delta.JobSession;
import io.forja.jobs.delta.Locations;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * The file or folder that an export writes. All of it is made in a hidden folder beside, which goes at the end; then it
 * takes its place by a rename. A bucket has no renames: there each file appears whole, one after the other.
 */
final class ExportedFiles {

    /** In a folder that an export wrote, and in no other. */
    private static final String MARKER = "_forja_export";

    private final ExportTarget target;
    private final Path path;
    private final Configuration hadoop;
    private final FileSystem fs;

    ExportedFiles(ExportTarget target, String location, Configuration hadoop) throws IOException {
        this.target = target;
        this.path = new Path(location);
        this.hadoop = hadoop;
        this.fs = path.getFileSystem(hadoop);
    }

    String display() {
        return Locations.display(path.toString());
    }

    /**
     * @return how many rows were written
     * @throws ForjaException when something is at the place that no export wrote and a folder would replace
     */
    long write(Dataset<Row> rows, JobSession session, JobContext context) throws Exception {
        requireReplaceable();
        Path hidden = new Path(path.getParent(),
                ".forja-export-" + (context.commitId() + "-" + path.getName()).replace('/', '_'));
        fs.delete(hidden, true);
        Footprint footprint = Footprint.of(hidden.toString(), "", hadoop);
        try {
            Path whole = new Path(hidden, "whole");
            long written = target instanceof CsvExport csv
                    ? csv(csv, rows, new Path(hidden, "parts"), whole)
                    : parquet(rows, new Path(hidden, "parts"), whole);
            context.cancellation().commit(() -> {
                replace(whole);
                return null;
            });
            return written;
        } finally {
            session.cleanUp(Locations.display(hidden.toString()), () -> {
                fs.delete(hidden, true);
                footprint.remove();
            });
        }
    }

    private void requireReplaceable() throws IOException {
        if (!fs.exists(path)) {
            return;
        }
        boolean folder = fs.getFileStatus(path).isDirectory();
        if (folder != target.isFolder()) {
            throw ForjaException.permanent(display() + " is a " + (folder ? "folder" : "file"), folder
                    ? "write / at the path's end where a folder is meant, or take another name" : "take another name");
        }
        if (folder && !fs.exists(new Path(path, MARKER)) && fs.listStatus(path).length > 0) {
            throw ForjaException.permanent("the folder " + display() + " is there and was written by no export, which"
                    + " would replace all of it", "export into a folder of its own");
        }
    }

    private long parquet(Dataset<Row> rows, Path parts, Path whole) throws IOException {
        (target.isFolder() ? rows : rows.coalesce(1)).write().parquet(parts.toString());
        long written = rows.sparkSession().read().parquet(parts.toString()).count();
        if (target.isFolder()) {
            fs.mkdirs(whole);
            for (Path part : files(parts)) {
                move(part, new Path(whole, part.getName()));
            }
        } else {
            move(files(parts).get(0), whole);
        }
        return written;
    }

    private long csv(CsvExport csv, Dataset<Row> rows, Path parts, Path whole) throws IOException {
        CsvLines lines = new CsvLines(csv);
        lines.of(rows).write().text(parts.toString());
        String header = csv.header() ? lines.header(rows) : null;
        if (!target.isFolder()) {
            return join(csv, header, files(parts), whole, path.getName().endsWith(".gz"));
        }
        long written = 0;
        List<Path> each = files(parts);
        for (int i = 0; i < Math.max(each.size(), 1); i++) {
            List<Path> part = each.isEmpty() ? List.of() : List.of(each.get(i));
            written += join(csv, header, part, new Path(whole, "part-%05d.csv".formatted(i)), false);
        }
        return written;
    }

    /** Puts parts after each other, in the file's encoding. */
    private long join(CsvExport csv, @Nullable String header, List<Path> parts, Path file, boolean zipped)
            throws IOException {
        long rows = 0;
        try (OutputStream created = fs.create(file, true);
                OutputStream out = zipped ? new GZIPOutputStream(created) : created;
                Writer writer = new OutputStreamWriter(out, csv.charset().newEncoder())) {
            if (header != null) {
                writer.write(header + "\n");
            }
            for (Path part : parts) {
                rows += append(part, writer);
            }
        } catch (CharacterCodingException e) {
            throw ForjaException.permanent("a value has a sign that " + csv.encoding() + " has not",
                    "export in UTF-8, or leave the sign out in a query");
        }
        return rows;
    }

    /** Counts the rows on the way: their ends are those outside of quotes, which come in pairs. */
    private long append(Path part, Writer writer) throws IOException {
        long rows = 0;
        boolean quoted = false;
        char[] buffer = new char[1 << 16];
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(fs.open(part), StandardCharsets.UTF_8))) {
            for (int read = reader.read(buffer); read >= 0; read = reader.read(buffer)) {
                for (int i = 0; i < read; i++) {
                    quoted ^= buffer[i] == '"';
                    rows += buffer[i] == '\n' && !quoted ? 1 : 0;
                }
                writer.write(buffer, 0, read);
            }
        }
        return rows;
    }

    private List<Path> files(Path parts) throws IOException {
        List<Path> files = new ArrayList<>(Arrays.stream(fs.listStatus(parts)).map(FileStatus::getPath)
                .filter(file -> file.getName().startsWith("part-")).toList());
        files.sort(Comparator.naturalOrder());
        return files;
    }

    private void replace(Path whole) throws IOException {
        fs.mkdirs(path.getParent());
        if (target.isFolder()) {
            fs.create(new Path(whole, MARKER)).close();
            removeOld();
            move(whole, path);
        } else {
            FileContext.getFileContext(path.toUri(), hadoop).rename(whole, path, Options.Rename.OVERWRITE);
        }
    }

    /** The mark goes last: whenever this stops, what is left still is an export's. */
    private void removeOld() throws IOException {
        if (fs.exists(path)) {
            for (FileStatus old : fs.listStatus(path)) {
                if (!old.getPath().getName().equals(MARKER)) {
                    fs.delete(old.getPath(), true);
                }
            }
            fs.delete(path, true);
        }
    }

    private void move(Path from, Path to) throws IOException {
        if (!fs.rename(from, to)) {
            throw new ForjaException("the files could not be moved to " + display(),
                    "check that the folder above can be written", true, null);
        }
    }
}
