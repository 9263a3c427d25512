package io.forja.jobs.tables;

import io.delta.tables.DeltaTable;
import io.forja.core.definition.TableRef;
import io.forja.core.definition.TableTarget;
import io.forja.core.lake.CatalogueStore.TableEntry;
import io.forja.core.lake.Registered;
import io.forja.core.lake.TableInfo;
import io.forja.core.problem.ForjaException;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.delta.Locations;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Gives names to Delta tables that are there: to one, or to all that a lake without its catalogue has. What a table is
 * called is never guessed: an external table's name is declared, a managed one's is its place in the warehouse.
 * Thread-safe.
 */
public final class TableNames {

    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]*");
    private static final Pattern PART = Pattern.compile("\\$\\{(schema|table)}");

    private final Lakehouse lakehouse;

    public TableNames(Lakehouse lakehouse) {
        this.lakehouse = lakehouse;
    }

    /**
     * Names one table.
     *
     * @throws ForjaException when there is no Delta table, or the name or the path is taken
     */
    public void register(SparkSession spark, TableRef table, String path) {
        if (table.isPath()) {
            throw ForjaException.permanent("\"" + table + "\" is a path, not a name", "write schema.table first, then"
                    + " the path");
        }
        TableEntry entry = entry(table, lakehouse.locations().resolve(path));
        lakehouse.catalogue().find(table).ifPresent(there -> {
            throw ForjaException.permanent("the name " + there.table() + " is taken by the table at "
                    + Locations.display(there.location()), there.location().equals(entry.location())
                    ? "nothing is left to do" : "drop that name first, or choose another one");
        });
        other(entry).ifPresent(other -> {
            throw ForjaException.permanent("the table at " + Locations.display(entry.location()) + " has a name already, "
                    + other.table(), "use that name, or drop it first");
        });
        requireTable(spark, entry);
        lakehouse.catalogue().requireApart(table, entry.location());
        lakehouse.catalogue().register(spark, entry);
    }

    private void requireTable(SparkSession spark, TableEntry entry) {
        if (!isTable(spark, entry.location())) {
            throw ForjaException.permanent("there is no Delta table at " + Locations.display(entry.location()),
                    "write the folder that has the _delta_log in it");
        }
    }

    /** Delta looks above a folder, too, which may be a part of a table. */
    private static boolean isTable(SparkSession spark, String location) {
        Path log = new Path(location, TableDrop.LOG);
        try {
            return log.getFileSystem(spark.sessionState().newHadoopConf()).exists(log)
                    && DeltaTable.isDeltaTable(spark, location);
        } catch (IOException e) {
            throw new ForjaException(Locations.display(location) + " cannot be looked at (" + e.getMessage() + ")",
                    "check the address and the permissions there", true, e);
        }
    }

    private TableEntry entry(TableRef table, String location) {
        boolean managed = location.equals(lakehouse.catalogue().managedLocation(table));
        return new TableEntry(table, managed ? TableInfo.Type.MANAGED : TableInfo.Type.EXTERNAL, location);
    }

    private Optional<TableEntry> other(TableEntry entry) {
        return lakehouse.catalogue().tables().stream()
                .filter(known -> known.location().equals(entry.location()) && !known.table().equals(entry.table()))
                .findFirst();
    }

    /**
     * Names everything that is declared with a path and is there, and everything in the warehouse.
     *
     * @param declared with {@code ${schema}} and {@code ${table}} where many tables are meant
     * @return each table with what became of it, the declared ones first
     */
    public List<Registered> registerAll(SparkSession spark, List<TableTarget> declared) {
        try {
            Map<TableRef, TableEntry> found = new LinkedHashMap<>();
            for (TableTarget target : declared) {
                if (target.table() != null && target.path() != null) {
                    for (TableEntry entry : entries(spark, target.table().text(),
                            lakehouse.locations().resolve(target.path()))) {
                        found.putIfAbsent(entry.table(), entry);
                    }
                }
            }
            for (TableEntry entry : inWarehouse(spark)) {
                found.putIfAbsent(entry.table(), entry);
            }
            return found.values().stream().map(entry -> registered(spark, entry)).toList();
        } catch (IOException e) {
            throw new ForjaException("the lake's folders cannot be listed (" + e.getMessage() + ")",
                    "check that they can be read", true, e);
        }
    }

    private Registered registered(SparkSession spark, TableEntry entry) {
        if (lakehouse.catalogue().find(entry.table()).filter(entry::equals).isPresent()) {
            return told(entry, false, null);
        }
        if (entry.location().contains("${")) {
            return told(entry, false, "its path is another one in each run");
        }
        try {
            register(spark, entry.table(), entry.location());
            return told(entry, true, null);
        } catch (ForjaException e) {
            return told(entry, false, e.what());
        }
    }

    private static Registered told(TableEntry entry, boolean added, @Nullable String problem) {
        return new Registered(entry.table().text(), entry.type(), Locations.display(entry.location()), added, problem);
    }

    /** One table, or those that a pattern's path matches. */
    private List<TableEntry> entries(SparkSession spark, String name, String location) throws IOException {
        Path path = new Path(location);
        if (!PART.matcher(location).find()) {
            return List.of(entry(new TableRef(name), location));
        }
        Path folder = path;
        while (PART.matcher(folder.toString()).find()) {
            folder = folder.getParent();
        }
        List<TableEntry> entries = new ArrayList<>();
        Pattern pattern = pattern(location);
        for (String candidate : below(spark, folder, path.depth() - folder.depth())) {
            Matcher matcher = pattern.matcher(candidate);
            if (matcher.matches() && DeltaTable.isDeltaTable(spark, candidate)) {
                entries.add(entry(new TableRef(fill(name, matcher, location)), candidate));
            }
        }
        return entries;
    }

    private static Pattern pattern(String location) {
        StringBuilder pattern = new StringBuilder();
        Matcher part = PART.matcher(location);
        int end = 0;
        while (part.find()) {
            String group = part.group(1);
            boolean again = pattern.indexOf("(?<" + group + ">") >= 0;
            pattern.append(Pattern.quote(location.substring(end, part.start())))
                    .append(again ? "\\k<" + group + ">" : "(?<" + group + ">[^/]+?)");
            end = part.end();
        }
        return Pattern.compile(pattern + Pattern.quote(location.substring(end)));
    }

    private static String fill(String name, Matcher values, String location) {
        return PART.matcher(name).replaceAll(part -> Matcher.quoteReplacement(
                location.contains(part.group()) ? values.group(part.group(1)) : part.group()));
    }

    private List<String> below(SparkSession spark, Path folder, int depth) throws IOException {
        List<String> level = List.of(folder.toString());
        for (int i = 0; i < depth; i++) {
            List<String> next = new ArrayList<>();
            for (String each : level) {
                next.addAll(folders(spark, each));
            }
            level = next;
        }
        return level;
    }

    /** A managed table is at {@code <warehouse>/<schema>/<table>}. */
    private List<TableEntry> inWarehouse(SparkSession spark) throws IOException {
        List<TableEntry> entries = new ArrayList<>();
        String warehouse = lakehouse.locations().warehouse();
        for (String location : below(spark, new Path(warehouse), 2)) {
            String[] names = location.substring(warehouse.length() + 1).split("/");
            boolean named = Arrays.stream(names).allMatch(name -> NAME.matcher(name).matches() && !name.startsWith("_"));
            if (named && DeltaTable.isDeltaTable(spark, location)) {
                entries.add(entry(new TableRef(names[0] + "." + names[1]), location));
            }
        }
        return entries;
    }

    private static List<String> folders(SparkSession spark, String folder) throws IOException {
        Path path = new Path(folder);
        FileSystem fs = path.getFileSystem(spark.sessionState().newHadoopConf());
        try {
            return Arrays.stream(fs.listStatus(path)).filter(FileStatus::isDirectory)
                    .map(each -> folder + "/" + each.getPath().getName()).sorted().toList();
        } catch (FileNotFoundException e) {
            return List.of();
        }
    }
}
