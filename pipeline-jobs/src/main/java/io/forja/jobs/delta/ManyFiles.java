package io.forja.jobs.delta;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Work on files that mostly waits for their store, on several at once. */
public final class ManyFiles {

    private static final int AT_ONCE = 8;

    private ManyFiles() {}

    /** What is done with one file. */
    @FunctionalInterface
    public interface Work<T, R> {
        R on(T item) throws IOException;
    }

    /**
     * The results in the order of the items. The first failure ends the work; when this returns or throws, nothing is
     * going on any more.
     */
    public static <T, R> List<R> map(List<T> items, Work<T, R> work) throws IOException {
        if (items.isEmpty()) {
            return List.of();
        }
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(AT_ONCE, items.size()), task -> {
            Thread thread = new Thread(task, "forja-files");
            thread.setDaemon(true);
            return thread;
        });
        CompletionService<R> running = new ExecutorCompletionService<>(pool);
        try {
            List<Future<R>> results = items.stream().map(item -> running.submit(() -> work.on(item))).toList();
            for (int ended = 0; ended < items.size(); ended++) {
                running.take().get();
            }
            List<R> inOrder = new ArrayList<>();
            for (Future<R> result : results) {
                inOrder.add(result.get());
            }
            return inOrder;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while working on files");
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } finally {
            settle(pool);
        }
    }

    private static IOException failure(@Nullable Throwable cause) {
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException failed ? failed : new IOException(cause);
    }

    private static void settle(ExecutorService pool) {
        pool.shutdownNow();
        boolean interrupted = false;
        while (!pool.isTerminated()) {
            try {
                pool.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
