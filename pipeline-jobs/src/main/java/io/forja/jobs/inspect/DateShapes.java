package io.forja.jobs.inspect;

import io.forja.jobs.inspect.TimeFormat.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The ways to write dates and times that one text may be written in. */
final class DateShapes {

    private static final String TIME = "(?:(T| +|, *)(\\d{1,2}:\\d{2}.*))?";
    private static final Pattern ISO = Pattern.compile("\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}.*)?");
    private static final Pattern YEAR_FIRST = Pattern.compile("\\d{4}([-/.])(\\d{1,2})\\1(\\d{1,2})" + TIME);
    private static final Pattern YEAR_LAST = Pattern.compile("(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{2}|\\d{4})" + TIME);
    private static final Pattern NAMED_MONTH =
            Pattern.compile("(\\d{1,2})([-/. ])(\\p{L}{3,})\\.?\\2(\\d{2}|\\d{4})" + TIME);
    private static final Pattern MONTH_FIRST = Pattern.compile("(\\p{L}{3,}) (\\d{1,2}), (\\d{4})" + TIME);
    private static final Pattern IN_WORDS = Pattern.compile("(?i)\\d{1,2} de (\\p{L}{3,}) de \\d{4}");
    private static final Pattern DIGITS = Pattern.compile("(?:19|20)\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])");
    private static final Pattern CLOCK = Pattern.compile(
            "(\\d{1,2}):\\d{2}(:\\d{2})?(?:([.,])(\\d{1,9}))?(?:( ?)([AaPp][Mm]))?"
            + "(?:( ?)(Z|[-+]\\d{2}(:?\\d{2})?))?");
    private static final int LONGEST = 45;
    /** English months need no locale; then the languages of the neighbourhood. */
    private static final String[] LANGUAGES = {"", "pt-BR", "es-ES", "de-DE", "fr-FR"};

    private DateShapes() {}

    /** The formats that read the text, the likeliest first; empty where it is no date. */
    static List<TimeFormat> of(String text) {
        if (text.length() > LONGEST || text.length() < 6 || !hasDigit(text)) {
            return List.of();
        }
        List<TimeFormat> formats = new ArrayList<>();
        if (ISO.matcher(text).matches()) {
            if (text.length() == 10) {
                formats.add(new TimeFormat(false, null, null, Order.YEAR));
            }
            // A date alone may stand among times.
            formats.add(new TimeFormat(true, null, null, Order.YEAR));
        }
        if (formats.stream().noneMatch(format -> format.reads(text))) {
            yearFirst(text, formats);
        }
        yearLast(text, formats);
        namedMonth(text, formats);
        return formats.stream().filter(format -> format.reads(text)).toList();
    }

    /** Whether the text is written as a date, which need not exist: {@code 30/02/2024}, {@code 0000-00-00}. */
    static boolean isShaped(String text) {
        return text.length() <= LONGEST && (YEAR_FIRST.matcher(text).matches() || YEAR_LAST.matcher(text).matches());
    }

    private static boolean hasDigit(String text) {
        return text.chars().anyMatch(c -> c >= '0' && c <= '9');
    }

    private static void yearFirst(String text, List<TimeFormat> formats) {
        Matcher matcher = YEAR_FIRST.matcher(text);
        if (matcher.matches()) {
            String sign = matcher.group(1);
            for (String date : twoDigits(matcher.group(2), matcher.group(3))
                    ? new String[] {"yyyy%sMM%sdd", "yyyy%sM%sd"} : new String[] {"yyyy%sM%sd"}) {
                add(formats, date.formatted(sign, sign), matcher.group(4), matcher.group(5), "", Order.YEAR);
            }
        } else if (DIGITS.matcher(text).matches()) {
            formats.add(new TimeFormat(false, "yyyyMMdd", null, Order.YEAR));
        }
    }

    private static void yearLast(String text, List<TimeFormat> formats) {
        Matcher matcher = YEAR_LAST.matcher(text);
        if (!matcher.matches()) {
            return;
        }
        String sign = matcher.group(2);
        String year = matcher.group(4).length() == 4 ? "yyyy" : "yy";
        boolean full = twoDigits(matcher.group(1), matcher.group(3));
        for (String digits : full ? new String[] {"dd", "d"} : new String[] {"d"}) {
            String month = digits.replace('d', 'M');
            add(formats, digits + sign + month + sign + year, matcher.group(5), matcher.group(6), "", Order.DAY);
            add(formats, month + sign + digits + sign + year, matcher.group(5), matcher.group(6), "", Order.MONTH);
        }
    }

    private static boolean twoDigits(String one, String other) {
        return one.length() == 2 && other.length() == 2;
    }

    private static void namedMonth(String text, List<TimeFormat> formats) {
        Matcher day = NAMED_MONTH.matcher(text);
        Matcher month = MONTH_FIRST.matcher(text);
        Matcher words = IN_WORDS.matcher(text);
        for (String language : LANGUAGES) {
            for (String name : new String[] {"MMM", "MMMM"}) {
                if (day.matches()) {
                    String sign = day.group(2);
                    String year = day.group(4).length() == 4 ? "yyyy" : "yy";
                    for (String digits : day.group(1).length() == 2 ? new String[] {"dd", "d"} : new String[] {"d"}) {
                        add(formats, digits + sign + name + sign + year, day.group(5), day.group(6), language, Order.DAY);
                    }
                } else if (month.matches()) {
                    add(formats, name + " d, yyyy", month.group(4), month.group(5), language, Order.MONTH);
                } else if (words.matches()) {
                    add(formats, "d 'de' " + name + " 'de' yyyy", null, null, language, Order.DAY);
                }
            }
        }
    }

    private static void add(List<TimeFormat> formats, String date, @Nullable String gap, @Nullable String time,
            String language, Order order) {
        String locale = language.isEmpty() ? null : language;
        if (gap == null || time == null) {
            formats.add(new TimeFormat(false, date, locale, order));
            return;
        }
        String between = gap.equals("T") ? "'T'" : gap;
        clock(time).forEach(each -> formats.add(new TimeFormat(true, date + between + each, locale, order)));
    }

    /** The patterns of a time of the day. */
    private static Stream<String> clock(String time) {
        Matcher matcher = CLOCK.matcher(time);
        if (!matcher.matches()) {
            return Stream.of();
        }
        String hour = matcher.group(6) == null ? "H" : "h";
        String rest = ":mm" + (matcher.group(2) == null ? "" : ":ss")
                + (matcher.group(4) == null ? "" : matcher.group(3) + "S".repeat(matcher.group(4).length()))
                + (matcher.group(6) == null ? "" : matcher.group(5) + "a") + offset(matcher);
        return matcher.group(1).length() == 2 ? Stream.of(hour + hour + rest, hour + rest) : Stream.of(hour + rest);
    }

    private static String offset(Matcher clock) {
        if (clock.group(8) == null) {
            return "";
        }
        String minutes = clock.group(9) == null ? "" : clock.group(9);
        boolean colon = clock.group(8).equals("Z") || minutes.startsWith(":");
        return clock.group(7) + (colon ? "XXX" : minutes.isEmpty() ? "X" : "XX");
    }
}
