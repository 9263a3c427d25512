package io.forja.jobs.clean;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.job.JobResult;
import io.forja.jobs.TestLake;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random steps over random rows, held against {@link CleanModel}; the seed of a failure names its case for good. */
@Tag("spark")
class CleanModelTest {

    @TempDir
    Path folder;

    static LongStream seeds() {
        return LongStream.concat(LongStream.range(0, 40), LongStream.of(System.nanoTime()));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void steps_keep_and_take_out_the_rows_that_a_plain_reading_of_them_does(long seed) {
        CleanModel model = new CleanModel(seed);
        LocalClean cleaned = LocalClean.of(rows(model, (int) Math.floorMod(seed, 4L) + 1), model.steps());

        assertThat(cleaned.survivors()).as(model.steps()).isEqualTo(model.survivors());
        assertThat(cleaned.left()).as(model.steps()).isEqualTo(model.left());
    }

    @ParameterizedTest
    @MethodSource("fewSeeds")
    void a_whole_job_writes_rejects_and_counts_the_same_rows(long seed) throws Exception {
        CleanModel model = new CleanModel(seed);
        TestLake lake = TestLake.in(folder);
        rows(model, 2).write().format("delta").mode(SaveMode.Overwrite).save(folder.resolve("lake/fonte").toString());

        JobResult result = lake.runJob("""
                clean:
                  from: lake/fonte
                  steps:
                %s
                  rejects: silver.rejeitados
                  into: {table: silver.limpo}
                """.formatted(model.steps().indent(4)));

        assertThat(result.rows().read()).isEqualTo(model.source().size());
        assertThat(lake.table("silver.limpo").collectAsList().stream().map(row -> row.mkString(",")).sorted())
                .as(model.steps()).isEqualTo(model.survivors());
        assertThat(result.rows().read() - result.rows().written())
                .isEqualTo(model.left().values().stream().mapToInt(Integer::intValue).sum());
        long rejects = lake.versions("silver.rejeitados") == 0 ? 0 : lake.table("silver.rejeitados").count();
        assertThat(result.rows().rejected()).isEqualTo(rejects);
    }

    static LongStream fewSeeds() {
        return LongStream.of(3, 14, 15);
    }

    private static Dataset<Row> rows(CleanModel model, int partitions) {
        StructType schema = new StructType();
        for (String name : model.sourceColumns()) {
            schema = schema.add(name, DataTypes.StringType);
        }
        List<Row> rows = model.source().stream()
                .map(row -> RowFactory.create(model.sourceColumns().stream().map(row::get).toArray()))
                .toList();
        Dataset<Row> local = TestLake.session().createDataFrame(rows, schema);
        return partitions == 1 ? local : local.repartition(partitions);
    }
}
