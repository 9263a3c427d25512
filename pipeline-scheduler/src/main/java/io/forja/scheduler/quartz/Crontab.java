package io.forja.scheduler.quartz;

import io.forja.core.yaml.InvalidValueException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The five fields of a crontab line, each as the set of its values. Quartz numbers weekdays another way, wraps ranges
 * and knows no "or" between day and weekday; written as plain lists of values, both mean the same.
 */
record Crontab(Field minute, Field hour, Field day, Field month, Field weekday) {

    private static final List<String> MONTHS =
            List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
    private static final List<String> WEEKDAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");

    /**
     * @param any true where the field is {@code *}
     * @param star true where the field begins with a star, {@code *} or a step of it
     */
    record Field(TreeSet<Integer> values, boolean any, boolean star) {
        String quartz() {
            return any ? "*" : values.stream().map(String::valueOf).collect(Collectors.joining(","));
        }
    }

    /** What one field may hold. */
    private record Kind(String name, int first, int last, List<String> names) {
        Optional<Integer> value(String text) {
            int named = names.indexOf(text.toUpperCase(Locale.ROOT));
            if (named >= 0) {
                return Optional.of(named + (first == 0 ? 0 : 1));
            }
            if (!text.matches("[0-9]{1,3}")) {
                return Optional.empty();
            }
            int value = Integer.parseInt(text);
            return value >= first && value <= last ? Optional.of(value) : Optional.empty();
        }

        String range() {
            return first + " to " + last + (names.isEmpty() ? "" : " or " + names.get(0) + " to "
                    + names.get(names.size() - 1));
        }
    }

    private static final Kind MINUTE = new Kind("minute", 0, 59, List.of());
    private static final Kind HOUR = new Kind("hour", 0, 23, List.of());
    private static final Kind DAY = new Kind("day", 1, 31, List.of());
    private static final Kind MONTH = new Kind("month", 1, 12, MONTHS);
    private static final Kind WEEKDAY = new Kind("weekday", 0, 7, WEEKDAYS);

    static Crontab parse(String text, String[] fields) {
        Crontab crontab = new Crontab(field(text, MINUTE, fields[0]), field(text, HOUR, fields[1]),
                field(text, DAY, fields[2]), field(text, MONTH, fields[3]), weekday(field(text, WEEKDAY, fields[4])));
        boolean bothDays = !crontab.day.any && !crontab.weekday.any;
        if (bothDays && (crontab.day.star || crontab.weekday.star)) {
            throw new InvalidValueException("\"" + text + "\" names days and weekdays, one of them as a step of *,"
                    + " which crontabs read differently", "write out the days, such as 1,3,5, or leave one field as *");
        }
        return crontab;
    }

    /** Sunday is 0 and 7. */
    private static Field weekday(Field field) {
        TreeSet<Integer> days = field.values.stream().map(day -> day % 7).collect(Collectors.toCollection(TreeSet::new));
        return new Field(days, field.any, field.star);
    }

    private static Field field(String text, Kind kind, String field) {
        if (field.equals("*") || (field.equals("?") && (kind == DAY || kind == WEEKDAY))) {
            return new Field(new TreeSet<>(), true, true);
        }
        TreeSet<Integer> values = new TreeSet<>();
        for (String item : field.split(",", -1)) {
            values.addAll(item(text, kind, item));
        }
        return new Field(values, false, field.startsWith("*"));
    }

    private static List<Integer> item(String text, Kind kind, String item) {
        String[] step = item.split("/", -1);
        String[] range = step[0].split("-", -1);
        Optional<Integer> from = range[0].equals("*") ? Optional.of(kind.first) : kind.value(range[0]);
        // 5/15 goes on to the end, as */15 does; a value alone is itself.
        Optional<Integer> to = range.length == 2 ? kind.value(range[1])
                : range[0].equals("*") || step.length == 2 ? Optional.of(kind == WEEKDAY ? 6 : kind.last) : from;
        // 6-0 and FRI-SUN are meant up to the week's end.
        if (kind == WEEKDAY && range.length == 2 && to.filter(day -> day == 0).isPresent() && from.orElse(0) > 0) {
            to = Optional.of(7);
        }
        Optional<Integer> by = step.length == 1 ? Optional.of(1)
                : step[1].matches("[1-9][0-9]{0,2}") ? Optional.of(Integer.valueOf(step[1])) : Optional.empty();
        boolean sound = step.length <= 2 && range.length <= 2 && from.isPresent() && to.isPresent() && by.isPresent()
                && !(range.length == 2 && range[0].equals("*"));
        if (!sound) {
            throw new InvalidValueException("\"" + item + "\" is no " + kind.name + " in \"" + text + "\"",
                    remedy(kind, item));
        }
        if (from.get() > to.get()) {
            throw new InvalidValueException("\"" + item + "\" ends before it begins in \"" + text + "\"",
                    "write the two parts as a list: " + from.get() + "-" + kind.last + "," + kind.first + "-" + to.get());
        }
        if (by.get() > kind.last - kind.first + 1) {
            throw new InvalidValueException("the step of \"" + item + "\" is longer than the whole field in \"" + text
                    + "\"", "write a step of at most " + (kind.last - kind.first + 1));
        }
        return IntStream.rangeClosed(from.get(), to.get()).filter(value -> (value - from.get()) % by.get() == 0)
                .boxed().toList();
    }

    private static String remedy(Kind kind, String item) {
        return item.matches(".*[LW#].*") && (kind == DAY || kind == WEEKDAY)
                ? "L, W and # are Quartz's: write six fields, such as \"0 0 2 L * ?\""
                : "write " + kind.range() + ", with - for ranges, / for steps and commas between them";
    }

    /** The same as Quartz writes it: one expression, or two of which either may match. */
    List<String> toQuartz() {
        String time = "0 " + minute.quartz() + " " + hour.quartz();
        String ofMonth = time + " " + day.quartz() + " " + month.quartz() + " ?";
        if (weekday.any) {
            return List.of(ofMonth);
        }
        String days = weekday.values.stream().map(WEEKDAYS::get).collect(Collectors.joining(","));
        String ofWeek = time + " ? " + month.quartz() + " " + days;
        return day.any ? List.of(ofWeek) : List.of(ofMonth, ofWeek);
    }
}
