package io.forja.benchmarks;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Properties;
import java.util.Random;

/**
 * The CSV file that both sides read, the same bytes on every machine, and what the table made of it must hold. One row
 * in fifty repeats an earlier {@code id_transacao}, with a time before, after or equal to the other's; one id in a
 * hundred never has a {@code valor}, so that the notebook, which keeps any of the repeated rows, gets as many rows as
 * Forja, which keeps the latest.
 *
 * @param csv where the file is
 * @param facts the rows that are left
 * @param cents the sum of their {@code valor} where the latest row of each id was kept, in hundredths
 */
record SalesFile(Path csv, long facts, long cents) {

    private static final long SEED = 20_261_129;
    private static final int REPEATED_EVERY = 50;
    private static final int EMPTY_EVERY = 100;
    private static final int FIRST_ID = 10_000_001;
    private static final LocalDateTime START = LocalDateTime.of(2026, 1, 1, 0, 0);
    private static final int SECONDS = 300 * 86_400;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final String[] STATES = {"SP", "RJ", "MG", "RS", "PR", "SC", "BA", "PE", "CE", "AM", "PA", "GO"};
    private static final String[] CHANNELS = {"web", "loja", "app"};

    /** The file of so many rows in a folder, written if it is not there yet. */
    static SalesFile in(Path folder, int rows) throws IOException {
        Path csv = folder.resolve("vendas-" + rows + ".csv");
        Path truth = folder.resolve("vendas-" + rows + ".properties");
        if (!Files.exists(truth)) {
            Files.createDirectories(folder);
            Path unfinished = folder.resolve(csv.getFileName() + ".part");
            Properties properties = new Writer(rows).write(unfinished);
            Files.move(unfinished, csv, StandardCopyOption.REPLACE_EXISTING);
            try (OutputStream out = Files.newOutputStream(truth)) {
                properties.store(out, null);
            }
        }
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(truth)) {
            properties.load(in);
        }
        return new SalesFile(csv.toAbsolutePath(), Long.parseLong(properties.getProperty("facts")),
                Long.parseLong(properties.getProperty("cents")));
    }

    private static final class Writer {

        private final Random random = new Random(SEED);
        private final int rows;
        /** Of each id, by the order of its first row: the seconds and the cents of its latest row. */
        private final int[] latest;
        private final int[] cents;
        private int ids;

        Writer(int rows) {
            this.rows = rows;
            latest = new int[rows];
            cents = new int[rows];
        }

        Properties write(Path file) throws IOException {
            try (BufferedWriter out = Files.newBufferedWriter(file)) {
                out.write("id_transacao,cliente,loja,uf,produto,quantidade,valor,canal,observacao,atualizado_em\n");
                for (int row = 1; row <= rows; row++) {
                    out.write(row % REPEATED_EVERY == 0 ? row(random.nextInt(ids)) : row(ids++));
                }
            }
            long facts = 0;
            long sum = 0;
            for (int id = 0; id < ids; id++) {
                facts += hasValue(id) ? 1 : 0;
                sum += hasValue(id) ? cents[id] : 0;
            }
            Properties properties = new Properties();
            properties.setProperty("facts", String.valueOf(facts));
            properties.setProperty("cents", String.valueOf(sum));
            return properties;
        }

        private static boolean hasValue(int id) {
            return id % EMPTY_EVERY != 0;
        }

        private String row(int id) {
            int second = random.nextInt(SECONDS);
            if (cents[id] > 0 && random.nextInt(10) == 0) {
                second = latest[id];
            }
            int value = 1 + random.nextInt(99_999);
            // Of two rows at one time the later in the file is the later one.
            if (cents[id] == 0 || second >= latest[id]) {
                latest[id] = second;
                cents[id] = value;
            }
            int sign = random.nextInt(200);
            return (FIRST_ID + id)
                    + "," + (10_000 + random.nextInt(90_000))
                    + ",L" + (100 + random.nextInt(80))
                    + "," + STATES[random.nextInt(STATES.length)]
                    + ",P" + (1000 + random.nextInt(2000))
                    + "," + (1 + random.nextInt(9))
                    + "," + (hasValue(id) ? value / 100 + "." + value % 100 / 10 + value % 10 : "")
                    + "," + CHANNELS[random.nextInt(CHANNELS.length)]
                    + "," + (sign == 0 ? "\"urgente, frágil\"" : sign < 20 ? "presente" : "")
                    + "," + TIME.format(START.plusSeconds(second).atOffset(ZoneOffset.UTC))
                    + "\n";
        }
    }
}
