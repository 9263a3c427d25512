package io.forja.jobs.clean;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {

    private static final String PT = "pt-BR";
    private static final String EXACT = "UNNECESSARY";

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "1.234,56        | 1234.56",
        "1234,56         | 1234.56",
        ",5              | 0.50",
        "-1,0            | -1.00",
        "+1              | 1.00",
        "R$ 10,00        | 10.00",
        "-R$10,00        | -10.00",
        "R$ -10,00       | -10.00",
        "10,00 BRL       | 10.00",
        "BRL10,00        | 10.00",
        "(1,50)          | -1.50",
        "(R$ 1.000,50)   | -1000.50",
        "R$ (1.000,50)   | -1000.50",
        "1.234,56-       | -1234.56",
        "R$ 1,00 -       | -1.00",
        "1,00- R$        | -1.00",
        "\u22125,00        | -5.00",
        "5,00\u2212        | -5.00",
        "00012,5         | 12.50",
        "1.234.567,8     | 1234567.80",
        "999999999999999,99 | 999999999999999.99"})
    void what_a_brazilian_writes_becomes_exactly_its_value(String text, BigDecimal value) {
        assertThat(decimal(text, 18, 2, PT, EXACT)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "1,234.56", "1.23", "1.5", "0.500", "1234.567", "12.34,5", "1..234", "1.2345", ".5", "5,", ",", ".", "-", "()",
        "(-1)", "--1", "-+1", "-1-", "1+", "-(1)", "(1)-", "\u20131", "(1", "1)", "R$", "R$ R$ 1",
        "R$ 1 R$", "1,2,3", "0x1F", "NaN", "Infinity", "1 234", "1_000", "١٢", "１２", "1,2３", "1e3", "1,5E+10", "12,345",
        "10000000000000000,00", "1;5", "R$ - R$ 1", "abc", "1 0", "12,34,567.89",
        "US$ 1,00", "€ 1,00", "1,00 €", "$1,00", "EUR 1,00", "(£ 1,00)", "brl 1,00"})
    void what_he_does_not_write_is_refused(String text) {
        assertThat(decimal(text, 18, 2, PT, EXACT)).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "pt-PT | 1 234,56   | 1234.56",
        "fr-FR | 1 234,56   | 1234.56",
        "sv-SE | \u22121 234,5 | -1234.50",
        "fr-FR | 1\u202f234\u202f567,5 | 1234567.50",
        "pl-PL | 1\u2009234,56 | 1234.56",
        "de-CH | 1'234.56   | 1234.56",
        "de-DE | 1.234,56 € | 1234.56",
        "en-GB | £1,234.56  | 1234.56",
        "''    | .00        | 0.00",
        "''    | -12.5      | -12.50"})
    void the_signs_are_those_of_the_locale_as_people_type_them(String locale, String text, BigDecimal value) {
        assertThat(decimal(text, 18, 2, locale.equals("''") ? "" : locale, EXACT)).isEqualTo(value);
        assertThat(decimal(text.replace(' ', '\u00a0'), 18, 2, locale.equals("''") ? "" : locale, EXACT)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "pt-BR | EUR | 1.234,50 € | 1234.50", "pt-BR | EUR | EUR 1,00 | 1.00",  "pt-BR | EUR | 1,00   | 1.00",
        "pt-BR | EUR | R$ 1,00    | ",        "pt-BR | EUR | BRL 1,00 | ",      "pt-BR | USD | US$ 1,00 | 1.00",
        "pt-BR | USD | $ 1,00     | 1.00",    "en-US | GBP | £1.00    | 1.00",  "en-US | GBP | $1.00  | ",
        "de    |     | 1,00 €     | ",        "de    | EUR | 1,00 €   | 1.00",  "      | EUR | € 1.50 | 1.50",
        "pl-PL |     | 1 000,5 zł | 1000.50", "de-CH |     | CHF 1.00 | 1.00",  "en-IN |     | ₹ 1.00 | 1.00"})
    void an_amount_is_read_in_the_one_currency_that_is_declared_or_the_countrys_own(
            @Nullable String locale, @Nullable String currency, String text, @Nullable BigDecimal value) {
        Decimal read = Values.decimal(utf8(text), 18, 2, NumberStyle.of(locale, currency, null), RoundingMode.UNNECESSARY);

        assertThat(read == null ? null : read.toJavaBigDecimal()).isEqualTo(value);
    }

    @Test
    void what_is_no_number_for_its_currency_alone_is_told_from_what_is_none_at_all() {
        NumberStyle brazilian = NumberStyle.of(PT);

        assertThat(brazilian.otherCurrency("US$ 5,00")).contains(new CurrencySign("US$", "USD"));
        assertThat(brazilian.otherCurrency("(5,00 €)")).contains(new CurrencySign("€", "EUR"));
        assertThat(brazilian.otherCurrency("GBP 5,00")).contains(new CurrencySign("GBP", "GBP"));
        assertThat(new String[] {"R$ 5,00", "US$ 5.00", "US$", "ABC 5,00", "5,00"})
                .allSatisfy(text -> assertThat(brazilian.otherCurrency(text)).isEmpty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "pt-BR%POINTS   | 12,5%    | 12.5000", "pt-BR%POINTS  | -1.234,5 % | -1234.5000", "%POINTS | 0.01% | 0.0100",
        "pt-BR%FRACTION | 12,5%    | 0.1250",  "pt-BR%FRACTION | (3%)     | -0.0300",     "%FRACTION | 100% | 1.0000",
        "pt-BR%POINTS   | 12,5     | ",        "pt-BR%FRACTION | 0,125    | ",            "pt-BR | 12,5% | ",
        "pt-BR%POINTS   | R$ 12,5% | ",        "pt-BR%POINTS   | 12,5%%   | ",            "pt-BR%POINTS | % | ",
        "%FRACTION      | 0.001%   | "})
    void a_percent_sign_is_read_where_it_is_declared_and_missed_where_it_is_not_there(
            String style, String text, @Nullable BigDecimal value) {
        assertThat(decimal(text, 18, 4, style, EXACT)).isEqualTo(value);
    }

    @Test
    void without_a_locale_there_are_digits_a_point_and_a_sign_in_front_alone() {
        assertThat(new String[] {"1,234.56", "1,5", "R$ 1", "(1)", "1 234", "1-", "- 1", "\u22121", "1e3"})
                .allSatisfy(text -> assertThat(decimal(text, 18, 2, "", EXACT)).isNull());
    }

    @ParameterizedTest
    @CsvSource({
        "12.345, UNNECESSARY,", "12.345, HALF_UP, 12.35", "12.345, HALF_EVEN, 12.34", "12.345, FLOOR, 12.34",
        "-12.345, HALF_UP, -12.35", "-12.345, FLOOR, -12.35", "12.340, UNNECESSARY, 12.34", "99.995, HALF_UP, 100.00"})
    void digits_behind_the_scale_are_rounded_only_where_that_is_declared(
            String text, String rounding, @Nullable BigDecimal value) {
        assertThat(decimal(text, 5, 2, "", rounding)).isEqualTo(value);
    }

    @Test
    void a_number_too_large_for_the_type_is_refused_even_when_rounding_made_it_so() {
        assertThat(decimal("1000.00", 5, 2, "", EXACT)).isNull();
        assertThat(decimal("999.995", 5, 2, "", "HALF_UP")).isNull();
        assertThat(decimal("9".repeat(38), 38, 0, "", EXACT)).isEqualTo(new BigDecimal("9".repeat(38)));
        assertThat(decimal("9".repeat(39), 38, 0, "", EXACT)).isNull();
    }

    /** Every text becomes exactly its value, or it is an error. */
    @Property(tries = 5000)
    void a_decimal_is_what_a_slow_reader_reads(
            @ForAll("numberLike") String text, @ForAll WrittenNumber style, @ForAll @IntRange(min = 1, max = 38) int precision,
            @ForAll @IntRange(min = 0, max = 38) int digitsBehind, @ForAll("roundings") RoundingMode rounding) {
        int scale = Math.min(digitsBehind, precision);
        Optional<BigDecimal> expected = style.read(text).flatMap(number -> scaled(number, precision, scale, rounding));

        assertThat(decimal(text, precision, scale, style.locale, rounding.name())).isEqualTo(expected.orElse(null));
    }

    @Property(tries = 2000)
    void a_decimal_comes_back_from_its_own_text(
            @ForAll("numbers") BigDecimal number, @ForAll WrittenNumber style) {
        int scale = Math.max(0, number.scale());
        String plain = number.toPlainString();
        String text = style == WrittenNumber.PLAIN || style.locale.startsWith("en") ? plain : plain.replace('.', ',');

        assertThat(decimal(text, 38, scale, style.locale, EXACT)).isEqualByComparingTo(number);
    }

    @Property(tries = 2000)
    void a_whole_number_is_what_a_slow_reader_reads(
            @ForAll("numberLike") String text, @ForAll WrittenNumber style, @ForAll("bounds") long[] bounds,
            @ForAll("roundings") RoundingMode rounding) {
        Long expected = style.read(text).flatMap(number -> scaled(number, 38, 0, rounding))
                .filter(number -> number.compareTo(BigDecimal.valueOf(bounds[0])) >= 0
                        && number.compareTo(BigDecimal.valueOf(bounds[1])) <= 0)
                .map(BigDecimal::longValueExact)
                .orElse(null);

        assertThat(Values.whole(utf8(text), style(style.locale), rounding, bounds[0], bounds[1]))
                .isEqualTo(expected);
    }

    @Test
    void whole_numbers_end_at_the_bounds_of_their_type() {
        assertThat(whole("127", Byte.MIN_VALUE, Byte.MAX_VALUE)).isEqualTo(127);
        assertThat(whole("128", Byte.MIN_VALUE, Byte.MAX_VALUE)).isNull();
        assertThat(whole("-128", Byte.MIN_VALUE, Byte.MAX_VALUE)).isEqualTo(-128);
        assertThat(whole("-129", Byte.MIN_VALUE, Byte.MAX_VALUE)).isNull();
        assertThat(whole("9223372036854775807", Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(whole("9223372036854775808", Long.MIN_VALUE, Long.MAX_VALUE)).isNull();
        assertThat(whole("-9223372036854775808", Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(whole("5.0", Integer.MIN_VALUE, Integer.MAX_VALUE)).isEqualTo(5);
        assertThat(whole("5.1", Integer.MIN_VALUE, Integer.MAX_VALUE)).isNull();
    }

    @Test
    void a_double_is_the_nearest_one_and_never_infinite() {
        assertThat(Values.float64(utf8("0,1"), style(PT))).isEqualTo(0.1);
        assertThat(Values.float32(utf8("0,1"), style(PT))).isEqualTo(0.1f);
        assertThat(Values.float64(utf8("1" + "0".repeat(400)), style(""))).isNull();
        assertThat(Values.float32(utf8("1" + "0".repeat(40)), style(""))).isNull();
        assertThat(Values.float64(utf8("NaN"), style(""))).isNull();
        assertThat(Values.float64(utf8("9007199254740993"), style(""))).isEqualTo(9007199254740992.0);
        assertThat(Values.float32(utf8("16777217"), style(""))).isEqualTo(16777216f);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "      | 1.5e3    | 1500.0", "      | 3E+10   | 3.0E10", "       | -1.5E-05 | -1.5E-5", "      | 0e5   | 0.0",
        "pt-BR | 1,5E+10  | 1.5E10", "pt-BR | 1,5e-3- | -0.0015", "      | 1e400    | ",       "      | 1e-400 | ",
        "      | 1e       | ",       "      | e5      | ",        "       | 1e1.5    | ",       "      | 1e5555 | ",
        "      | 1e 5     | ",       "pt-BR | 1.5e3   | "})
    void a_double_may_have_an_exponent_but_is_never_infinite_nor_zero_by_being_small(
            @Nullable String locale, String text, @Nullable Double value) {
        assertThat(Values.float64(utf8(text), NumberStyle.of(locale))).isEqualTo(value);
        assertThat(Values.float32(utf8(text), NumberStyle.of(locale))).isEqualTo(value == null ? null : value.floatValue());
    }

    @Test
    void a_boolean_is_one_of_two_words() {
        assertThat(Values.bool(utf8(" s "), utf8("S|N"))).isTrue();
        assertThat(Values.bool(utf8("N"), utf8("S|N"))).isFalse();
        assertThat(Values.bool(utf8("Sim"), utf8("S|N"))).isNull();
        assertThat(Values.bool(utf8("TRUE"), utf8(""))).isTrue();
        assertThat(Values.bool(utf8("1"), utf8(""))).isNull();
    }

    @Test
    void blanks_are_no_value_and_are_trimmed_whatever_their_kind() {
        assertThat(new String[] {"", " ", "\t\n", "\u00a0", "\u2003 \u202f"})
                .allSatisfy(text -> assertThat(Values.isBlank(utf8(text))).isTrue());
        assertThat(new String[] {"0", " x", "é", "\u00a0."})
                .allSatisfy(text -> assertThat(Values.isBlank(utf8(text))).isFalse());
        assertThat(Values.trim(utf8("\u00a0 é b \t"))).isEqualTo(utf8("é b"));
        assertThat(Values.trim(utf8("a b"))).isEqualTo(utf8("a b"));
    }

    @Property
    void a_trimmed_text_is_blank_where_the_text_is(@ForAll("spaced") String text) {
        UTF8String trimmed = Values.trim(utf8(text));

        assertThat(trimmed.numBytes() == 0).isEqualTo(Values.isBlank(utf8(text)));
        assertThat(Values.trim(trimmed)).isEqualTo(trimmed);
        assertThat(text).contains(trimmed.toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "31/12/2024 | dd/MM/yyyy |       | 2024-12-31",
        "29/02/2024 | dd/MM/yyyy |       | 2024-02-29",
        "09-Mar-11  | dd-MMM-yy  |       | 2011-03-09",
        "09-MAR-11  | dd-MMM-yy  |       | 2011-03-09",
        "05-Sep-11  | dd-MMM-yy  | en-GB | 2011-09-05",
        "05-Sept-11 | dd-MMM-yy  | en-GB | 2011-09-05",
        "29-nov-26  | dd-MMM-yy  | pt-BR | 2026-11-29",
        "29-nov.-26 | dd-MMM-yy  | pt-BR | 2026-11-29",
        "29 de novembro de 2026 | d 'de' MMMM 'de' yyyy | pt-BR | 2026-11-29",
        "2024-12-31 |            |       | 2024-12-31",
        "2022-04-29 00:00:00.000 | yyyy-MM-dd HH:mm:ss.SSS | | 2022-04-29"})
    void a_date_is_read_as_its_pattern_says(
            String text, @Nullable String format, @Nullable String locale, LocalDate date) {
        assertThat(date(text, format, locale)).isEqualTo(date);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "31/02/2024 | dd/MM/yyyy |", "29/02/2023 | dd/MM/yyyy |", "1/2/2024 | dd/MM/yyyy |", "31/12/24 | dd/MM/yyyy |",
        "2024-02-30 | |", "20240101 | |", "31/12/2024 x | dd/MM/yyyy |", "00/01/2024 | dd/MM/yyyy |",
        "09-Xyz-11 | dd-MMM-yy |", "09-nov.nov-11 | dd-MMM-yy | pt-BR", "2022-04-29 10:00 | yyyy-MM-dd HH:mm |"})
    void a_day_that_does_not_exist_or_is_written_otherwise_is_no_date(
            String text, @Nullable String format, @Nullable String locale) {
        assertThat(date(text, format, locale)).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "31/12/2024 13:45:59 | dd/MM/yyyy HH:mm:ss   | 2024-12-31T13:45:59",
        "31/12/2024          | dd/MM/yyyy            | 2024-12-31T00:00",
        "2024-12-31 13:45    |                       | 2024-12-31T13:45",
        "2024-12-31T13:45:59.123456 |                | 2024-12-31T13:45:59.123456",
        "2024-12-31          |                       | 2024-12-31T00:00",
        "2024-12-31T22:00:00-03:00 |                 | 2025-01-01T01:00",
        "2024-12-31T22:00:00Z |                      | 2024-12-31T22:00",
        "12/31/2024 01:45 PM | MM/dd/yyyy hh:mm a    | 2024-12-31T13:45",
        "2024-03-10 02:30:00 -0300 | yyyy-MM-dd HH:mm:ss XX | 2024-03-10T05:30",
        "2024-03-10 02:30:00 +0000 | yyyy-MM-dd HH:mm:ss xx | 2024-03-10T02:30",
        "2024-03-10 02:30:00 -0300 | yyyy-MM-dd HH:mm:ss Z  | 2024-03-10T05:30",
        "2024-03-10 02:30:00Z      | yyyy-MM-dd HH:mm:ssXXX | 2024-03-10T02:30",
        "10/03/2024 23:30 -03:00   | dd/MM/yyyy HH:mm XXX   | 2024-03-11T02:30",
        "10/03/2024 02:30-03       | dd/MM/yyyy HH:mmX      | 2024-03-10T05:30",
        "10/03/2024 02:30          | dd/MM/yyyy HH:mm[ XXX] | 2024-03-10T02:30",
        "10/03/2024                | dd/MM/yyyy[ HH:mm]     | 2024-03-10T00:00"})
    void a_timestamp_is_read_as_its_pattern_says_in_utc(String text, @Nullable String format, LocalDateTime time) {
        assertThat(time(text, format)).isEqualTo(time);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "2024-12-31 25:00 |", "2024-12-31 24:00 |", "2024-12-31T13:45:59.1234567 |", "2024-02-30 10:00 |",
        "31/12/2024 13:45 | dd/MM/yyyy HH:mm:ss", "2024-12-31  13:45 |",
        "2024-03-10 02:30:00 | yyyy-MM-dd HH:mm:ss XX", "2024-03-10 02:30:00 -2500 | yyyy-MM-dd HH:mm:ss XX",
        "2024-03-10 02:30:00 -03:00 | yyyy-MM-dd HH:mm:ss XX"})
    void a_time_that_does_not_exist_or_does_not_fit_is_no_timestamp(String text, @Nullable String format) {
        assertThat(time(text, format)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"2000, 31/12/93, 2093-12-31", "1930, 31/12/93, 1993-12-31", "1930, 01/01/30, 1930-01-01",
            "1930, 31/12/29, 2029-12-31", "1850, 01/01/49, 1949-01-01", "1930, 29/02/00, 2000-02-29", "1830, 29/02/00,"})
    void a_year_of_two_digits_is_one_of_the_hundred_years_from_the_declared_one(
            int yearsFrom, String text, @Nullable LocalDate date) {
        Integer days = Values.date(utf8(text), new TimeStyle("dd/MM/yy", null, yearsFrom));

        assertThat(days == null ? null : LocalDate.ofEpochDay(days)).isEqualTo(date);
    }

    @Property
    void every_date_comes_back_from_its_text(@ForAll @IntRange(min = 0, max = 60_000) int day) {
        LocalDate date = LocalDate.ofEpochDay(day);

        assertThat(date(date.toString(), null, null)).isEqualTo(date);
        assertThat(date(date.format(DateTimeFormatter.ofPattern("dd/MM/uuuu")), "dd/MM/yyyy", null)).isEqualTo(date);
    }

    /** Texts of which about half are numbers in some style, and the others nearly. */
    @Provide
    Arbitrary<String> numberLike() {
        Arbitrary<String> front = Arbitraries.of("", "", "", "-", "+", "(", "R$", "R$ ", "- £", "€ -", "$", "EUR ", "R$ (", "\u2212", " ", "--");
        Arbitrary<String> whole = Arbitraries.of(
                "", "0", "7", "12", "123", "1234", "1.234", "1,234", "12.345.678", "0.500", "1.23", "1,2,3", "007",
                "99999999999999999", "9999999999999999999999999999999999999", "٣", "1e3");
        Arbitrary<String> point = Arbitraries.of("", ".", ",");
        Arbitrary<String> decimals = Arbitraries.of("", "0", "5", "50", "500", "005", "345", "995", "123456789012", "1.2", "x");
        Arbitrary<String> back = Arbitraries.of("", "", "", "", " ", " €", "R$", ")", "-", " -", "- R$", "\u2212");
        return Combinators.combine(front, whole, point, decimals, back)
                .as((a, b, c, d, e) -> a + b + c + d + (a.endsWith("(") && e.isEmpty() ? ")" : e))
                .filter(text -> !text.isBlank());
    }

    @Provide
    Arbitrary<BigDecimal> numbers() {
        return Combinators.combine(Arbitraries.bigIntegers(), Arbitraries.integers().between(0, 12))
                .as(BigDecimal::new)
                .filter(number -> number.precision() <= 38 && number.scale() <= number.precision());
    }

    @Provide
    Arbitrary<RoundingMode> roundings() {
        return Arbitraries.of(RoundingMode.UNNECESSARY, RoundingMode.HALF_UP, RoundingMode.HALF_EVEN, RoundingMode.FLOOR);
    }

    @Provide
    Arbitrary<long[]> bounds() {
        return Arbitraries.of(new long[] {Byte.MIN_VALUE, Byte.MAX_VALUE}, new long[] {Short.MIN_VALUE, Short.MAX_VALUE},
                new long[] {Integer.MIN_VALUE, Integer.MAX_VALUE}, new long[] {Long.MIN_VALUE, Long.MAX_VALUE});
    }

    @Provide
    Arbitrary<String> spaced() {
        return Arbitraries.of(" ", "\t", "\u00a0", "\u2003", "a", "é", "\u007f", "0").list().ofMaxSize(6)
                .map(parts -> String.join("", parts));
    }

    private static Optional<BigDecimal> scaled(BigDecimal number, int precision, int scale, RoundingMode rounding) {
        try {
            BigDecimal scaled = number.setScale(scale, rounding);
            return scaled.precision() <= precision ? Optional.of(scaled) : Optional.empty();
        } catch (ArithmeticException notExact) {
            return Optional.empty();
        }
    }

    /** @param written a locale or nothing; then, where there is one, a % and its meaning */
    private static NumberStyle style(String written) {
        String[] parts = written.split("%");
        return NumberStyle.of(parts[0].isEmpty() ? null : parts[0], null,
                parts.length == 1 ? null : Step.Percent.valueOf(parts[1]));
    }

    private static @Nullable BigDecimal decimal(String text, int precision, int scale, String locale, String rounding) {
        Decimal read = Values.decimal(utf8(text), precision, scale, style(locale), RoundingMode.valueOf(rounding));
        return read == null ? null : read.toJavaBigDecimal();
    }

    private static @Nullable Long whole(String text, long min, long max) {
        return Values.whole(utf8(text), style(""), RoundingMode.UNNECESSARY, min, max);
    }

    private static @Nullable LocalDate date(String text, @Nullable String format, @Nullable String locale) {
        Integer days = Values.date(utf8(text), new TimeStyle(format, locale, TimeStyle.USUAL_YEARS));
        return days == null ? null : LocalDate.ofEpochDay(days);
    }

    private static @Nullable LocalDateTime time(String text, @Nullable String format) {
        Long micros = Values.timestamp(utf8(text), new TimeStyle(format, null, TimeStyle.USUAL_YEARS));
        return micros == null ? null : LocalDateTime.ofEpochSecond(Math.floorDiv(micros, 1_000_000L),
                (int) Math.floorMod(micros, 1_000_000L) * 1000, ZoneOffset.UTC);
    }

    private static UTF8String utf8(@Nullable String text) {
        return UTF8String.fromString(text == null ? "" : text);
    }
}
