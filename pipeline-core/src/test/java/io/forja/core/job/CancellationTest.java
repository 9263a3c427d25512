package io.forja.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.problem.ForjaException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CancellationTest {

    private final Cancellation cancellation = new Cancellation();
    private final List<String> done = new ArrayList<>();

    @Test
    void a_request_is_made_once_and_the_first_reason_stays() {
        cancellation.onCancel(() -> done.add("stopped"));
        cancellation.cancel("too late");
        cancellation.cancel("again");
        assertThat(cancellation.isCancelled()).isTrue();
        assertThat(done).containsExactly("stopped");
        assertThatThrownBy(cancellation::throwIfCancelled).isInstanceOf(ForjaException.class)
                .hasMessage("the job was stopped: too late");
    }

    @Test
    void an_action_that_comes_after_the_request_runs_at_once() {
        cancellation.cancel("why");
        cancellation.onCancel(() -> done.add("stopped"));
        assertThat(done).containsExactly("stopped");
    }

    @Test
    void an_action_that_fails_keeps_no_other_from_running() {
        cancellation.onCancel(() -> {
            throw new IllegalStateException("the session is closed");
        });
        cancellation.onCancel(() -> done.add("second"));
        cancellation.cancel("why");
        assertThat(done).containsExactly("second");
    }

    @Test
    void without_a_request_a_commit_is_done() throws Exception {
        assertThat(cancellation.commit(() -> {
            assertThat(cancellation.isCommitting()).isTrue();
            return 7;
        })).isEqualTo(7);
        assertThat(cancellation.isCommitting()).isFalse();
    }

    @Test
    void after_a_request_no_commit_begins() {
        cancellation.cancel("why");
        assertThatThrownBy(() -> cancellation.commit(() -> done.add("committed")))
                .hasMessage("the job was stopped: why");
        assertThat(done).isEmpty();
        assertThat(cancellation.isCommitting()).isFalse();
    }

    @Test
    void a_request_during_a_commit_leaves_it_to_end() throws Exception {
        assertThat(cancellation.commit(() -> {
            cancellation.cancel("why");
            assertThat(cancellation.isCommitting()).isTrue();
            return "committed";
        })).isEqualTo("committed");
        assertThat(cancellation.isCancelled()).isTrue();
        assertThat(cancellation.isCommitting()).isFalse();
    }

    @Test
    void a_commit_that_fails_is_over() {
        assertThatThrownBy(() -> cancellation.commit(() -> {
            throw new IllegalStateException("conflict");
        })).hasMessage("conflict");
        assertThat(cancellation.isCommitting()).isFalse();
    }

    @Test
    void of_several_commits_at_once_the_last_one_counts() throws Exception {
        CountDownLatch firstIsIn = new CountDownLatch(1);
        CountDownLatch secondIsDone = new CountDownLatch(1);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            Future<Boolean> first = pool.submit(() -> cancellation.commit(() -> {
                firstIsIn.countDown();
                secondIsDone.await();
                return true;
            }));
            firstIsIn.await();
            cancellation.commit(() -> true);
            assertThat(cancellation.isCommitting()).as("the first one still is").isTrue();
            secondIsDone.countDown();
            assertThat(first.get()).isTrue();
            assertThat(cancellation.isCommitting()).isFalse();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void who_sees_a_stopped_job_that_is_not_committing_knows_that_it_never_will() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            for (int i = 0; i < 2000; i++) {
                Cancellation each = new Cancellation();
                AtomicBoolean committed = new AtomicBoolean();
                Future<?> job = pool.submit(() -> {
                    try {
                        each.commit(() -> {
                            committed.set(true);
                            return true;
                        });
                    } catch (Exception stopped) {
                        // It came too late, which is one of the two outcomes.
                    }
                });
                each.cancel("why");
                if (!each.isCommitting()) {
                    boolean seen = committed.get();
                    job.get();
                    assertThat(committed.get()).isEqualTo(seen);
                }
                job.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
