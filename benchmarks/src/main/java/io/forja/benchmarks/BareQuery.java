package io.forja.benchmarks;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.row_number;

import io.forja.jobs.csv.CsvFormat;
import io.forja.jobs.csv.CsvMetadata;
import io.forja.jobs.csv.CsvRead;
import io.forja.jobs.csv.CsvSource;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;

/**
 * The query of the clean job, on Forja's CSV source and settings, as one would write it who counts no rows, checks no
 * cast and stages nothing: what is left of the time is the price of these.
 */
final class BareQuery {

    private BareQuery() {}

    static void run(SparkSession spark, Path csv) {
        Dataset<Row> raw = CsvSource.read(spark, List.of(csv.toString()), CsvFormat.STANDARD,
                CsvRead.STRICT.withMetadata(CsvMetadata.SOURCE_ROW)).dataset();
        Dataset<Row> clean = raw
                .withColumn("rank", row_number().over(Window.partitionBy("id_transacao")
                        .orderBy(col("atualizado_em").desc(), col("_source_row").desc())))
                .filter(col("rank").equalTo(1).and(col("valor").isNotNull()))
                .withColumn("valor", col("valor").cast("decimal(18,2)"))
                .drop("rank", "_source_row");
        clean.write().format("delta").mode(SaveMode.Overwrite).saveAsTable("vendas_sem_garantias");
    }
}
