package io.forja.jobs.csv;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * How fast rows are parsed and thrown away, against Spark's own CSV source with a given schema; in seconds on the clock
 * and of CPU time in tasks, which tells more where others use the machine. Run it by hand: arguments are the number of
 * rows (2000000) and of rounds (5).
 */
public final class CsvBenchmark {
    private CsvBenchmark() {}

    public static void main(String[] arguments) throws IOException, TimeoutException {
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
            Cost ownCost = cost(own);
            Cost sourcedCost = cost(sourced);
            Cost sparkCost = cost(sparks);
            System.out.printf("round %d: own %s, with all metadata %s, Spark's %s: ratio %.1f of CPU, %.1f of time%n",
                    round, ownCost, sourcedCost, sparkCost,
                    sparkCost.cpu / ownCost.cpu, sparkCost.wall / ownCost.wall);
        }
        spark.stop();
        Files.delete(file);
    }

    private static Cost cost(Dataset<Row> dataset) throws TimeoutException {
        LongAdder cpuNanos = new LongAdder();
        SparkListener tasks = new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                cpuNanos.add(end.taskMetrics().executorCpuTime());
            }
        };
        SparkContext context = dataset.sparkSession().sparkContext();
        context.addSparkListener(tasks);
        long start = System.nanoTime();
        dataset.write().format("noop").mode("overwrite").save();
        double wall = (System.nanoTime() - start) / 1e9;
        context.listenerBus().waitUntilEmpty();
        context.removeSparkListener(tasks);
        return new Cost(wall, cpuNanos.sum() / 1e9);
    }

    private record Cost(double wall, double cpu) {
        @Override
        public String toString() {
            return String.format("%.2f s (%.2f CPU)", wall, cpu);
        }
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
