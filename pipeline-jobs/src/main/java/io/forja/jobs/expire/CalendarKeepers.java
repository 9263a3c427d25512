package io.forja.jobs.expire;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.InvalidValueException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

@Doc("Of each of the last days, weeks and months that have a snapshot, the newest stays. Days are those of UTC, as in the"
        + " names.")
public record CalendarKeepers(
        @Doc("So many days.") @Default("0") int daily,
        @Doc("So many weeks, from Monday to Sunday.") @Default("0") int weekly,
        @Doc("So many months.") @Default("0") int monthly) {

    public CalendarKeepers {
        requireCount("daily", daily);
        requireCount("weekly", weekly);
        requireCount("monthly", monthly);
        if (daily + weekly + monthly == 0) {
            throw new InvalidValueException("the calendar keeps nothing", "write one of daily, weekly and monthly, or remove"
                    + " keep");
        }
    }

    private static void requireCount(String key, int count) {
        if (count < 0) {
            throw new InvalidValueException(key, "there cannot be " + count + " of them", "write 0 or more");
        }
    }

    String summary() {
        return Stream.of(text(daily, "days"), text(weekly, "weeks"), text(monthly, "months"))
                .filter(text -> !text.isEmpty()).collect(Collectors.joining(", ", "one of each of the last ", ""));
    }

    private static String text(int count, String periods) {
        return count == 0 ? "" : count + " " + periods;
    }
}
