package io.forja.benchmarks;

import io.forja.jobs.csv.CsvFormat;
import io.forja.jobs.csv.CsvRead;
import io.forja.jobs.csv.CsvSource;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Forja's CSV source and Spark's own over one file, its rows thrown away; a JVM of its own for each. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 5)
@Fork(1)
public class CsvParsing {

    private static final String FILE = "forja.bench.csv";

    private SparkSession spark;
    private String csv;
    private StructType schema;

    /** Started with the CSV file. */
    public static void main(String[] arguments) throws RunnerException {
        new Runner(new OptionsBuilder().include(CsvParsing.class.getName())
                .jvmArgsAppend("-D" + FILE + "=" + Path.of(arguments[0]).toAbsolutePath()).build()).run();
    }

    @Setup
    public void open() {
        csv = System.getProperty(FILE);
        spark = SparkSession.builder().master("local[*]").config("spark.ui.enabled", false).getOrCreate();
        spark.sparkContext().setLogLevel("ERROR");
        schema = own().schema();
    }

    @TearDown
    public void close() {
        spark.stop();
    }

    @Benchmark
    public void forja() {
        throwAway(own());
    }

    @Benchmark
    public void spark() {
        throwAway(spark.read().schema(schema).option("header", true).csv(csv));
    }

    private Dataset<Row> own() {
        return CsvSource.read(spark, List.of(csv), CsvFormat.STANDARD, CsvRead.STRICT).dataset();
    }

    private static void throwAway(Dataset<Row> rows) {
        rows.write().format("noop").mode("overwrite").save();
    }
}
