package io.forja.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Measures this process from now on. */
record Stopwatch(long wallNanos, long cpuNanos) {

    static Stopwatch started() {
        return new Stopwatch(System.nanoTime(), cpu());
    }

    /** Since the start. */
    Timing timing() {
        return new Timing((System.nanoTime() - wallNanos) / 1e9, (cpu() - cpuNanos) / 1e9);
    }

    private static long cpu() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
