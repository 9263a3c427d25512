package io.forja.benchmarks;

import static org.apache.spark.sql.functions.col;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/** The notebook that people write today, line by line, on Spark's defaults with Delta. */
final class Notebook {

    private Notebook() {}

    /** Started with the CSV file and the warehouse. */
    public static void main(String[] arguments) {
        SparkSession spark = SparkSession.builder()
                .appName("nb_transformacao_silver")
                .master("local[*]")
                .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
                .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                .config("spark.sql.warehouse.dir", arguments[1])
                .getOrCreate();
        run(spark, arguments[0]);
        spark.stop();
    }

    static void run(SparkSession spark, String csv) {
        Dataset<Row> raw = spark.read().option("header", true).option("inferSchema", true).csv(csv);
        Dataset<Row> clean = raw.dropDuplicates(new String[] {"id_transacao"})
                .filter(col("valor").isNotNull())
                .withColumn("valor", col("valor").cast("double"));
        clean.write().format("delta").mode(SaveMode.Overwrite).saveAsTable("fato_vendas");
    }
}
