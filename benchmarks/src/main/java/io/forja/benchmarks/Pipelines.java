package io.forja.benchmarks;

import java.nio.file.Path;

/** The pipelines that are measured. */
final class Pipelines {

    /** What the notebook does, with the latest row of each id kept and money exact. */
    private static final String PLAIN = """
            pipeline: vendas
            jobs:
              fato_vendas:
                clean:
                  from: {csv: "%s"}
                  steps:
                    - dropDuplicates: {key: id_transacao, keep: last, orderBy: atualizado_em}
                    - dropNulls: valor
                    - cast: {valor: "decimal(18,2)"}
                  into: {table: silver.fato_vendas}
            """;

    /** The same, with what is wrong kept in a table, and a condition on every row that is written. */
    private static final String GUARDED = """
            pipeline: vendas_guardadas
            jobs:
              fato_vendas:
                clean:
                  from: {csv: "%s"}
                  steps:
                    - dropDuplicates: {key: id_transacao, keep: last, orderBy: atualizado_em}
                    - dropNulls: {columns: valor, instead: reject}
                    - cast: {valor: "decimal(18,2)"}
                  rejects: silver.vendas_rejeitadas
                  expect: [valor >= 0]
                  into: {table: silver.fato_vendas_guardadas}
            """;

    /** With all that a table can be trusted for: limits, and expectations of keys, values and numbers. */
    private static final String TRUSTED = """
            pipeline: vendas_confiaveis
            jobs:
              fato_vendas:
                clean:
                  from: {csv: "%s"}
                  steps:
                    - dropDuplicates: {key: id_transacao, keep: last, orderBy: atualizado_em}
                    - dropNulls: {columns: valor, instead: reject}
                    - cast: {valor: "decimal(18,2)"}
                  rejects: silver.vendas_rejeitadas
                  maxRejects: 5%%
                  expect:
                    - valor >= 0
                    - {unique: id_transacao}
                    - {volume: 20%% of last 7}
                  into: {table: silver.fato_vendas_confiaveis}
            """;

    /** The same once more, over a bronze table in which each row says where it came from. */
    private static final String LAYERED = """
            pipeline: vendas_em_camadas
            jobs:
              bronze_vendas:
                ingest:
                  from: {csv: "%s"}
                  provenance: true
                  into: {table: bronze.vendas}
              fato_vendas:
                needs: bronze_vendas
                clean:
                  from: bronze.vendas
                  steps:
                    - dropDuplicates: {key: id_transacao, keep: last, orderBy: atualizado_em}
                    - dropNulls: {columns: valor, instead: reject}
                    - cast: {valor: "decimal(18,2)"}
                  rejects: silver.vendas_rejeitadas
                  expect: [valor >= 0]
                  into: {table: silver.fato_vendas_em_camadas}
            """;

    static final String SNAPSHOT = """
            pipeline: copias
            jobs:
              copia:
                snapshot: bronze.vendas_inteiras
            """;

    private static final String BRONZE = """
            pipeline: vendas_inteiras
            jobs:
              bronze:
                ingest: {from: {csv: "%s"}, into: {table: bronze.vendas_inteiras}}
            """;

    private Pipelines() {}

    static String bronze(Path csv) {
        return BRONZE.formatted(csv);
    }

    static String plain(Path csv) {
        return PLAIN.formatted(csv);
    }

    static String guarded(Path csv) {
        return GUARDED.formatted(csv);
    }

    static String trusted(Path csv) {
        return TRUSTED.formatted(csv);
    }

    static String layered(Path csv) {
        return LAYERED.formatted(csv);
    }
}
