package io.forja.benchmarks;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the silver job against the notebook, checks both results, and prints the medians and their ratios. */
@Command(name = "forja bench", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Measures Forja against the notebook that it replaces; see docs/benchmarks.md.", ""})
public final class Main implements Callable<Integer> {

    private static final double MOST = 0.65;
    private static final String FORJA = "forja";
    private static final String NOTEBOOK = "notebook";

    @Option(names = "--rows", paramLabel = "N", description = "Rows of the CSV file (${DEFAULT-VALUE}).")
    private int rows = 10_000_000;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds of each part (${DEFAULT-VALUE}).")
    private int rounds = 3;

    @Option(names = "--parts", paramLabel = "PART", split = ",",
            description = "Of ${COMPLETION-CANDIDATES}; by default all of them.")
    private Set<Part> parts = EnumSet.allOf(Part.class);

    @Option(names = "--dir", paramLabel = "DIR",
            description = "Where the file and the tables are (${DEFAULT-VALUE}); a file that is there is used again.")
    private Path folder = Path.of("target", "bench");

    @Option(names = "--heap", paramLabel = "SIZE", description = "The heap of every process (${DEFAULT-VALUE}).")
    private String heap = "4g";

    @Option(names = "--assert", description = "End with 1 where Forja takes more than " + MOST + " of the notebook.")
    private boolean asserted;

    private final Path home;

    Main(Path home) {
        this.home = home;
    }

    /** Wants {@code -Dforja.home}, the folder of the distribution. */
    public static void main(String[] arguments) {
        Path home = Path.of(System.getProperty("forja.home")).toAbsolutePath();
        System.exit(new CommandLine(new Main(home)).setCaseInsensitiveEnumValuesAllowed(true).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        folder = folder.toAbsolutePath().normalize();
        SalesFile file = SalesFile.in(folder, rows);
        delete(folder.resolve("cold"));
        delete(folder.resolve("warm"));
        System.out.printf(Locale.ROOT, "%,d rows, %.2f GB; %d rounds, medians; %d cores, load %.1f; Java %s, %s%n", rows,
                Files.size(file.csv()) / 1e9, rounds, Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(), Runtime.version(),
                String.join(" ", jvm()));
        Map<Part, Figures> figures = new EnumMap<>(Part.class);
        for (Part part : parts) {
            if (part == Part.JMH) {
                java(folder, CsvParsing.class, file.csv().toString()).run(System.out::println);
                continue;
            }
            figures.put(part, part == Part.COLD ? cold(file) : warm(part, file));
            figures.get(part).print();
        }
        System.out.println();
        check(file);
        return asserted && Stream.of(Part.COLD, Part.WARM).filter(figures::containsKey)
                .anyMatch(part -> figures.get(part).ratio(FORJA) > MOST) ? 1 : 0;
    }

    private Figures cold(SalesFile file) throws IOException, InterruptedException {
        Path project = folder.resolve("cold");
        Files.createDirectories(project.resolve("pipelines"));
        Files.writeString(project.resolve("pipelines/vendas.yaml"), Pipelines.plain(file.csv()));
        Files.writeString(project.resolve("forja.yaml"), "lakehouse: {warehouse: lake/warehouse}\n");
        Program notebook = java(project, Notebook.class, file.csv().toString(), project.resolve("notebook").toString());
        // Without a start-up archive, which would make Forja faster, and the first round slower.
        Program forja = new Program(List.of(home.resolve("bin/forja").toString(), "run", "vendas"),
                Map.of("FORJA_CDS", "off", "FORJA_JAVA_OPTS", String.join(" ", jvm())), project, log());
        Figures figures = new Figures("cold: a new process each time");
        for (int round = 0; round < rounds; round++) {
            figures.add(NOTEBOOK, notebook.time());
            figures.add(FORJA, forja.time());
        }
        return figures;
    }

    private Figures warm(Part part, SalesFile file) throws IOException, InterruptedException {
        Path project = folder.resolve("warm");
        Files.createDirectories(project);
        Figures figures = new Figures(switch (part) {
            case WARM -> "warm: one process, after one round of each";
            case COSTS -> "warm: what Forja's guarantees cost";
            case SNAPSHOT -> "warm: a copy of a table";
            case YARDSTICK -> "warm: with all guarantees, against the notebook and DuckDB without any";
            default -> "warm: parsing alone, rows thrown away";
        });
        java(project, Warm.class, part.name(), file.csv().toString(), project.toString(), String.valueOf(rounds))
                .run(line -> Warm.read(line, figures));
        return figures;
    }

    /** Looks at what the last rounds left behind. */
    private void check(SalesFile file) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(String.valueOf(file.facts()), String.valueOf(file.cents())));
        Stream.of("cold/notebook/fato_vendas", "=cold/lake/warehouse/silver/fato_vendas",
                        "warm/lake/warehouse/fato_vendas", "=warm/lake/warehouse/silver/fato_vendas",
                        "=warm/lake/warehouse/vendas_sem_garantias",
                        "=warm/lake/warehouse/silver/fato_vendas_guardadas",
                        "=warm/lake/warehouse/silver/fato_vendas_confiaveis",
                        "=warm/lake/warehouse/silver/fato_vendas_em_camadas")
                .map(table -> table.startsWith("=") ? "=" + folder.resolve(table.substring(1)) : "" + folder.resolve(table))
                .filter(table -> Files.isDirectory(Path.of(table.replaceFirst("^=", ""))))
                .forEach(arguments::add);
        java(folder, Answers.class, arguments.toArray(String[]::new)).run(System.out::println);
    }

    private Program java(Path directory, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
        command.addAll(jvm());
        command.add("@" + home.resolve("lib/add-opens.args"));
        command.addAll(List.of("-cp", classPath(), main.getName()));
        command.addAll(List.of(arguments));
        return new Program(command, Map.of(), directory, log());
    }

    /** This process's, for one in another folder. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The options of every process on both sides: the daemon's collector, and the optimising compiler. */
    private List<String> jvm() {
        return List.of("-Xmx" + heap, "-XX:+UseG1GC", "-XX:+UnlockExperimentalVMOptions", "-XX:G1MaxNewSizePercent=20",
                "-XX:TieredStopAtLevel=4");
    }

    private Path log() {
        return folder.resolve("bench.log");
    }

    private static void delete(Path tree) throws IOException {
        if (Files.exists(tree)) {
            try (Stream<Path> walk = Files.walk(tree)) {
                for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
