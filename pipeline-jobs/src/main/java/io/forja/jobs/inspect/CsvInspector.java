package io.forja.jobs.inspect;

import io.forja.core.inspect.InspectedColumn;
import io.forja.core.inspect.Inspection;
import io.forja.core.inspect.Inspection.Layout;
import io.forja.core.inspect.Inspection.Sample;
import io.forja.core.inspect.Inspector;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.NotFoundException;
import io.forja.jobs.csv.ColumnNames;
import io.forja.jobs.csv.CsvCharset;
import io.forja.jobs.csv.CsvException;
import io.forja.jobs.csv.CsvFile;
import io.forja.jobs.csv.CsvFiles;
import io.forja.jobs.csv.CsvOpener;
import io.forja.jobs.csv.CsvRecords;
import io.forja.jobs.delta.Locations;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobPattern;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/** Looks at CSV files on any file system that Hadoop knows. Thread-safe. */
public final class CsvInspector implements Inspector {

    /** What is read of all files together. */
    private static final int BOUND = 32 << 20;
    /** What is read of a file beyond the bound, for its header. */
    private static final int HEAD = 64 << 10;
    private static final int MOST_FILES = 100;

    private final Configuration hadoop;
    private final Locations locations;
    private final int bound;

    /**
     * @param hadoop how file systems are reached
     * @param locations where relative paths start
     */
    public CsvInspector(Configuration hadoop, Locations locations) {
        this(hadoop, locations, BOUND);
    }

    CsvInspector(Configuration hadoop, Locations locations, int bound) {
        this.hadoop = hadoop;
        this.locations = locations;
        this.bound = bound;
    }

    @Override
    public Inspection inspect(String path) {
        try {
            return inspected(path, files(path));
        } catch (CsvException e) {
            throw told(path, e);
        } catch (IOException e) {
            throw new ForjaException(path + " cannot be read (" + e.getMessage() + ")",
                    "check the path and its permissions", true, e);
        }
    }

    /** What cannot be read now may be later; what is no CSV never is. */
    private static RuntimeException told(String path, CsvException failure) {
        String message = String.valueOf(failure.getMessage());
        return failure.getCause() instanceof IOException
                ? new ForjaException(message, "", true, failure)
                : Excerpt.invalid(path, message.startsWith(path + ":") ? message.substring(path.length() + 1).strip()
                        : message, "");
    }

    private List<CsvFile> files(String path) throws IOException {
        try {
            Path found = new Path(locations.resolve(path));
            FileSystem fs = found.getFileSystem(hadoop);
            boolean exists = fs.exists(found);
            if (exists && fs.getFileStatus(found).isDirectory()) {
                throw Excerpt.invalid(path, "this is a folder", "name a file of it, or all of them with "
                        + path.replaceFirst("/+$", "") + "/*.csv");
            }
            if (!exists && (!new GlobPattern(path).hasWildcard() || isEmpty(fs.globStatus(found)))) {
                throw new NotFoundException("there is no file " + path, "check the path; a relative one starts at "
                        + locations.base());
            }
        } catch (UnsupportedFileSystemException | IllegalArgumentException e) {
            throw Excerpt.invalid(path, "this is no path that can be read (" + e.getMessage() + ")",
                    "write a path, or an address such as s3a://bucket/folder/file.csv");
        } catch (FileNotFoundException e) {
            throw new NotFoundException("there is no file " + path + " (" + e.getMessage() + ")", "check the path");
        }
        List<CsvFile> files = CsvFiles.list(hadoop, List.of(locations.resolve(path)));
        return files.stream().map(file -> new CsvFile(file.path(), name(file, path), file.length(), file.modified()))
                .toList();
    }

    /** The path as it was given where it is the file's own, and no pattern. */
    private static String name(CsvFile file, String path) {
        return lastName(file.path()).equals(lastName(path)) ? path : lastName(file.path());
    }

    private static boolean isEmpty(Object[] found) {
        return found == null || found.length == 0;
    }

    private static String lastName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private Inspection inspected(String path, List<CsvFile> all) throws IOException {
        CsvOpener opener = new CsvOpener(hadoop, CsvCharset.UTF_8);
        List<CsvFile> filled = all.stream().filter(file -> file.length() > 0).toList();
        List<CsvFile> files = filled.isEmpty() ? all : filled;
        Excerpt first = Excerpt.read(files.get(0), opener, bound);
        LayoutGuess layout = LayoutGuess.of(first);
        List<String> warnings = new ArrayList<>(layout.warnings());
        if (files.size() < all.size()) {
            all.stream().filter(file -> file.length() == 0).forEach(file ->
                    warnings.add(file.name() + ": the file is empty: it gives no rows"));
        }
        TableProfile table = new TableProfile(layout.names());
        read(first, layout, layout.names(), table, files.size() == 1 ? "" : first.file().name());
        List<String> read = new ArrayList<>(List.of(first.file().name()));
        long bytes = first.bytes().length;
        boolean complete = first.complete() && files.size() <= MOST_FILES;
        for (CsvFile file : files.subList(1, Math.min(files.size(), MOST_FILES))) {
            long left = bound - bytes;
            Excerpt next;
            try {
                next = Excerpt.read(file, opener, (int) Math.max(left, HEAD));
            } catch (InvalidDefinitionException e) {
                // A file among others that is none does not keep a person from the rest.
                e.problems().forEach(problem -> warnings.add(problem.where() + ": " + problem.what()));
                continue;
            }
            if (agrees(next, layout, warnings) && left > 0) {
                read(next, layout, names(next, layout), table, file.name());
                read.add(file.name());
                bytes += next.bytes().length;
            }
            complete &= left > 0 && next.complete();
        }
        warnings.addAll(table.warnings());
        ColumnGuesser guesser = new ColumnGuesser(table.columns(), written(files));
        List<ColumnGuess> guesses = table.columns().stream().map(guesser::guess).toList();
        return told(path, new Sample(read, all.size(), bytes, table.rows(), complete), layout,
                table.keys(), guesses, warnings);
    }

    /** The day when the youngest of the files was written; a file system that knows none tells of no dates. */
    private static LocalDate written(List<CsvFile> files) {
        long latest = files.stream().mapToLong(CsvFile::modified).max().orElse(0);
        return latest <= 0 ? LocalDate.MAX : LocalDate.ofInstant(Instant.ofEpochMilli(latest), ZoneOffset.UTC);
    }

    private static void read(Excerpt excerpt, LayoutGuess layout, List<String> names, TableProfile table, String label) {
        CsvRecords records = records(excerpt, layout);
        if (layout.hasHeader() && records.next()) {
            records.takeHeader();
        }
        table.read(records, names, excerpt.complete(), label);
    }


    private static CsvRecords records(Excerpt excerpt, LayoutGuess layout) {
        return new CsvRecords(excerpt.file(), excerpt.bytes(), layout.format());
    }

    private static List<String> names(Excerpt excerpt, LayoutGuess layout) {
        if (!layout.hasHeader()) {
            return layout.names();
        }
        CsvRecords records = records(excerpt, layout);
        List<String> spelled = new ArrayList<>();
        if (records.next()) {
            for (int field = 0; field < records.size(); field++) {
                spelled.add(records.text(field));
            }
        }
        return ColumnNames.of(spelled).names();
    }

    /** Whether a further file is written like the first one; where it is not, a warning says how it differs. */
    private static boolean agrees(Excerpt next, LayoutGuess layout, List<String> warnings) {
        EncodingGuess encoding = EncodingGuess.of(next);
        if (encoding.charset() != layout.encoding().charset() && !encoding.isPlain()) {
            warnings.add(next.file().name() + ": the file is in " + encoding.charset().label() + ", the first one in "
                    + layout.encoding().charset().label() + " (" + encoding.evidence() + ")");
        }
        Set<String> expected = folded(layout.names());
        Set<String> found = folded(names(next, layout));
        if (found.equals(expected)) {
            return true;
        }
        Set<String> missing = new HashSet<>(expected);
        missing.removeAll(found);
        Set<String> extra = new HashSet<>(found);
        extra.removeAll(expected);
        warnings.add(next.file().name() + ": the header " + (missing.isEmpty() ? "" : "lacks " + shown(missing))
                + (missing.isEmpty() || extra.isEmpty() ? "" : " and ") + (extra.isEmpty() ? "" : "adds " + shown(extra))
                + ", compared with the first file; the ingest refuses to read them together");
        return false;
    }

    private static Set<String> folded(List<String> names) {
        return names.stream().map(ColumnNames::folded).collect(Collectors.toSet());
    }

    private static String shown(Set<String> names) {
        return names.stream().sorted().map(Text::quoted).collect(Collectors.joining(", "));
    }

    private static Inspection told(
            String path, Sample sample, LayoutGuess layout, RowKeys keys, List<ColumnGuess> guesses, List<String> warnings) {
        Map<String, String> renames = Names.renames(layout.names());
        List<InspectedColumn> columns = guesses.stream().map(guess -> new InspectedColumn(guess.profile().name(),
                renames.getOrDefault(guess.profile().name(), guess.profile().name()), guess.cast(), guess.evidence(),
                guess.warnings(), guess.alternatives())).toList();
        KeyGuess key = KeyGuess.of(keys, guesses, columns.stream().map(InspectedColumn::cleanName).toList());
        columns.forEach(column -> column.warnings().forEach(warning ->
                warnings.add(Text.quoted(column.name()) + ": " + warning)));
        Layout told = layout.told(NullValues.of(guesses));
        String yaml = new PipelineYaml(path, Names.subject(path, sample.files().get(0)), guesses, columns)
                .write(sample, told, key, warnings);
        return new Inspection(sample, told, columns, key.told(), warnings, yaml);
    }
}
