package io.forja.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.job.JobResult;
import io.forja.core.plan.Plan;
import io.forja.core.plan.PlannedJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Any plan, and any events in any order: a machine that no sequence brings into a state that it must not have. */
class RunStatePropertiesTest {

    private final Map<String, Integer> successes = new HashMap<>();
    private final Set<String> everFailed = new HashSet<>();

    @Property(tries = 2000)
    void no_sequence_of_events_breaks_the_rules(@ForAll long seed) {
        successes.clear();
        everFailed.clear();
        Random random = new Random(seed);
        RunState state = Plans.queued(somePlan(random));
        Instant now = Plans.NIGHT;
        for (int i = 0; i < 60; i++) {
            now = now.plusSeconds(random.nextInt(60));
            RunState next = state.on(someEvent(state, now, random));
            thenNothingLeavesItsEnd(state, next);
            thenOnlyReadyJobsStart(state, next, now);
            thenTheRunIsAtItsEndExactlyWhenItsJobsAre(next);
            thenSuccessIsTheSuccessOfEveryJobOnce(next);
            thenAttemptsAreWithinTheirNumber(next);
            state = next;
        }
    }

    @Property(tries = 500)
    void who_does_what_the_state_asks_for_comes_to_an_end(@ForAll long seed) {
        Random random = new Random(seed);
        RunState state = Plans.queued(somePlan(random)).on(new RunEvent.Started(Plans.NIGHT));
        Instant now = Plans.NIGHT;
        for (int i = 0; i < 500 && !state.run().status().isTerminal(); i++) {
            for (String job : state.ready(now)) {
                state = state.on(new RunEvent.JobStarted(now, job));
            }
            List<String> running = state.jobs().values().stream()
                    .filter(job -> job.status() == JobStatus.RUNNING).map(JobRecord::job).toList();
            if (running.isEmpty()) {
                now = state.nextRetry().orElseThrow();
            } else {
                String job = running.get(random.nextInt(running.size()));
                state = state.on(end(job, now, random));
            }
        }
        assertThat(state.run().status()).isIn(RunStatus.SUCCEEDED, RunStatus.FAILED);
    }

    private static Plan somePlan(Random random) {
        List<PlannedJob> jobs = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(6); i++) {
            String[] needs = jobs.stream().map(PlannedJob::name).filter(name -> random.nextInt(3) == 0)
                    .toArray(String[]::new);
            jobs.add(Plans.tried(1 + random.nextInt(3), Plans.job("j" + i, needs)));
        }
        return new Plan("vendas", jobs);
    }

    private static RunEvent someEvent(RunState state, Instant now, Random random) {
        List<String> names = List.copyOf(state.jobs().keySet());
        String job = names.get(random.nextInt(names.size()));
        int kind = random.nextInt(20);
        if (kind == 0) {
            return new RunEvent.CancelRequested(now, "asked for");
        }
        if (kind < 3) {
            return new RunEvent.Started(now);
        }
        return kind < 11 ? new RunEvent.JobStarted(now, job) : end(job, now, random);
    }

    private static RunEvent end(String job, Instant now, Random random) {
        return random.nextInt(5) > 1
                ? new RunEvent.JobSucceeded(now, job, JobResult.NOTHING)
                : new RunEvent.JobFailed(now, job, "it broke", random.nextBoolean());
    }

    private static void thenNothingLeavesItsEnd(RunState before, RunState after) {
        if (before.run().status().isTerminal()) {
            assertThat(after).isEqualTo(before);
        }
        before.jobs().forEach((name, job) -> {
            if (job.status().isTerminal()) {
                assertThat(after.jobs().get(name)).isEqualTo(job);
            }
        });
    }

    private void thenOnlyReadyJobsStart(RunState before, RunState after, Instant now) {
        after.jobs().forEach((name, job) -> {
            JobRecord was = before.jobs().get(name);
            if (job.attempt() > was.attempt()) {
                assertThat(before.ready(now)).contains(name);
                assertThat(before.cancelReason()).isNull();
                assertThat(job.needs()).allMatch(need -> before.jobs().get(need).status() == JobStatus.SUCCEEDED);
                assertThat(job.needs()).noneMatch(everFailed::contains);
            }
            if (job.status() != was.status()) {
                if (job.status() == JobStatus.SUCCEEDED) {
                    successes.merge(name, 1, Integer::sum);
                } else if (job.status().isTerminal()) {
                    everFailed.add(name);
                }
            }
        });
    }

    private static void thenTheRunIsAtItsEndExactlyWhenItsJobsAre(RunState state) {
        assertThat(state.run().status().isTerminal())
                .isEqualTo(state.jobs().values().stream().allMatch(job -> job.status().isTerminal()));
        assertThat(state.run().finishedAt() != null).isEqualTo(state.run().status().isTerminal());
    }

    private void thenSuccessIsTheSuccessOfEveryJobOnce(RunState state) {
        assertThat(successes.values()).allMatch(times -> times == 1);
        assertThat(state.run().status() == RunStatus.SUCCEEDED)
                .isEqualTo(successes.keySet().equals(state.jobs().keySet()));
    }

    private static void thenAttemptsAreWithinTheirNumber(RunState state) {
        state.jobs().values().forEach(job ->
                assertThat(job.attempt()).isLessThanOrEqualTo(state.retries().get(job.job()).attempts()));
    }
}
