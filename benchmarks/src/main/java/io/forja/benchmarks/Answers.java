package io.forja.benchmarks;

import java.math.BigDecimal;
import java.util.Locale;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Whether the tables that were made hold what they should; ends with 1 where one does not. */
final class Answers {

    private Answers() {}

    /**
     * Started with the rows and the cents that are right, and for each table its path, with {@code =} in front where
     * the latest rows were kept, so that the cents must be right too.
     */
    public static void main(String[] arguments) {
        SparkSession spark = SparkSession.builder()
                .master("local[*]")
                .config("spark.ui.enabled", false)
                .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
                .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                .getOrCreate();
        long rows = Long.parseLong(arguments[0]);
        BigDecimal cents = new BigDecimal(arguments[1]);
        boolean right = true;
        for (int i = 2; i < arguments.length; i++) {
            boolean latest = arguments[i].startsWith("=");
            String path = arguments[i].substring(latest ? 1 : 0);
            Row found = spark.read().format("delta").load(path)
                    .selectExpr("count(*)", "count(distinct id_transacao)", "cast(sum(valor) * 100 as decimal(38,0))")
                    .head();
            boolean same = found.getLong(0) == rows && found.getLong(1) == rows
                    && (!latest || found.getDecimal(2).compareTo(cents) == 0);
            System.out.printf(Locale.ROOT, "%s: %,d rows, one for each id%s: %s%n", path, found.getLong(0),
                    latest ? ", the latest" : "", same ? "right" : "WRONG");
            right &= same;
        }
        spark.stop();
        System.exit(right ? 0 : 1);
    }
}
