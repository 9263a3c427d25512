package io.forja.benchmarks;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How long something took.
 *
 * @param wallSeconds by the clock on the wall, which is what counts, and which other work on the machine lengthens
 * @param cpuSeconds of all threads together, which other work lengthens less
 */
record Timing(double wallSeconds, double cpuSeconds) {

    /** The medians of both, each for itself. */
    static Timing median(List<Timing> timings) {
        return new Timing(median(timings, Timing::wallSeconds), median(timings, Timing::cpuSeconds));
    }

    private static double median(List<Timing> timings, ToDoubleFunction<Timing> of) {
        double[] sorted = timings.stream().mapToDouble(of).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
