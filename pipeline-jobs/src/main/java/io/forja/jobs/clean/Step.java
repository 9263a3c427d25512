package io.forja.jobs.clean;

import io.forja.core.definition.ColumnType;
import io.forja.core.yaml.Choice;
import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Required;
import io.forja.core.yaml.Short;
import io.forja.core.yaml.Whole;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One step of a {@code clean} job. */
@Choice(Choice.By.NAME)
@Doc("One step: a mapping with the step's name as its only key.")
public sealed interface Step {

    /** True where the step says that rows are rejected. */
    default boolean rejects() {
        return false;
    }

    /** What becomes of a row. */
    enum Instead {
        DROP,
        REJECT,
        FAIL
    }

    /** What becomes of a row with a value that does not fit its new type. */
    enum OnError {
        REJECT,
        NULL,
        FAIL
    }

    /** Which of the rows of one key stays. */
    enum Keep {
        FIRST,
        LAST
    }

    /** What happens to digits that the new type has no place for. */
    enum Rounding {
        UNNECESSARY,
        HALF_UP,
        HALF_EVEN,
        FLOOR
    }

    /** What a percent sign behind a number means. */
    enum Percent {
        POINTS,
        FRACTION
    }

    @Short("key")
    @Doc("Keeps one row of each key. Which one does not depend on files or cores: the order of `orderBy`, then the"
            + " order of arrival where the rows have `_source_file` and `_source_row` (and `_loaded_at`), then the whole"
            + " row. Rows without a key are alike.")
    record DropDuplicates(
            @Doc(value = "The columns that make rows the same; `\"*\"` for all of them.", example = "id_transacao")
                    @Required List<String> key,
            @Doc("`first` keeps the first row in the order, `last` the one with the greatest values (the latest).")
                    @Default("first") Keep keep,
            @Doc(value = "Columns to order by, each with `asc` or `desc` where wanted. With `keep: last` the greatest"
                            + " value stays whichever is written. A row without the value comes last, so that one with it stays.",
                            example = "atualizado_em desc")
                    List<String> orderBy)
            implements Step {
        public DropDuplicates {
            orderBy.forEach(Order::parse);
        }
    }

    @Short("columns")
    @Doc("Takes out rows without a value in a column; a blank text is no value.")
    record DropNulls(
            @Doc(value = "The columns that need a value.", example = "valor") @Required List<String> columns,
            @Doc("`drop` leaves the row out, `reject` keeps it in the rejects table, `fail` fails the job.")
                    @Default("drop") Instead instead)
            implements Step {
        @Override
        public boolean rejects() {
            return instead == Instead.REJECT;
        }
    }

    @Whole
    @Doc("Gives rows without a value in a column the one that stands here.")
    record FillNulls(@Doc(value = "The value for each column.", example = "{valor: \"0\"}") @Required
            Map<String, String> values) implements Step {}

    @Short("columns")
    @Doc("Adds a column that says whether there is no value: `<column>_is_null`.")
    record FlagNulls(
            @Doc(value = "The columns that are looked at.", example = "valor") @Required List<String> columns,
            @Doc(value = "The name of the new column, for a single column.", example = "sem_valor") @Nullable String as)
            implements Step {
        public FlagNulls {
            if (as != null && columns.size() != 1) {
                throw new InvalidValueException("as", "one name cannot stand for " + columns.size() + " columns",
                        "write a step for each column, or leave \"as\" out");
            }
        }
    }

    @Whole
    @Doc("Gives columns a type. A value that does not fit exactly is an error, never a silent NULL, but for `double` and"
            + " `float`, which hold the nearest number that they have: 9007199254740993 becomes 9007199254740992 as a"
            + " double, so amounts and identifiers are better decimal or bigint. A blank text becomes NULL. What is read as"
            + " a number or a time, and what is refused, is listed in docs/values.md.")
    record Cast(@Doc(value = "The type of each column.", example = "{valor: \"decimal(18,2)\"}") @Required
            Map<String, ColumnCast> columns) implements Step {
        @Override
        public boolean rejects() {
            return columns.values().stream().anyMatch(cast -> cast.onError() == OnError.REJECT);
        }
    }

    @Short("to")
    @Doc("The new type of a column, and how its texts are written.")
    record ColumnCast(
            @Doc(value = "The type, in Spark SQL's spelling.", example = "\"decimal(18,2)\"") ColumnType to,
            @Doc(value = "Whose way of writing numbers and month names: pt-BR writes `1.234,56`, en-US `1,234.56`."
                            + " Without it a number is digits with a point. With it a minus may stand in front or behind,"
                            + " or brackets around, and the sign or ISO code of the country's currency at one end is left"
                            + " out: R$ or BRL for pt-BR.",
                            example = "pt-BR")
                    @Nullable String locale,
            @Doc(value = "Says that every number has a percent sign behind it, and what `12.5%` is: `points` makes it"
                            + " 12.5, `fraction` makes it 0.125. Without this key, and on a number without the sign, it"
                            + " is an error.",
                            example = "points")
                    @Nullable Percent percent,
            @Doc(value = "The ISO code of the currency that the whole column is in, where it is not the one of the locale's"
                            + " country: its sign or code may stand at one end of a number, and no other one. An amount in"
                            + " any other currency is an error.",
                            example = "EUR")
                    @Nullable String currency,
            @Doc(value = "The pattern of dates and times, as Java's DateTimeFormatter has it; for a boolean the words"
                            + " for true and false, `S|N`. Without it dates are ISO. A time may have an offset (`XXX` for -03:00,"
                            + " `XX` for -0300; ISO times without asking) and is kept in UTC then; zones by their names are"
                            + " refused.",
                            example = "dd/MM/yyyy")
                    @Nullable String format,
            @Doc(value = "The first of the hundred years that a year of two digits, `yy`, is one of: 1930 reads 93 as 1993 and"
                            + " 29 as 2029. Without it they are 2000 to 2099.",
                            example = "1930")
                    @Nullable Integer yearsFrom,
            @Doc("What happens to digits behind the scale: `unnecessary` makes them an error.") @Default("unnecessary")
                    Rounding rounding,
            @Doc("`reject` keeps the row in the rejects table, `null` leaves the value out and counts it, `fail` fails"
                    + " the job. By default `reject` where the job has a rejects table, else `fail`.")
                    @Nullable OnError onError) {

        private static final List<String> NUMBERS = List.of("tinyint", "smallint", "int", "bigint", "float", "double");

        public ColumnCast {
            if (locale != null && Locale.forLanguageTag(locale).getLanguage().isEmpty()) {
                throw new InvalidValueException("locale", "\"" + locale + "\" is no locale",
                        "write a language and a country, such as pt-BR, en-US or de-DE");
            }
            Patterns.check(to, format, locale, yearsFrom);
            if (percent != null && !isNumber(to)) {
                throw new InvalidValueException("percent", "a " + to + " has no percent sign",
                        "leave it out, or make the column a number such as decimal(9,4)");
            }
            if (currency != null) {
                checkCurrency(currency, to, percent);
            }
        }

        private static void checkCurrency(String currency, ColumnType to, @Nullable Percent percent) {
            if (!isNumber(to) || percent != null) {
                throw new InvalidValueException("currency", (percent != null ? "a percentage" : "a " + to) + " is in no currency",
                        "leave it out, or make the column a number such as decimal(18,2) without percent");
            }
            try {
                Currency.getInstance(currency);
            } catch (IllegalArgumentException e) {
                throw new InvalidValueException("currency", "\"" + currency + "\" is no currency",
                        "write an ISO code, such as EUR, USD or BRL");
            }
        }

        boolean isNumber() {
            return isNumber(to);
        }

        private static boolean isNumber(ColumnType type) {
            return type.isDecimal() || NUMBERS.contains(type.name());
        }

        /** How numbers are written. */
        NumberStyle style() {
            return NumberStyle.of(locale, currency, percent);
        }

        /** How dates and times are written. */
        TimeStyle timeStyle() {
            return TimeStyle.of(format, locale, yearsFrom);
        }

        /** The same for numbers whose decimal sign is the point where this one's is the comma, and the other way round. */
        ColumnCast withOtherDecimalSign() {
            boolean comma = style().decimal() == ',';
            return new ColumnCast(to, comma ? "en-US" : "de-DE", percent, percent != null ? null : ownCurrency(), format,
                    yearsFrom, rounding, onError);
        }

        private @Nullable String ownCurrency() {
            return currency != null || locale == null ? currency
                    : CurrencySign.ofCountry(Locale.forLanguageTag(locale)).map(Currency::getCurrencyCode).orElse(null);
        }

        /** The same without rounding. */
        ColumnCast exact() {
            return new ColumnCast(to, locale, percent, currency, format, yearsFrom, Rounding.UNNECESSARY, onError);
        }
    }

    @Short("columns")
    @Doc("Takes blanks off both ends of texts; a text of blanks alone becomes empty.")
    record Trim(@Doc(value = "The columns; `\"*\"` for every text.", example = "\"*\"") @Required List<String> columns)
            implements Step {}

    @Whole
    @Doc("Gives columns other names.")
    record Rename(@Doc(value = "From the name that is to the name that will be.", example = "{\"Valor de Venda\": valor}")
            @Required Map<String, String> names) implements Step {}

    @Short("columns")
    @Doc("Keeps these columns alone, in this order.")
    record Select(@Doc(value = "The columns.", example = "[id, valor]") @Required List<String> columns)
            implements Step {}

    @Short("condition")
    @Doc("Keeps the rows for which an SQL condition is true; the others count as filtered.")
    record Where(@Doc(value = "The condition.", example = "valor > 0") String condition) implements Step {}

    @Whole
    @Doc("Adds or replaces columns by SQL expressions; a window in one sees the rows that the steps before have"
            + " left. An expression without an answer (an overflow, a text that is no number, a division by zero) fails the job;"
            + " `try_add`, `try_cast`, `try_divide` and the like make it NULL.")
    record Derive(@Doc(value = "The expression of each column.", example = "{total: quantidade * preco}") @Required
            Map<String, String> columns) implements Step {}
}
