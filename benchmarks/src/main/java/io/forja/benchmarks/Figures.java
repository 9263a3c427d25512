package io.forja.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was measured under one heading: each contender's rounds, the first contender being the measure of the others. */
final class Figures {

    private final String heading;
    private final Map<String, List<Timing>> rounds = new LinkedHashMap<>();

    Figures(String heading) {
        this.heading = heading;
    }

    void add(String contender, Timing timing) {
        rounds.computeIfAbsent(contender, name -> new ArrayList<>()).add(timing);
    }

    /** The contender's median wall time by that of the first one. */
    double ratio(String contender) {
        return Timing.median(rounds.get(contender)).wallSeconds() / first().wallSeconds();
    }

    private Timing first() {
        return Timing.median(rounds.values().iterator().next());
    }

    void print() {
        System.out.printf(Locale.ROOT, "%n%-44s %8s %8s %8s %8s   %s%n",
                heading, "wall s", "ratio", "cpu s", "ratio", "rounds");
        rounds.forEach((contender, timings) -> {
            Timing median = Timing.median(timings);
            System.out.printf(Locale.ROOT, "  %-42s %8.2f %8.2f %8.2f %8.2f   %s%n", contender,
                    median.wallSeconds(), ratio(contender), median.cpuSeconds(),
                    median.cpuSeconds() / first().cpuSeconds(),
                    String.join(" ", timings.stream()
                            .map(timing -> String.format(Locale.ROOT, "%.2f", timing.wallSeconds())).toList()));
        });
    }
}
