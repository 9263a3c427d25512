package io.forja.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.forja.core.run.JobRecord;
import io.forja.core.run.JobStatus;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.scheduler.app.Commands.Ended;
import io.forja.scheduler.app.KillableProject.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Processes that are really killed, at any moment of a run, and those that go on with it and are killed in their turn:
 * in the end all is as if nothing had happened. {@code -Dforja.kills=25} says how many are killed for each store, and
 * {@code -Dforja.seed} chooses the moments.
 */
@Tag("spark")
class KilledRunsTest {

    private static final int KILLS = Integer.getInteger("forja.kills", 1);
    private static final long SEED = Long.getLong("forja.seed", System.nanoTime());

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final LocalDate FIRST = LocalDate.parse("2025-03-01");

    /** The bits of the number of changes: a job changes few files or, taking a snapshot anew, many. */
    private static final int MOST_BITS = 6;
    /** So many jobs a process may get on with before it is killed, at most. */
    private static final int MOST_JOBS = 3;
    private static final Duration LONGEST_DELAY = Duration.ofMillis(800);

    /** Stays where a comparison fails. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private final List<String> moments = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void killed_again_and_again_and_gone_on_with_all_is_as_after_runs_that_nobody_killed(Store store) throws Exception {
        System.out.println("forja.seed=" + SEED);
        Random random = new Random(SEED);
        KillableProject project = KillableProject.in(folder.resolve("killed"), store, FIRST, KILLS + 1);
        int days = 0;
        try (Commands forja = new Commands()) {
            while (moments.size() < KILLS) {
                runKilling(project, forja, FIRST.plusDays(days++), random);
            }
            System.out.println(store + ": killed " + moments.size() + " processes on " + days + " days\n  "
                    + String.join("\n  ", moments));
            KillableProject clean = KillableProject.in(folder.resolve("clean"), store, FIRST, KILLS + 1);
            for (int day = 0; day < days; day++) {
                Ended ended = clean.forja(forja, "run", "seguros", "--date", FIRST.plusDays(day).toString());
                assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
                assertThat(project.accounts(FIRST.plusDays(day))).isEqualTo(clean.accounts(FIRST.plusDays(day)));
            }
            Map<String, List<String>> seen = project.seen(forja);
            Map<String, List<String>> wanted = clean.seen(forja);
            wanted.forEach((what, expected) -> assertThat(seen.get(what)).as(what).isEqualTo(expected));
            assertThat(seen).hasSameSizeAs(wanted);
            System.out.println(store + ": all is as after runs that nobody killed");
        }
    }

    /**
     * Runs a day to its end, killing as long as there are kills left, and then going on as a person does. A snapshot is
     * whole whenever it is seen.
     */
    private void runKilling(KillableProject project, Commands forja, LocalDate day, Random random) throws Exception {
        Optional<RunRecord> last = Optional.empty();
        while (last.map(RunRecord::status).filter(RunStatus.SUCCEEDED::equals).isEmpty()) {
            String[] command = last.map(run -> new String[] {"runs", "retry", run.id()})
                    .orElse(new String[] {"run", "seguros", "--date", day.toString()});
            if (moments.size() < KILLS) {
                kill(project, ForjaProcess.start(project.folder(), command), day, last, random);
                project.requireWholeSnapshots(forja);
            } else {
                Ended ended = project.forja(forja, command);
                assertThat(ended.code()).as(moments + ended.out() + ended.err()).isZero();
            }
            last = project.lastRun(day);
        }
    }

    /** A moment is a job, a number of changes to the lake's files from its beginning on, and some time or none after them. */
    private void kill(KillableProject project, Process process, LocalDate day, Optional<RunRecord> before, Random random)
            throws Exception {
        int jobs = 1 + random.nextInt(MOST_JOBS);
        int changes = random.nextInt(1 << random.nextInt(MOST_BITS));
        long delay = random.nextBoolean() ? 0 : random.nextLong(LONGEST_DELAY.toMillis());
        try {
            await().atMost(LONG).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20))
                    .until(() -> !process.isAlive() || hasBegun(jobs, project, day, before));
            Changes seen = new Changes(project);
            await().atMost(LONG).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2))
                    .until(() -> !process.isAlive() || seen.untilNow() >= changes);
            if (process.waitFor(delay, TimeUnit.MILLISECONDS)) {
                assertThat(process.exitValue()).as(moments + project.log()).isZero();
                return;
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        String running = project.lastRun(day).map(run -> project.jobs(run.id()).stream()
                .filter(job -> job.status() == JobStatus.RUNNING).map(JobRecord::job).toList()).orElse(List.of()).toString();
        moments.add(day + " " + running + " after " + changes + " changes and " + delay + " ms");
    }

    /** True once so many jobs have begun in a run that was not there before, or its last ones. */
    private static boolean hasBegun(int jobs, KillableProject project, LocalDate day, Optional<RunRecord> before) {
        List<JobRecord> own = project.lastRun(day)
                .filter(run -> before.filter(other -> other.id().equals(run.id())).isEmpty())
                .map(run -> project.jobs(run.id())).orElse(List.of());
        long begun = own.stream().filter(job -> job.attempt() > 0).count();
        return begun >= jobs || begun > 0 && own.stream().noneMatch(job -> job.status() == JobStatus.WAITING);
    }

    /** Counts the files that come, grow and go. */
    private static final class Changes {

        private final KillableProject project;
        private Map<String, Long> files;
        private int count;

        Changes(KillableProject project) {
            this.project = project;
            this.files = project.files();
        }

        int untilNow() {
            Map<String, Long> now = project.files();
            Set<String> names = new HashSet<>(files.keySet());
            names.addAll(now.keySet());
            names.removeIf(name -> Objects.equals(files.get(name), now.get(name)));
            files = now;
            count += names.size();
            return count;
        }
    }
}
