package io.forja.jobs.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.inspect.InspectedColumn;
import io.forja.core.inspect.Inspection;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the texts of a column are taken for, and what is left to a person. */
class ColumnTypesTest {

    @TempDir
    private Path folder;

    private Given given;

    @BeforeEach
    void folder() {
        given = new Given(folder);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", value = {
        "1 / 22 / -333                                     => int",
        "0 / 1 / 1                                         => int",
        "3000000000 / 1                                    => bigint",
        "1.5 / 22.25 / 3                                   => decimal(18,2)",
        ".50 / 1.3333                                      => decimal(18,4)",
        "1,5 / 22,25 / 3                                   => decimal(18,2) pt-BR",
        "1.234,56 / 7,00                                   => decimal(18,2) pt-BR",
        "1,234.56 / 7.00                                   => decimal(18,2) en-US",
        "1.234.567 / 12                                    => int pt-BR",
        "1,234,567 / 12                                    => int en-US",
        "R$ 1.234,50 / (R$ 3,10)                           => decimal(18,2) pt-BR",
        "1.234,50 € / 3,10 €                               => decimal(18,2) de-DE",
        "£68,486.66 / £1.00                                => decimal(18,2) en-US GBP",
        "US$ 1.234,50 / US$ 3,10 / 1,00                    => decimal(18,2) pt-BR USD",
        "$1,234.50 / ($3.10)                               => decimal(18,2) en-US",
        "R$ 5 / R$ 12                                      => int pt-BR",
        "BRL 5,00 / R$ 12,50                               => decimal(18,2) pt-BR",
        "1 234,50 / 3,10                                   => decimal(18,2) fr-FR",
        "1'234.50 / 3.10                                   => decimal(18,2) de-CH",
        "12345678901234567890,55 / 1,5                     => decimal(38,2) pt-BR",
        "12,5% / 7,5 %                                     => decimal(18,2) pt-BR",
        "00123 / 45678                                     => string",
        "123456789012345678901 / 1                         => string",
        "2024-01-31 / 2023-12-01                           => date",
        "31/01/2024 / 01/12/2023                           => date dd/MM/yyyy",
        "1/1/2024 / 31/12/2023                             => date d/M/yyyy",
        "01/31/2024 / 12/01/2023                           => date MM/dd/yyyy",
        "31.01.2024 / 01.02.2024                           => date dd.MM.yyyy",
        "31-01-24 / 01-02-24                               => date dd-MM-yy",
        "09-Mar-11 / 10-Apr-11                             => date dd-MMM-yy",
        "09/fev/2011 / 10/abr/2011                         => date pt-BR dd/MMM/yyyy",
        "2024/01/31 / 2024/12/01                           => date yyyy/MM/dd",
        "2024-01-31 10:00:00 / 2024-01-31                  => timestamp",
        "2024-01-31 / 2024-01-31 10:00:00                  => timestamp",
        "2024-01-31T10:00:00Z / 2024-01-31T10:00:00+03:00  => timestamp",
        "2022-04-29 00:00:00.000 / 2022-04-29 01:02:03.483 => timestamp",
        "31/01/2024 10:00 / 01/12/2023 23:59               => timestamp dd/MM/yyyy HH:mm",
        "1/31/2024 1:05 PM / 12/1/2023 11:59 AM            => timestamp M/d/yyyy h:mm a",
        "2024-03-01 02:30:00 -0300 / 2024-03-01 02:30:00 Z => timestamp yyyy-MM-dd HH:mm:ss XX",
        "01/03/2024 02:30-03:00 / 31/03/2024 02:30-03:00   => timestamp dd/MM/yyyy HH:mmXXX",
        "S / N / S                                         => boolean S|N",
        "sim / não                                         => boolean sim|não",
        "true / false                                      => boolean",
        "abc / def                                         => string",
        "1E5 / 2                                           => string",
        "31/02/2024 / 01/02/2024                           => string"
    })
    void a_type_is_proposed_where_every_value_fits(String values, String type) {
        assertThat(Given.written(given.column(values.strip().split(" +/ +")))).isEqualTo(type);
    }

    @Test
    void numbers_of_two_ways_of_writing_stay_text_and_are_shown_with_their_rows() {
        InspectedColumn column = given.column("1,50", "2,75", "3.25", "1.234");
        assertThat(column.type().isText()).isTrue();
        assertThat(column.warnings()).singleElement().asString().contains("two ways", "1 with a decimal point",
                "\"3.25\" in row 3", "2 with a decimal comma", "\"1,50\" in row 1, \"2,75\" in row 2",
                "1 that may be either", "\"1.234\" in row 4");
        assertThat(column.alternatives()).extracting(Given::written)
                .containsExactly("decimal(18,2) pt-BR", "decimal(18,3) en-US");
    }

    @Test
    void a_point_that_may_stand_between_thousands_is_not_guessed() {
        InspectedColumn column = given.column("1.234", "12.500");
        assertThat(column.type().isText()).isTrue();
        assertThat(column.warnings()).singleElement().asString()
                .contains("\"1.234\" in row 1, \"12.500\" in row 2", "either thousands or decimals");
        assertThat(column.alternatives()).extracting(Given::written)
                .containsExactly("int pt-BR", "decimal(18,3)");
    }

    @Test
    void another_column_of_the_file_may_tell_what_a_point_means() {
        Inspection commas = given.file("a;b", "1.234;0,5", "2.500;7,25");
        assertThat(Given.written(Given.column(commas, "a"))).isEqualTo("int pt-BR");
        assertThat(Given.column(commas, "a").evidence()).contains("thousands", "\"b\" has decimal commas");
        Inspection points = given.file("a;b", "1.234;0.5", "2.500;7.25");
        assertThat(Given.written(Given.column(points, "a"))).isEqualTo("decimal(18,3)");
    }

    @Test
    void a_sure_sign_in_the_same_column_tells_what_the_doubtful_ones_mean() {
        InspectedColumn column = given.column("1.234", "0,50");
        assertThat(Given.written(column)).isEqualTo("decimal(18,2) pt-BR");
        assertThat(column.evidence()).contains("so \"1.234\" in row 1 are read the same way");
    }

    @Test
    void amounts_in_several_currencies_stay_text_and_are_counted() {
        InspectedColumn column = given.column("R$ 5,00", "US$ 5,00", "R$ 7,00", "1,00");
        assertThat(column.type().isText()).isTrue();
        assertThat(column.warnings()).singleElement().asString().isEqualTo("amounts are in several currencies:"
                + " 2 in BRL (\"R$ 5,00\" in row 1), 1 in USD (\"US$ 5,00\" in row 2)");
    }

    @Test
    void a_sign_that_many_countries_have_is_to_be_looked_at_where_it_is_not_the_locales_own() {
        InspectedColumn column = given.column("$ 1.234,50", "$ 3,10");
        assertThat(Given.written(column)).isEqualTo("decimal(18,2) pt-BR USD");
        assertThat(column.warnings()).singleElement().asString()
                .isEqualTo("\"$\" is the sign of several currencies: look whether USD is meant");
    }

    @Test
    void a_date_without_a_day_beyond_12_is_not_guessed() {
        InspectedColumn column = given.column("01/02/2024", "03/04/2024");
        assertThat(column.type().isText()).isTrue();
        assertThat(column.warnings()).singleElement().asString().contains("no day is beyond 12");
        assertThat(column.alternatives()).extracting(Given::written)
                .containsExactly("date dd/MM/yyyy", "date MM/dd/yyyy");
    }

    @Test
    void a_year_of_two_digits_that_would_be_in_the_future_is_not_guessed() {
        given.write("nascimentos.csv", "nome;dia", "ana;08/08/93", "rui;31/12/99", "eva;28/02/05");
        given.age("nascimentos.csv", 2026);
        InspectedColumn column = Given.column(given.inspect("nascimentos.csv"), "dia");
        assertThat(column.type().isText()).isTrue();
        assertThat(column.warnings()).singleElement().asString()
                .contains("\"31/12/99\" in row 2 would be 2099-12-31, after the file was written");
        assertThat(column.alternatives()).extracting(Given::written)
                .containsExactly("date dd/MM/yy 1927", "date dd/MM/yy");
    }

    @Test
    void another_column_of_the_file_may_tell_which_comes_first() {
        Inspection inspection = given.file("a;b", "01/02/2024;31/01/2024", "03/04/2024;02/02/2024");
        assertThat(Given.written(Given.column(inspection, "a"))).isEqualTo("date dd/MM/yyyy");
        assertThat(Given.column(inspection, "a").evidence()).contains("the day does in \"b\"");
    }

    @Test
    void a_few_values_that_are_none_are_shown_and_the_column_stays_text() {
        InspectedColumn numbers = given.column("1,5", "2,5", "3,5", "4,5", "a combinar");
        assertThat(numbers.type().isText()).isTrue();
        assertThat(numbers.warnings()).singleElement().asString()
                .contains("1 of 5 values is no number: \"a combinar\" in row 5");
        InspectedColumn dates = given.column("31/01/2024", "30/01/2024", "31/02/2024");
        assertThat(dates.warnings()).singleElement().asString().contains("\"31/02/2024\" in row 3");
        assertThat(dates.alternatives()).extracting(Given::written).containsExactly("date dd/MM/yyyy");
    }

    @Test
    void days_that_do_not_exist_keep_their_column_text_with_the_reason() {
        InspectedColumn column = given.column("15/03/2024", "30/02/2024", "31/12/2023", "00/00/0000", "30/02/2024");
        assertThat(column.type().isText()).isTrue();
        assertThat(column.warnings()).singleElement().asString().startsWith("3 of 5 values do not fit dd/MM/yyyy:"
                + " \"30/02/2024\" in row 2, \"00/00/0000\" in row 4");
        assertThat(column.alternatives()).extracting(Given::written).containsExactly("date dd/MM/yyyy");
    }

    @Test
    void an_exponent_may_be_of_a_real_number_or_part_of_a_code() {
        InspectedColumn column = given.column("3E+10", "2.25", "1.5E-05");
        assertThat(column.type().isText()).isTrue();
        assertThat(column.warnings()).singleElement().asString()
                .isEqualTo("2 of 3 values may have an exponent or be a code: \"3E+10\" in row 1");
        assertThat(column.alternatives()).extracting(Given::written).containsExactly("double");
        assertThat(given.column("1,5E+3", "2,25").alternatives()).extracting(Given::written).containsExactly("double pt-BR");
    }

    @Test
    void percentages_are_shown_as_they_are_written() {
        assertThat(given.column("38,6%", "5,0%").evidence()).contains("\"38,6%\" in row 1, \"5,0%\" in row 2");
    }

    @Test
    void codes_are_no_numbers_even_where_a_value_is_none() {
        InspectedColumn column = given.column("0001", "0002", "0003", "0004", "Fonte: ERP");
        assertThat(column.type().isText()).isTrue();
        assertThat(column.evidence()).isEqualTo("a code: \"0001\" in row 1 starts with a zero");
        assertThat(column.alternatives()).isEmpty();
        assertThat(given.column("007", "1.234", "1.500").alternatives()).extracting(Given::written)
                .containsExactly("decimal(18,3)");
    }

    @Test
    void identifiers_stay_text_by_their_names_and_days_of_eight_digits_become_dates() {
        Inspection inspection = given.file("cnpj;data_mov;cep;qtd", "12345678000199;20240131;18061000;20240131",
                "22345678000199;20240201;28061000;5");
        assertThat(inspection.columns()).extracting(Given::written)
                .containsExactly("string", "date yyyyMMdd", "string", "int");
    }
}
