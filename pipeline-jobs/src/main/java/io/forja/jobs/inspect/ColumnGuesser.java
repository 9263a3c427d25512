package io.forja.jobs.inspect;

import io.forja.core.inspect.InspectedColumn.Cast;
import io.forja.jobs.inspect.NumberProfile.Sign;
import io.forja.jobs.inspect.NumberProfile.Style;
import io.forja.jobs.inspect.TimeFormat.Order;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Says what each column is. A type is proposed only where every value fits it and one reading is left; where one
 * column leaves two readings, another column of the file may decide.
 */
final class ColumnGuesser {

    private static final Pattern IDENTIFIER = Pattern.compile("(?:.*_)?(?:cep|cpf|cnpj|telefone|fone|celular|phone|fax|zip"
            + "|zipcode|zip_code|postal|postal_code|postcode|ean|gtin|isbn)(?:_.*)?");
    private static final Pattern DATED = Pattern.compile("(?:.*_)?(?:data|date|dt|dia|day|datum|fecha)(?:_.*)?");
    private static final int CENTURY = 100;

    private final String byComma;
    private final String byPoint;
    private final String byDay;
    private final String byMonth;

    private final LocalDate written;

    /**
     * @param columns all columns of the file, for what one of them tells about the others
     * @param written the day when the file was written, after which few of its dates are
     */
    ColumnGuesser(List<ColumnProfile> columns, LocalDate written) {
        this.written = written;
        byComma = first(columns, column -> isNumeric(column) && column.numbers().count(Sign.COMMA) > 0
                && column.numbers().count(Sign.POINT) == 0);
        byPoint = first(columns, column -> isNumeric(column) && column.numbers().count(Sign.POINT) > 0
                && column.numbers().count(Sign.COMMA) == 0);
        byDay = first(columns, column -> orders(column).equals(Set.of(Order.DAY)));
        byMonth = first(columns, column -> orders(column).equals(Set.of(Order.MONTH)));
    }

    private static String first(List<ColumnProfile> columns, Predicate<ColumnProfile> wanted) {
        return columns.stream().filter(wanted).map(ColumnProfile::name).findFirst().orElse("");
    }

    private static Set<Order> orders(ColumnProfile column) {
        List<TimeFormat> fitting = isDated(column) ? column.times().fitting() : List.of();
        return Set.copyOf(fitting.stream().filter(format -> format.locale() == null || format.format() == null)
                .map(TimeFormat::order).toList());
    }

    private static boolean isNumeric(ColumnProfile column) {
        return column.values() > 0 && column.numbers().numbers() == column.values()
                && (column.percents() == 0 || column.percents() == column.values());
    }

    private static boolean isDated(ColumnProfile column) {
        return column.times().values() == column.values() && !column.times().fitting().isEmpty();
    }

    ColumnGuess guess(ColumnProfile column) {
        String name = Names.snake(column.name());
        if (column.values() == 0) {
            return ColumnGuess.text(column, "no row has a value");
        }
        if (isNumeric(column)) {
            return numeric(column, name);
        }
        if (isDated(column)) {
            return dated(column);
        }
        return BooleanGuess.of(column).or(() -> real(column)).or(() -> nearlyNumeric(column)).or(() -> nearlyDated(column))
                .orElseGet(() -> ColumnGuess.text(column, "such as " + String.join(", ",
                        column.examples().stream().map(Text::quoted).toList())));
    }

    private ColumnGuess numeric(ColumnProfile column, String name) {
        NumberProfile numbers = column.numbers();
        boolean whole = numbers.count(Sign.NONE) == numbers.numbers();
        if (numbers.codes() > 0 && whole) {
            return code(column);
        }
        if (whole && IDENTIFIER.matcher(name).matches()) {
            return ColumnGuess.text(column, "an identifier by its name, not a number to count with");
        }
        if (whole && isDated(column) && DATED.matcher(name).matches()) {
            return dated(column);
        }
        if (numbers.currencies().areSeveral()) {
            return ColumnGuess.undecided(column, "amounts are in several currencies: " + numbers.currencies().told(),
                    List.of());
        }
        boolean comma = numbers.count(Sign.COMMA) > 0;
        boolean point = numbers.count(Sign.POINT) > 0;
        boolean thousandPoints = numbers.count(Sign.POINT_OR_THOUSANDS) > 0;
        boolean thousandCommas = numbers.count(Sign.COMMA_OR_THOUSANDS) > 0;
        if (comma && point || !comma && !point && thousandPoints && thousandCommas) {
            return mixed(column);
        }
        if (comma) {
            String evidence = sure(numbers, Sign.COMMA, Sign.POINT_OR_THOUSANDS,
                    numbers.comma().scale() > 0 ? "a decimal comma" : "points between thousands");
            return numbers.comma().fits() ? number(column, numbers.comma(), evidence) : otherwise(column);
        }
        if (point) {
            return pointed(column, sure(numbers, Sign.POINT, Sign.COMMA_OR_THOUSANDS,
                    numbers.point().scale() > 0 ? "a decimal point" : "commas between thousands"));
        }
        if (thousandPoints || thousandCommas) {
            return ambiguous(column, thousandPoints ? Sign.POINT_OR_THOUSANDS : Sign.COMMA_OR_THOUSANDS);
        }
        if (numbers.plain().fits()) {
            return pointed(column, "whole numbers");
        }
        boolean reais = numbers.currencies().only().filter(sign -> sign.isOf("pt-BR")).isPresent();
        Style currency = byComma.isEmpty() && !reais ? numbers.point() : numbers.comma();
        return currency.fits() ? number(column, currency, "whole numbers with a currency or in brackets")
                : otherwise(column);
    }

    private static ColumnGuess code(ColumnProfile column) {
        return ColumnGuess.text(column, "a code: " + column.numbers().exampleOfCode() + " starts with a zero");
    }

    private static String sure(NumberProfile numbers, Sign sign, Sign either, String what) {
        return Text.count(numbers.count(sign), "value") + " with " + what + ", such as " + numbers.examples(sign)
                + (numbers.count(either) == 0 ? "" : "; so " + numbers.examples(either) + " are read the same way");
    }

    private static ColumnGuess pointed(ColumnProfile column, String evidence) {
        NumberProfile numbers = column.numbers();
        return numbers.plain().fits() ? number(column, numbers.plain(), evidence)
                : numbers.point().fits() ? number(column, numbers.point(), evidence) : otherwise(column);
    }

    private static ColumnGuess otherwise(ColumnProfile column) {
        return column.numbers().other()
                .map(style -> number(column, style, "blanks or apostrophes between thousands"))
                .orElseGet(() -> mixed(column));
    }

    private static ColumnGuess number(ColumnProfile column, Style style, String evidence) {
        Cast cast = column.numbers().cast(style);
        String seen = column.percents() == 0 ? evidence : evidence + "; 12.5% is read as 12.5";
        if (column.numbers().codes() > 0 && style.scale() == 0) {
            return code(column);
        }
        return cast.isText() ? ColumnGuess.text(column, "more digits than a number has")
                : new ColumnGuess(column, cast, seen, doubts(column, cast), List.of());
    }

    private static List<String> doubts(ColumnProfile column, Cast cast) {
        return column.numbers().currencies().only().filter(sign -> sign.isShared() && cast.currency() != null)
                .map(sign -> List.of(Text.quoted(sign.text()) + " is the sign of several currencies: look whether "
                        + cast.currency() + " is meant"))
                .orElse(List.of());
    }

    /** Some values by one sign and some by the other: which of them are wrong, only a person knows. */
    private static ColumnGuess mixed(ColumnProfile column) {
        NumberProfile numbers = column.numbers();
        List<String> seen = new ArrayList<>();
        for (Sign sign : Sign.values()) {
            if (sign != Sign.NONE && numbers.count(sign) > 0) {
                String what = switch (sign) {
                    case POINT -> " with a decimal point (";
                    case COMMA -> " with a decimal comma (";
                    default -> " that may be either (";
                };
                seen.add(numbers.count(sign) + what + numbers.examples(sign) + ")");
            }
        }
        return ColumnGuess.undecided(column, "numbers are written in two ways: " + String.join(", ", seen),
                List.of(numbers.cast(numbers.comma()), numbers.cast(numbers.point())));
    }

    private ColumnGuess ambiguous(ColumnProfile column, Sign sign) {
        NumberProfile numbers = column.numbers();
        boolean points = sign == Sign.POINT_OR_THOUSANDS;
        String doubt = numbers.examples(sign) + (numbers.count(sign) == 1 ? " is" : " are")
                + " either thousands or decimals";
        if (!byComma.isEmpty() && byPoint.isEmpty() && numbers.comma().fits()) {
            return number(column, numbers.comma(), doubt + "; " + (points ? "thousands" : "decimals") + ", since "
                    + Text.quoted(byComma) + " has decimal commas");
        }
        if (!byPoint.isEmpty() && byComma.isEmpty()) {
            return pointed(column, doubt + "; " + (points ? "decimals" : "thousands") + ", since "
                    + Text.quoted(byPoint) + " has decimal points");
        }
        return ColumnGuess.undecided(column, doubt + ", and nothing in the file decides",
                List.of(numbers.cast(numbers.comma()), numbers.cast(points ? numbers.plain() : numbers.point())));
    }

    private ColumnGuess dated(ColumnProfile column) {
        TimeProfile times = column.times();
        Optional<TimeFormat> day = times.fitting(Order.DAY);
        Optional<TimeFormat> month = times.fitting(Order.MONTH);
        if (day.isEmpty() || month.isEmpty()) {
            return time(column, times.fitting().get(0), day.isPresent() ? "no other order of day and month fits" : "");
        }
        String doubt = "no day is beyond 12, so day or month may come first ("
                + Text.quoted(column.examples().get(0)) + ")";
        if (!byDay.isEmpty() && byMonth.isEmpty()) {
            return time(column, day.get(), doubt + "; the day does in " + Text.quoted(byDay));
        }
        if (!byMonth.isEmpty() && byDay.isEmpty()) {
            return time(column, month.get(), doubt + "; the month does in " + Text.quoted(byMonth));
        }
        if (!byComma.isEmpty() && byPoint.isEmpty()) {
            return time(column, day.get(), doubt + "; the day, as where numbers have decimal commas ("
                    + Text.quoted(byComma) + ")");
        }
        return ColumnGuess.undecided(column, doubt, List.of(day.get().cast(), month.get().cast()));
    }

    private ColumnGuess time(ColumnProfile column, TimeFormat format, String why) {
        Optional<TimeProfile.Dated> future = column.times().latest(format).filter(latest -> latest.day().isAfter(written));
        if (future.isPresent()) {
            return ColumnGuess.undecided(column, "a year of two digits is one of 2000 to 2099 unless yearsFrom is declared, and "
                    + future.get().shown() + " would be " + future.get().day() + ", after the file was written",
                    List.of(format.castFrom(written.getYear() - CENTURY + 1), format.cast()));
        }
        List<String> evidence = new ArrayList<>();
        evidence.add("all " + Text.count(column.values(), "value") + ", such as "
                + Text.quoted(column.examples().get(0)));
        if (!why.isEmpty()) {
            evidence.add(why);
        }
        if (format.hasShortYear()) {
            evidence.add("a year of two digits is one of 2000 to 2099");
        }
        if (format.mayHaveOffset() && column.examples().get(0).matches(".*:\\d{2}.*(Z|[+-]\\d{2}(:?\\d{2})?)")) {
            evidence.add("times with an offset are kept in UTC");
        }
        return new ColumnGuess(column, format.cast(), String.join("; ", evidence), List.of(), List.of());
    }

    private static Optional<ColumnGuess> real(ColumnProfile column) {
        NumberProfile numbers = column.numbers();
        return numbers.reals() == 0 || numbers.numbers() + numbers.reals() < column.values() ? Optional.empty()
                : Optional.of(ColumnGuess.undecided(column, numbers.reals() + " of " + Text.count(column.values(), "value")
                        + " may have an exponent or be a code: " + numbers.exampleOfReal(), List.of(numbers.realCast())));
    }

    private static Optional<ColumnGuess> nearlyNumeric(ColumnProfile column) {
        NumberProfile numbers = column.numbers();
        if (numbers.values() < column.values() || !areFew(column.values() - numbers.numbers(), column)) {
            return Optional.empty();
        }
        Style best = numbers.plain().misfits() <= numbers.comma().misfits()
                && numbers.plain().misfits() <= numbers.point().misfits() ? numbers.plain()
                : numbers.comma().misfits() < numbers.point().misfits() ? numbers.comma() : numbers.point();
        if (numbers.codes() > 0 && best.scale() == 0) {
            return Optional.of(code(column));
        }
        return Optional.of(ColumnGuess.undecided(column, best.misfits() + " of " + Text.count(column.values(), "value")
                + (best.misfits() == 1 ? " is" : " are") + " no number: " + best.examples(),
                List.of(numbers.cast(best))));
    }

    /** Whether so few values of another kind are worth a word, as they may be mistakes. */
    private static boolean areFew(long misfits, ColumnProfile column) {
        return misfits * 10 <= column.values() || misfits <= 2 && misfits * 2 < column.values();
    }

    /** Whether a third of the values are dates by a format, so that the others are such dates that do not exist. */
    private static boolean isSome(TimeProfile.Misfits misfits, ColumnProfile column) {
        return misfits.count() * 3 <= column.values() * 2;
    }

    private static Optional<ColumnGuess> nearlyDated(ColumnProfile column) {
        return column.times().nearly()
                .filter(misfits -> column.times().values() == column.values()
                        && (areFew(misfits.count(), column) || column.times().areShaped() && isSome(misfits, column)))
                .map(misfits -> ColumnGuess.undecided(column, misfits.count() + " of "
                        + Text.count(column.values(), "value") + (misfits.count() == 1 ? " does" : " do") + " not fit "
                        + misfits.format() + ": "
                        + misfits.examples(), List.of(misfits.format().cast())));
    }
}
