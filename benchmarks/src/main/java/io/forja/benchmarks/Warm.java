package io.forja.benchmarks;

import io.forja.jobs.csv.CsvFormat;
import io.forja.jobs.csv.CsvRead;
import io.forja.jobs.csv.CsvSource;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.collection.JavaConverters;

/**
 * Both sides in one process that has done it all before, in turns. A process of its own, so that it has the same JVM
 * options as the cold ones; it tells each timing on a line for {@link Main}.
 */
final class Warm {

    private static final String FORJA = "forja";
    private static final String NOTEBOOK = "notebook";
    private static final String MARK = "timing\t";

    /** One way to do the work. */
    private interface Contender {
        void run() throws Exception;
    }

    private final Project project;
    private final Path csv;
    private final int rounds;
    private boolean warm;

    private Warm(Project project, Path csv, int rounds) {
        this.project = project;
        this.csv = csv;
        this.rounds = rounds;
    }

    /** Started with the part of the benchmark, the CSV file, the project's folder and the number of rounds. */
    public static void main(String[] arguments) throws Exception {
        try (Project project = new Project(Path.of(arguments[2]), Clock.systemUTC())) {
            Warm warm = new Warm(project, Path.of(arguments[1]), Integer.parseInt(arguments[3]));
            warm.run(switch (Part.valueOf(arguments[0])) {
                case WARM -> warm.sides();
                case COSTS -> warm.guarantees();
                case PARSE -> warm.parsers();
                case YARDSTICK -> warm.yardstick();
                case SNAPSHOT -> warm.snapshots(Path.of(arguments[2]));
                case COLD, JMH -> throw new IllegalArgumentException("this part does not run here");
            });
        }
    }

    /** What a line says, if it is one of a timing. */
    static void read(String line, Figures into) {
        if (line.startsWith(MARK)) {
            String[] parts = line.split("\t");
            into.add(parts[1], new Timing(Double.parseDouble(parts[2]), Double.parseDouble(parts[3])));
        }
    }

    private Map<String, Contender> sides() {
        Map<String, Contender> sides = new LinkedHashMap<>();
        sides.put(NOTEBOOK, () -> Notebook.run(sparkDefaults(project.session().newSession()), csv.toString()));
        sides.put(FORJA, () -> project.run(Pipelines.plain(csv)));
        return sides;
    }

    private Map<String, Contender> yardstick() {
        Map<String, Contender> contenders = new LinkedHashMap<>();
        contenders.put(NOTEBOOK, () -> Notebook.run(sparkDefaults(project.session().newSession()), csv.toString()));
        contenders.put("forja, all guarantees", () -> project.run(Pipelines.trusted(csv)));
        contenders.put("DuckDB, the plain job", () -> DuckDb.run(csv, csv.resolveSibling("duckdb.parquet")));
        return contenders;
    }

    private Map<String, Contender> guarantees() {
        Map<String, Contender> contenders = new LinkedHashMap<>();
        contenders.put(FORJA, () -> project.run(Pipelines.plain(csv)));
        contenders.put("its query without its guarantees", () -> BareQuery.run(project.session().newSession(), csv));
        contenders.put("with rejects and expectations", () -> project.run(Pipelines.guarded(csv)));
        contenders.put("with a bronze table with provenance, too", () -> project.run(Pipelines.layered(csv)));
        return contenders;
    }

    private Map<String, Contender> snapshots(Path folder) throws Exception {
        project.run(Pipelines.bronze(csv));
        Path table = folder.resolve("lake/warehouse/bronze/vendas_inteiras");
        Map<String, Contender> contenders = new LinkedHashMap<>();
        contenders.put("Spark's read and write", () -> project.session().newSession().read().format("delta")
                .load(table.toString()).write().format("delta").mode("overwrite").save(folder.resolve("escrita").toString()));
        contenders.put("cp -r", () -> copyTree(table, folder.resolve("copia-" + System.nanoTime())));
        contenders.put(FORJA, () -> {
            PhaseTime copying = new PhaseTime("copying");
            project.run(Pipelines.SNAPSHOT, copying);
            tell("forja, its copying of files alone", copying.timing());
        });
        return contenders;
    }

    private static void copyTree(Path from, Path to) throws Exception {
        command("cp", "-r", from.toString(), to.toString());
    }

    private static void command(String... words) throws Exception {
        Process process = new ProcessBuilder(words).inheritIO().start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", words) + " ended with " + process.exitValue());
        }
    }

    /** Leaves nobody the bytes to bring to the disk of whom had the turn before. */
    private static void settle() throws Exception {
        command("sync");
    }

    private Map<String, Contender> parsers() {
        SparkSession spark = project.session().newSession();
        Dataset<Row> own = CsvSource.read(spark, List.of(csv.toString()), CsvFormat.STANDARD, CsvRead.STRICT).dataset();
        Map<String, Contender> parsers = new LinkedHashMap<>();
        parsers.put("Spark's CSV, schema given", () -> throwAway(
                spark.read().schema(own.schema()).option("header", true).csv(csv.toString())));
        parsers.put("Forja's CSV", () -> throwAway(own));
        return parsers;
    }

    private static void throwAway(Dataset<Row> rows) {
        rows.write().format("noop").mode("overwrite").save();
    }

    private void run(Map<String, Contender> contenders) throws Exception {
        for (int round = 0; round <= rounds; round++) {
            warm = round > 0;
            for (Map.Entry<String, Contender> contender : contenders.entrySet()) {
                settle();
                Stopwatch stopwatch = Stopwatch.started();
                contender.getValue().run();
                tell(contender.getKey(), stopwatch.timing());
            }
        }
    }

    private void tell(String contender, Timing timing) {
        // The first round is to get warm.
        if (warm) {
            System.out.printf(Locale.ROOT, "%s%s\t%f\t%f%n", MARK, contender, timing.wallSeconds(), timing.cpuSeconds());
        }
    }

    /** The session with Spark's own defaults in place of what Forja sets for all of them. */
    private static SparkSession sparkDefaults(SparkSession session) {
        Set<String> set = JavaConverters.mapAsJavaMap(session.conf().getAll()).keySet();
        set.stream()
                .filter(key -> session.conf().isModifiable(key) && !key.startsWith("spark.sql.catalog."))
                .forEach(session.conf()::unset);
        return session;
    }
}
