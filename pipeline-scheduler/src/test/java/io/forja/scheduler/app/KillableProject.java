package io.forja.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.forja.core.problem.Redaction;
import io.forja.core.run.JobRecord;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.core.testing.S3Server;
import io.forja.scheduler.app.Commands.Ended;
import io.forja.scheduler.ledger.SqlLedger;
import io.forja.scheduler.ledger.StateDatabase;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A project whose tables tell whether anything of a run was done twice or not at all, and what can be seen of it from
 * outside of its processes.
 */
final class KillableProject {

    /** Where its lake is. */
    enum Store {
        LOCAL_DISK,
        S3
    }

    /** The tables that its pipeline writes. */
    private static final List<String> TABLES = List.of("bronze.chegadas", "silver.apolices", "silver.eventos");

    private static final String PIPELINE = """
            pipeline: seguros
            jobs:
              chegadas:
                ingest:
                  from: {csv: "entrada/${run.date}.csv"}
                  into: {table: bronze.chegadas, path: "%s/bronze/chegadas", mode: append}
              apolices:
                needs: chegadas
                merge:
                  into: silver.apolices
                  query: >-
                    SELECT id, cobertura, CAST(valor AS DECIMAL(30, 10)) AS valor FROM bronze.chegadas
                    WHERE dia = '${run.date}'
                  key: id
                  whenMatched: [{set: {valor: target.valor + source.valor}}]
              reajuste:
                needs: apolices
                update: {table: silver.apolices, set: {valor: valor * 1.15}, where: cobertura = 'Básica'}
              eventos:
                needs: reajuste
                sql:
                  query: SELECT DATE'${run.date}' AS dia, sum(valor) AS total FROM silver.apolices
                  into: {table: silver.eventos, mode: append}
              copia:
                needs: eventos
                snapshot: {tables: [silver.apolices, silver.eventos], register: copias}
              copia_parcial:
                needs: copia
                snapshot: {tables: [bronze.chegadas], mode: incremental}
              expira:
                needs: copia_parcial
                expire: {snapshots: "*", olderThan: 1d, keepAtLeast: 1}
              expira_linhas:
                needs: copia_parcial
                expire: {rows: silver.eventos, column: dia, olderThan: 1d}
            """;

    /** Files that come and go, or hold nothing that the others do not: halves, checksums, checkpoints, locks. */
    private static final Pattern BESIDES = Pattern.compile(
            "(.*/)?\\.[^/]*|.*/_delta_log/.*(crc|parquet|_last_checkpoint)|.*_forja_(probe|lock)_.*");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final Store store;
    private final String bucket;

    private KillableProject(Path folder, Store store) {
        this.folder = folder;
        this.store = store;
        this.bucket = "killable-" + folder.getFileName();
    }

    /** A project in a folder that is not there yet, with so many days to run for. */
    static KillableProject in(Path folder, Store store, LocalDate first, int days) throws IOException {
        KillableProject project = new KillableProject(folder, store);
        Files.createDirectories(folder.resolve("pipelines"));
        Files.createDirectories(folder.resolve("entrada"));
        String lake = store == Store.S3 ? "s3a://" + project.bucket : "lake";
        Files.writeString(folder.resolve("forja.yaml"), """
                lakehouse: {warehouse: "%1$s/warehouse", snapshots: "%1$s/snapshots"}
                spark: {master: "local[2]", conf: {spark.sql.shuffle.partitions: "2"}}
                http: {port: 0}
                """.formatted(lake) + (store == Store.S3 ? """
                storage: {s3: {endpoint: "%s", accessKey: %s, secretKey: "%s"}}
                """.formatted(S3Server.shared().bucket(project.bucket).endpoint(), S3Server.ACCESS_KEY,
                S3Server.SECRET_KEY) : ""));
        Files.writeString(folder.resolve("pipelines/seguros.yaml"), PIPELINE.formatted(lake));
        for (int day = 0; day < days; day++) {
            LocalDate date = first.plusDays(day);
            StringBuilder csv = new StringBuilder("dia,id,cobertura,valor\n");
            for (int id = 0; id < 20; id++) {
                csv.append(date).append(',').append((id + 7 * day) % 30).append(id % 3 == 0 ? ",Básica," : ",Total,")
                        .append(100 + id + day).append('\n');
            }
            Files.writeString(folder.resolve("entrada/" + date + ".csv"), csv);
        }
        return project;
    }

    Path folder() {
        return folder;
    }

    Ended forja(Commands forja, String... args) {
        return forja.run(Stream.concat(Stream.of("--config", folder.resolve("forja.yaml").toString()), Stream.of(args))
                .toArray(String[]::new));
    }

    /** The last run of a day; empty before there is one. */
    Optional<RunRecord> lastRun(LocalDate day) {
        return fromLedger(ledger -> ledger.runs(RunQuery.latest(1000)).stream()
                .filter(run -> LocalDate.ofInstant(run.logicalTime(), ZoneOffset.UTC).equals(day))
                .max(Comparator.comparing(RunRecord::rerun))).flatMap(run -> run);
    }

    /** The jobs of a run in their order; none for one that is not there. */
    List<JobRecord> jobs(String run) {
        return fromLedger(ledger -> ledger.jobs(run)).orElse(List.of());
    }

    private <T> Optional<T> fromLedger(Function<SqlLedger, T> question) {
        Path state = folder.resolve("state/forja.db");
        if (!Files.exists(state)) {
            return Optional.empty();
        }
        try (StateDatabase database = StateDatabase.open(state)) {
            return Optional.of(question.apply(new SqlLedger(database, new Redaction())));
        }
    }

    /** Every file of the lake with its size, as the disk has them that the store keeps them on. */
    Map<String, Long> files() {
        Path lake = store == Store.S3 ? S3Server.shared().folder(bucket) : folder.resolve("lake");
        Map<String, Long> files = new HashMap<>();
        if (Files.exists(lake)) {
            collect(lake.toFile(), lake.toString().length() + 1, files);
        }
        return files;
    }

    /** Looks past what goes while it looks. */
    private static void collect(File directory, int root, Map<String, Long> files) {
        File[] all = directory.listFiles();
        for (File file : all == null ? new File[0] : all) {
            if (file.isDirectory()) {
                collect(file, root, files);
            } else {
                files.put(file.getPath().substring(root), file.length());
            }
        }
    }

    /** What of a lake has to be equal, however its runs came to their end: rows, versions, snapshots and files. */
    Map<String, List<String>> seen(Commands forja) throws IOException {
        Map<String, List<String>> seen = new TreeMap<>();
        for (String table : TABLES) {
            seen.put("rows of " + table, rows(forja, table));
            seen.put("versions of " + table, json(forja, "tables", "history", table, "-n", "1000").stream()
                    .map(version -> Stream.of("version", "operation", "job", "problem")
                            .map(key -> version.path(key).asText()).collect(Collectors.joining(" "))).toList());
        }
        seen.put("tables", json(forja, "tables", "list").stream().map(table -> table.path("name").asText()).sorted()
                .toList());
        List<JsonNode> snapshots = json(forja, "snapshots", "list");
        seen.put("snapshots", snapshots.stream().map(snapshot -> snapshot.path("name").asText() + " of version "
                + snapshot.path("version").asText() + " with " + snapshot.path("rows").asText() + " rows").toList());
        for (JsonNode snapshot : snapshots) {
            seen.put("rows of " + snapshot.path("name").asText(),
                    rows(forja, "delta.`" + snapshot.path("path").asText() + "`"));
        }
        seen.put("files", files().keySet().stream().map(KillableProject::nameless)
                .filter(file -> !BESIDES.matcher(file).matches()).sorted().toList());
        return seen;
    }

    /** A file's name without what is made up anew each time. */
    private static String nameless(String file) {
        return file.replaceAll("forja-[^/]*-part-[^/]*", "forja-*")
                .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "*");
    }

    /** Of the snapshots that there are each can be read, with the rows that it says it has. */
    void requireWholeSnapshots(Commands forja) throws IOException {
        for (JsonNode snapshot : json(forja, "snapshots", "list")) {
            assertThat(rows(forja, "delta.`" + snapshot.path("path").asText() + "`"))
                    .as(snapshot.path("name").asText()).hasSize(1 + snapshot.path("rows").asInt());
        }
    }

    /** The rows that each job of a day's last run accounts for. */
    Map<String, Object> accounts(LocalDate day) {
        Map<String, Object> accounts = new TreeMap<>();
        jobs(lastRun(day).orElseThrow().id()).forEach(job -> accounts.put(job.job(), job.result().rows()));
        return accounts;
    }

    private List<String> rows(Commands forja, String table) {
        Ended ended = forja(forja, "sql", "select * from " + table + " order by 1, 2", "--max-rows", "100000",
                "-o", "csv");
        assertThat(ended.code()).as(ended.err()).isZero();
        return ended.out().lines().toList();
    }

    private List<JsonNode> json(Commands forja, String... args) throws IOException {
        Ended ended = forja(forja, Stream.concat(Stream.of(args), Stream.of("-o", "json")).toArray(String[]::new));
        assertThat(ended.code()).as(ended.err()).isZero();
        List<JsonNode> nodes = new ArrayList<>();
        JSON.readTree(ended.out()).forEach(nodes::add);
        return nodes;
    }

    String log() {
        try {
            return Files.readString(folder.resolve("log.txt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
