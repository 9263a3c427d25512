package io.forja.jobs.csv;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;

/** Reads CSV files into Spark. */
public final class CsvSource {
    private CsvSource() {}

    /**
     * The files as a dataset. Looks at the start of each file now, and reads the rows when the dataset is queried; what
     * is wrong with a row is thrown then, and found in what Spark throws by {@link CsvException#in}.
     *
     * @param paths files, directories (their own files, without names that start with {@code _} or {@code .}) and
     *              globs, on any file system that the session knows; a file that is named twice is read once
     * @throws CsvException where a path stands for no file, a file has no header, or columns differ between the files
     *                      and the options do not allow it
     */
    public static CsvInput read(SparkSession spark, List<String> paths, CsvFormat format, CsvRead options) {
        Configuration hadoop = spark.sessionState().newHadoopConf();
        ColumnPlan plan = ColumnPlan.of(hadoop, paths, format, options);
        CsvTable table = new CsvTable(plan, format, options, hadoop, spark.sparkContext().defaultParallelism());
        DataSourceV2Relation relation = DataSourceV2Relation.create(
                table, Option.empty(), Option.empty(), CaseInsensitiveStringMap.empty());
        Dataset<Row> rows = withConstantFile(Dataset.ofRows(spark, relation), plan.files(), options);
        return new CsvInput(rows, plan.header().names(), plan.header().notes());
    }

    /** The name of an only file as a constant, which Spark does not move about with every row. */
    private static Dataset<Row> withConstantFile(Dataset<Row> rows, List<FilePlan> files, CsvRead options) {
        return files.size() == 1 && options.metadata().contains(CsvMetadata.SOURCE_FILE)
                ? rows.withColumn(CsvMetadata.SOURCE_FILE.column(), functions.lit(files.get(0).file().shownPath()))
                : rows;
    }
}
