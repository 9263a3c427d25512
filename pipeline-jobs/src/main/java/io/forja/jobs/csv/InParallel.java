package io.forja.jobs.csv;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Work on the driver that needs no Spark job. */
final class InParallel {
    private static final int WAITING_THREADS = 16;

    private InParallel() {}

    /** Work that waits for storage more than it computes. */
    static <T, R> List<R> mapWaiting(List<T> items, Function<T, R> work) {
        return map(items, work, WAITING_THREADS);
    }

    /** Work that computes: a thread for each core. */
    static <T, R> List<R> map(List<T> items, Function<T, R> work) {
        return map(items, work, Runtime.getRuntime().availableProcessors());
    }

    /**
     * The results in the order of the items. The first failure ends the work.
     *
     * @throws UncheckedIOException where the calling thread is interrupted; it stays so
     */
    private static <T, R> List<R> map(List<T> items, Function<T, R> work, int most) {
        if (items.size() <= 1) {
            return items.stream().map(work).toList();
        }
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(items.size(), most), task -> {
            Thread thread = new Thread(task, "csv-driver");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<R>> futures = new ArrayList<>();
            items.forEach(item -> futures.add(pool.submit(() -> work.apply(item))));
            List<R> results = new ArrayList<>();
            for (Future<R> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted while reading CSV files"));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }
}
