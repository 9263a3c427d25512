package io.forja.jobs.csv;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * How fast rows are parsed and thrown away, against Spark's own CSV source with a given schema. Run it by hand:
 * arguments are the number of rows (2000000) and of rounds (5).
 */
public final class CsvBenchmark {
    private CsvBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2_000_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        Path file = Files.createTempDirectory("csv-benchmark").resolve("vendas.csv");
        write(file, rows);
        SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", false)
                .config("spark.sql.shuffle.partitions", 2)
                .getOrCreate();
        spark.sparkContext().setLogLevel("ERROR");
        System.out.printf("%,d rows, %,d bytes%n", rows, Files.size(file));
        for (int round = 1; round <= rounds; round++) {
            Dataset<Row> own = CsvSource.read(spark, List.of(file.toString()), CsvFormat.STANDARD, CsvRead.STRICT)
                    .dataset();
            Dataset<Row> sourced = CsvSource.read(spark, List.of(file.toString()), CsvFormat.STANDARD,
                    CsvRead.STRICT.withMetadata(CsvMetadata.values())).dataset();
            Dataset<Row> sparks = spark.read().schema(own.schema()).option("header", true).csv(file.toString());
            double ownSeconds = seconds(own);
            double sourcedSeconds = seconds(sourced);
            double sparkSeconds = seconds(sparks);
            System.out.printf("round %d: own %.2f s, with all metadata %.2f s, Spark's %.2f s: ratio %.1f%n",
                    round, ownSeconds, sourcedSeconds, sparkSeconds, sparkSeconds / ownSeconds);
        }
        spark.stop();
        Files.delete(file);
    }

    private static double seconds(Dataset<Row> dataset) {
        long start = System.nanoTime();
        dataset.write().format("noop").mode("overwrite").save();
        return (System.nanoTime() - start) / 1e9;
    }

    private static void write(Path file, int rows) throws IOException {
        Random random = new Random(1);
        String[] cities = {"São Paulo", "Recife", "Belo Horizonte", "Curitiba", "Manaus"};
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("id,loja,cidade,produto,quantidade,valor,desconto,data,canal,obs\n");
            for (int row = 0; row < rows; row++) {
                String value = row % 100 == 0 ? "" : random.nextInt(1000) + "." + random.nextInt(10) + "0";
                String note = row % 50 == 0 ? "\"entrega, \"\"urgente\"\"\"" : "ok";
                out.write(row + "," + random.nextInt(50) + "," + cities[random.nextInt(5)] + ",p"
                        + random.nextInt(1000) + "," + random.nextInt(9) + "," + value + ",0," + "2024-01-"
                        + (10 + random.nextInt(20)) + ",web," + note + "\n");
            }
        }
    }
}
