package io.forja.jobs.snapshots;

import io.delta.tables.DeltaTable;
import io.forja.jobs.PreparedLake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** What tables can be like. Each is made by statements, in which %s is the table. */
public enum TableKind {
    PLAIN("create table %s (id int, nome string) using delta",
            "insert into %s values (1, 'Ana'), (2, null)"),
    EMPTY("create table %s (id int, nome string) using delta"),
    OF_DELETED_ROWS_ALONE("create table %s using delta as select 1 as id", "delete from %s"),
    COLUMN_MAPPING("create table %s using delta partitioned by (`nome, completo`)"
            + " tblproperties ('delta.columnMapping.mode' = 'name')"
            + " as select * from values (1, 'Ana'), (2, 'Zé') as t(`o id`, `nome, completo`)",
            "alter table %s rename column `o id` to numero"),
    DELETION_VECTORS("create table %s (id int) using delta tblproperties ('delta.enableDeletionVectors' = 'true')",
            "insert into %s select /*+ coalesce(1) */ cast(id as int) from range(100)",
            "delete from %s where id % 7 = 3",
            "delete from %s where id % 7 = 5"),
    ODD_PARTITIONS("create table %s using delta partitioned by (p, q) as select * from values"
            + " (1, 'a=b/c', 'ä ñ'), (2, 'x%20y', '10:30:00'), (3, null, '#?&'),"
            + " (4, '', 'a\\\\b\"'), (5, ' ', '..'), (6, '../../fora', '日本') as t(id, p, q)"),
    CHECKED("create table %s using delta as select * from values (1, 10.50), (2, 0.00) as t(id, valor)",
            "alter table %s add constraint positivo check (valor >= 0)"),
    GENERATED("insert into %s (id) values (1), (21)") {
        @Override
        void begin(SparkSession spark, Path path) {
            DeltaTable.create(spark).location(path.toString()).addColumn("id", "int")
                    .addColumn(DeltaTable.columnBuilder(spark, "dobro").dataType("int").generatedAlwaysAs("id * 2")
                            .build())
                    .execute();
        }
    },
    IDENTITY("insert into %s (nome) values ('a'), ('b')") {
        @Override
        void begin(SparkSession spark, Path path) {
            DeltaTable.create(spark).location(path.toString())
                    .addColumn(DeltaTable.columnBuilder(spark, "id").dataType("bigint").generatedAlwaysAsIdentity()
                            .build())
                    .addColumn("nome", "string")
                    .execute();
        }
    },
    ROW_TRACKING("create table %s using delta tblproperties ('delta.enableRowTracking' = 'true')"
            + " as select * from values (1), (2) as t(id)",
            "insert into %s values (3)"),
    IN_COMMIT_TIMESTAMPS("create table %s using delta as select 1 as id",
            "alter table %s set tblproperties ('delta.enableInCommitTimestamps' = 'true')",
            "insert into %s values (2)"),
    CHANGE_FEED("create table %s using delta tblproperties ('delta.enableChangeDataFeed' = 'true')"
            + " as select * from values (1), (2), (3) as t(id)",
            "update %s set id = 20 where id = 2"),
    CLUSTERED("create table %s using delta cluster by (nome)"
            + " as select * from values (1, 'a'), (2, 'b') as t(id, nome)"),
    V2_CHECKPOINTS("create table %s using delta tblproperties ('delta.checkpointPolicy' = 'v2',"
            + " 'delta.checkpointInterval' = '2') as select 1 as id",
            "insert into %s values (2)", "insert into %s values (3)"),
    WITHOUT_STATISTICS("create table %s using delta"
            + " tblproperties ('delta.checkpoint.writeStatsAsJson' = 'false', 'delta.checkpointInterval' = '1')"
            + " as select * from values (1), (2), (3) as t(id)",
            "insert into %s values (4)"),
    SHALLOW_CLONE("create table %s_origin using delta partitioned by (ano)"
            + " tblproperties ('delta.enableDeletionVectors' = 'true') as select /*+ coalesce(1) */"
            + " cast(id as int) as id, 2024 + cast(id % 2 as int) as ano from range(50)",
            "delete from %s_origin where id % 7 = 3",
            "create table %s shallow clone %s_origin",
            "insert into %s values (1000, 2025)",
            "delete from %s where id % 7 = 5");

    private static final Path MADE = PreparedLake.temporaryFolder("tables");

    private final List<String> statements;

    TableKind(String... statements) {
        this.statements = List.of(statements);
    }

    void begin(SparkSession spark, Path path) {}

    /** Makes such a table at a path: by its statements the first time, by copying those files ever after. */
    void put(SparkSession spark, Path path) {
        if (this == SHALLOW_CLONE) {
            // Its files have their addresses in full.
            create(spark, path);
            return;
        }
        try {
            if (!Files.exists(MADE.resolve(name()))) {
                create(spark, MADE.resolve(name()));
            }
            PreparedLake.copyTree(MADE.resolve(name()), path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void create(SparkSession spark, Path path) {
        begin(spark, path);
        statements.forEach(statement -> spark.sql(statement
                .replace("%s_origin", "delta.`" + path + "_origin`").replace("%s", "delta.`" + path + "`")));
    }
}
