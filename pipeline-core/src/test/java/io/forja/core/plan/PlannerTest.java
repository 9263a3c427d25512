package io.forja.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.definition.LoadedPipeline;
import io.forja.core.definition.TableRef;
import io.forja.core.problem.NotFoundException;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.core.testing.GivenPipelines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PlannerTest {

    private final GivenPipelines given = new GivenPipelines();

    /** Jobs as lines such as {@code fato: {needs: bronze, copy: {into: a.b}}}. */
    private LoadedPipeline jobs(String... lines) {
        return given.pipeline("pipeline: vendas\njobs:\n  " + String.join("\n  ", lines) + "\n");
    }

    private Plan plan(String... lines) {
        Problems problems = new Problems();
        Optional<Plan> plan = Planner.plan(jobs(lines), problems);
        problems.throwIfAny();
        return plan.orElseThrow();
    }

    private List<String> order(String... lines) {
        return plan(lines).jobs().stream().map(PlannedJob::name).toList();
    }

    private List<String> refused(String... lines) {
        Problems problems = new Problems();
        assertThat(Planner.plan(jobs(lines), problems)).isEmpty();
        assertThat(problems.isEmpty()).isFalse();
        return problems.inOrder().stream().map(Problem::toString).toList();
    }

    // --- the order

    @Test
    void jobs_keep_the_order_of_the_text_where_their_needs_allow_it() {
        assertThat(order("c: {copy: {into: x.c}}", "a: {copy: {into: x.a}}", "b: {copy: {into: x.b}}"))
                .containsExactly("c", "a", "b");
    }

    @Test
    void a_job_comes_behind_what_it_needs_and_no_later_than_it_has_to() {
        assertThat(order("d: {needs: [b, c], copy: {into: x.d}}", "b: {needs: a, copy: {into: x.b}}",
                "a: {copy: {into: x.a}}", "c: {copy: {into: x.c}}", "e: {copy: {into: x.e}}"))
                .containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void a_planned_job_has_all_that_its_pipeline_says_of_it() {
        PlannedJob fato = plan("bronze: {copy: {into: x.bronze}}",
                "fato: {needs: [bronze, bronze], timeout: 5m, retry: {attempts: 2}, copy: {from: x.bronze, into: x.fato}}")
                .job("fato").orElseThrow();
        assertThat(fato.needs()).containsExactly("bronze");
        assertThat(fato.timeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(fato.retry().attempts()).isEqualTo(2);
        assertThat(fato.reads()).containsExactly(new TableRef("x.bronze"));
        assertThat(fato.writes()).containsExactly(new TableRef("x.fato"));
    }

    @Test
    void one_job_alone_needs_nothing() {
        Plan plan = plan("bronze: {copy: {into: x.bronze}}", "fato: {needs: bronze, copy: {into: x.fato}}");
        assertThat(plan.only("fato").jobs()).singleElement().satisfies(job -> assertThat(job.needs()).isEmpty());
        assertThatThrownBy(() -> plan.only("fatto")).isInstanceOf(NotFoundException.class)
                .hasMessage("the pipeline vendas has no job \"fatto\"; did you mean \"fato\"?");
    }

    // --- needs that cannot be

    @Test
    void a_need_that_does_not_exist_is_told_where_it_is_written() {
        assertThat(refused("bronze: {copy: {into: x.b}}", "fato: {needs: [bronze, bronce], copy: {into: x.f}}"))
                .containsExactly("vendas.yaml:4:26 jobs.fato.needs[1]: there is no job \"bronce\" in this pipeline;"
                        + " did you mean \"bronze\"?");
    }

    @Test
    void a_job_does_not_need_itself() {
        assertThat(refused("fato: {needs: fato, copy: {into: x.f}}")).containsExactly(
                "vendas.yaml:3:17 jobs.fato.needs: the job \"fato\" needs itself; remove it");
    }

    @Test
    void a_circle_is_named_from_job_to_job() {
        assertThat(refused("in: {copy: {into: x.in}}", "a: {needs: [in, c], copy: {into: x.a}}",
                "b: {needs: a, copy: {into: x.b}}", "c: {needs: b, copy: {into: x.c}}",
                "out: {needs: c, copy: {into: x.out}}"))
                .containsExactly("vendas.yaml:4:19 jobs.a.needs[1]: the jobs need each other in a circle:"
                        + " a -> c -> b -> a; remove one of these needs");
    }

    @Test
    void every_circle_and_every_wrong_need_is_told_at_once() {
        assertThat(refused("a: {needs: b, copy: {into: x.a}}", "b: {needs: a, copy: {into: x.b}}",
                "c: {needs: d, copy: {into: x.c}}", "d: {needs: [c, nada], copy: {into: x.d}}",
                "e: {needs: e, copy: {into: x.e}}"))
                .hasSize(4)
                .anySatisfy(told -> assertThat(told).contains("a -> b -> a"))
                .anySatisfy(told -> assertThat(told).contains("c -> d -> c"));
    }

    // --- who writes which table

    @Test
    void two_writers_of_one_table_have_an_order() {
        assertThat(refused("a: {copy: {into: {table: x.t, mode: append}}}", "b: {copy: {into: {table: X.T, mode: append}}}"))
                .containsExactly("vendas.yaml:4:3 jobs.b: the table x.t is written by the job \"a\" too,"
                        + " with no order between them; add \"needs: a\"");
        assertThat(order("a: {copy: {into: {table: x.t, mode: append}}}",
                "m: {needs: a, copy: {into: x.m}}",
                "b: {needs: m, copy: {into: {table: x.t, mode: append}}}")).hasSize(3);
    }

    @Test
    void one_table_is_overwritten_by_one_job_even_in_order() {
        assertThat(refused("a: {copy: {into: x.t}}", "b: {needs: a, copy: {into: x.t}}")).containsExactly(
                "vendas.yaml:4:3 jobs.b: the table x.t is overwritten by the job \"a\" too, whose rows would be lost;"
                        + " give one of them another table, or mode: append");
        assertThat(order("a: {copy: {into: x.t}}", "b: {needs: a, copy: {into: {table: x.t, mode: append}}}")).hasSize(2);
    }

    @Test
    void a_table_is_not_read_while_it_is_written_whichever_job_comes_first_in_the_text() {
        assertThat(refused("a: {copy: {into: x.t}}", "b: {copy: {from: x.t, into: x.u}}")).containsExactly(
                "vendas.yaml:4:3 jobs.b: it reads the table x.t, which the job \"a\" writes, with no order between them;"
                        + " add \"needs: a\"");
        assertThat(refused("b: {copy: {from: x.t, into: x.u}}", "a: {copy: {into: x.t}}")).containsExactly(
                "vendas.yaml:3:3 jobs.b: it reads the table x.t, which the job \"a\" writes, with no order between them;"
                        + " add \"needs: a\"");
        assertThat(order("b: {copy: {from: x.t, into: x.u}}", "a: {needs: b, copy: {into: x.t}}")).containsExactly("b", "a");
    }

    @Test
    void a_table_is_known_by_its_path_too() {
        assertThat(refused("a: {copy: {into: {table: x.t, path: s3a://bronze/t}}}",
                "b: {copy: {from: s3://bronze/t/, into: x.u}}")).hasSize(1);
    }

    @Test
    void a_pattern_of_tables_may_be_any_of_them() {
        assertThat(refused("a: {copy: {into: \"bronze.${schema}_${table}\"}}", "b: {copy: {from: Bronze.dbo_Autor, into: x.u}}"))
                .singleElement().asString().contains("which the job \"a\" writes, with no order between them");
        assertThat(order("a: {copy: {into: \"bronze.${schema}_${table}\"}}", "b: {copy: {from: silver.autor, into: x.u}}"))
                .hasSize(2);
    }

    @Test
    void a_job_may_read_what_it_writes_itself() {
        assertThat(order("a: {copy: {from: x.t, into: x.t}}")).containsExactly("a");
    }

    // --- whatever is asked for

    @Property(tries = 200)
    void an_order_has_every_job_once_behind_what_it_needs_and_is_the_same_each_time(
            @ForAll @IntRange(min = 1, max = 25) int size, @ForAll long seed) {
        Random random = new Random(seed);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            names.add("j" + i);
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            List<String> needs = names.subList(0, i).stream().filter(name -> random.nextInt(4) == 0).toList();
            lines.add(names.get(i) + ": {needs: " + needs + ", copy: {into: x.t" + i + "}}");
        }
        Collections.shuffle(lines, random);
        Plan plan = plan(lines.toArray(String[]::new));
        Set<String> done = new HashSet<>();
        for (PlannedJob job : plan.jobs()) {
            assertThat(done).containsAll(job.needs());
            assertThat(done.add(job.name())).isTrue();
        }
        assertThat(done).containsExactlyInAnyOrderElementsOf(names);
        assertThat(plan(lines.toArray(String[]::new))).isEqualTo(plan);
    }
}
