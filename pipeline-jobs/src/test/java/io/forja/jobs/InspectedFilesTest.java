package io.forja.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.forja.core.inspect.Inspection;
import io.forja.core.job.JobResult;
import io.forja.core.job.RowCounts;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.inspect.CsvInspector;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an inspector proposes, run as it is: no row is rejected that should not be, and no value changes. */
@Tag("spark")
class InspectedFilesTest {

    private static final String ANP = "anp_ultimas-4-semanas-diesel-gnv.csv";
    private static final String MOJ = "moj-aramis-data-march-11.csv";
    private static final String ORDERS = "aw_PurchaseOrderDetail.csv";

    @TempDir
    private Path folder;

    private TestLake lake;

    @BeforeEach
    void lake() {
        lake = TestLake.in(folder);
    }

    private String proposed(String path) {
        return inspected(path).pipeline();
    }

    private Inspection inspected(String path) {
        return new CsvInspector(new Configuration(), new Locations(folder, "lake/warehouse", "lake/snapshots"))
                .inspect(path);
    }

    /** Runs the proposal and gives the result of its last job. */
    private RowCounts run(String path) throws Exception {
        Map<String, JobResult> results = lake.run(proposed(path));
        List<JobResult> inOrder = List.copyOf(results.values());
        assertThat(inOrder).hasSize(2);
        assertThat(inOrder.get(0).rows().written()).isEqualTo(inOrder.get(1).rows().read());
        return inOrder.get(1).rows();
    }

    private void file(String name, Charset charset, String text) {
        lake.file(name, text.getBytes(charset));
    }

    private List<String> values(String table) {
        return lake.table(table).drop("_source_file", "_source_row", "_run_id", "_loaded_at").orderBy("_source_row")
                .collectAsList().stream().map(row -> row.mkString(",")).toList();
    }

    private List<String> types(String table) {
        return List.of(lake.table(table).drop("_source_file", "_source_row", "_run_id", "_loaded_at").schema().fields())
                .stream().map(field -> field.dataType().catalogString()).toList();
    }

    @Test
    void fuel_prices_come_to_their_sum_to_the_cent() throws Exception {
        RealData data = RealData.orSkip();
        assertThat(run(data.file(ANP).toString())).isEqualTo(RowCounts.copied(rows(data, ANP)));
        assertThat(lake.rows("select sum(valor_de_venda), min(data_da_coleta), max(data_da_coleta),"
                + " count_if(cnpj_da_revenda like ' %') from silver.anp_ultimas_4_semanas_diesel_gnv"))
                .containsExactly(sum(data, ANP, "Valor de Venda") + ",2023-12-04,2023-12-29,0");
    }

    @Test
    void payments_come_to_their_sum_to_the_penny() throws Exception {
        RealData data = RealData.orSkip();
        assertThat(run(data.file(MOJ).toString())).isEqualTo(RowCounts.copied(rows(data, MOJ)));
        assertThat(lake.rows("select sum(AMOUNT), min(DATE), max(DATE) from silver.moj_aramis_data_march_11"))
                .containsExactly(sum(data, MOJ, "AMOUNT") + ",2011-03-01,2011-03-31");
    }

    @Test
    void orders_without_a_header_come_to_their_sum_with_four_decimals() throws Exception {
        RealData data = RealData.orSkip();
        assertThat(run(data.file(ORDERS).toString())).isEqualTo(RowCounts.copied(rows(data, ORDERS)));
        assertThat(lake.rows("select sum(column_7) from silver.aw_purchaseorderdetail"))
                .containsExactly(sum(data, ORDERS, "LineTotal"));
    }

    private static long rows(RealData data, String file) {
        return data.truth(file).get("data_rows").asLong();
    }

    private static String sum(RealData data, String file, String column) {
        JsonNode found = data.column(file, column);
        return found.get("sum_before_exact").asText();
    }

    @Test
    void sales_lose_the_row_that_was_corrected_and_no_other_once_there_are_enough_of_them() throws Exception {
        String few = Files.readString(Path.of("..", "pipelines", "data", "vendas.csv"));
        file("poucas.csv", StandardCharsets.UTF_8, few);
        assertThat(run("poucas.csv")).isEqualTo(RowCounts.copied(6));
        StringBuilder many = new StringBuilder(few);
        for (int id = 200; id < 300; id++) {
            many.append(id).append(",2026-11-28,Natal,Rapadura,1,9.90,2026-11-28 18:00:00\n");
        }
        file("vendas.csv", StandardCharsets.UTF_8, many.toString());
        assertThat(run("vendas.csv")).isEqualTo(new RowCounts(106, 105, 0, 1, 0));
        assertThat(lake.rows("select valor from silver.vendas where id_transacao = 105")).containsExactly("89.90");
    }

    @Test
    void everything_odd_at_once() throws Exception {
        file("tudo.csv", Charset.forName("windows-1252"), """
                Relatório de posições;;;;;;;
                Emitido em 05/03/2024

                Código;Descrição do Item;Saldo (R$);Taxa;Último Movimento;Ativo?;CEP;Nome
                1;"Parafuso; 3/4""\";R$ 1.234,50;12,5%;31/01/2024 10:15;S;01310-100; Ana\u00a0
                2;"Duas
                linhas";(R$ 3,10);7,5%;01/02/2024 00:00;N;20040-020;José
                3;Maçã;NULL;0%;28/02/2024 23:59;S;NULL;"NULL"
                4;;0,00;;;;;
                """);
        assertThat(run("tudo.csv")).isEqualTo(RowCounts.copied(4));
        assertThat(types("silver.tudo")).containsExactly("int", "string", "decimal(18,2)", "decimal(18,2)", "timestamp",
                "boolean", "string", "string");
        assertThat(values("silver.tudo")).containsExactly(
                "1,Parafuso; 3/4\",1234.50,12.50,2024-01-31 10:15:00.0,true,01310-100,Ana",
                "2,Duas\nlinhas,-3.10,7.50,2024-02-01 00:00:00.0,false,20040-020,José",
                "3,Maçã,null,0.00,2024-02-28 23:59:00.0,true,null,NULL",
                "4,null,0.00,null,null,null,null,null");
    }

    @Test
    void utf_16_with_tabs() throws Exception {
        file("largo.csv", StandardCharsets.UTF_16, "id\tcidade\tvalor\n1\tSão Paulo\t1.50\n2\tNatal\t22.25\n");
        assertThat(run("largo.csv")).isEqualTo(RowCounts.copied(2));
        assertThat(values("silver.largo")).containsExactly("1,São Paulo,1.50", "2,Natal,22.25");
    }

    @Test
    void a_delimiter_of_two_signs_and_escaped_quotes() throws Exception {
        file("escape.csv", StandardCharsets.UTF_8, "id||obs||valor\r\n1||\"diz \\\"oi\\\" || sai\"||1,5\r\n2||nada||2,5\r\n"
                + "3||||3,5\r\n");
        assertThat(run("escape.csv")).isEqualTo(RowCounts.copied(3));
        assertThat(values("silver.escape")).containsExactly("1,diz \"oi\" || sai,1.50", "2,nada,2.50", "3,null,3.50");
    }

    @Test
    void plain_quotes_repeated_names_markers_among_blanks_and_a_ragged_row() throws Exception {
        file("nomes.csv", StandardCharsets.UTF_8, """
                id,nome,nome,,order
                1,"Grande" porta,a,x,5
                2,"Pequena" porta,b,y, NA
                3,nada,c
                4,nada,c,z,7
                """);
        assertThat(run("nomes.csv")).isEqualTo(RowCounts.copied(3));
        assertThat(values("silver.nomes")).containsExactly("1,\"Grande\" porta,a,x,5", "2,\"Pequena\" porta,b,y,null",
                "4,nada,c,z,7");
        assertThat(lake.table("bronze.nomes_rejects").count()).isEqualTo(1);
    }

    @Test
    void a_header_that_is_too_short_and_texts_that_nothing_decides() throws Exception {
        file("curto.csv", StandardCharsets.UTF_8, "id;data;peso;dia;misto\n1;2024-01-31;1.234;01/02/2024;1,5;\n"
                + "2;2024-02-28;12.500;03/04/2024;1.5;\n3;2024-02-29;1.750;05/06/2024;2,5;\n");
        assertThat(run("curto.csv")).isEqualTo(RowCounts.copied(3));
        assertThat(values("silver.curto")).containsExactly("1,2024-01-31,1.234,01/02/2024,1,5,null",
                "2,2024-02-28,12.500,03/04/2024,1.5,null", "3,2024-02-29,1.750,05/06/2024,2,5,null");
    }

    @Test
    void months_by_name_codes_and_the_euro() throws Exception {
        file("datas.csv", StandardCharsets.UTF_8, "cod;dia;hora;betrag\n007;09-Mar-11;1/31/2024 1:05 PM;1.234,50 €\n"
                + "012;10-Apr-11;12/1/2023 11:59 AM;3,10 €\n");
        assertThat(run("datas.csv")).isEqualTo(RowCounts.copied(2));
        assertThat(values("silver.datas")).containsExactly("007,2011-03-09,2024-01-31 13:05:00.0,1234.50",
                "012,2011-04-10,2023-12-01 11:59:00.0,3.10");
    }
}
