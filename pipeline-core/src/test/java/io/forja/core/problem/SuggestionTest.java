package io.forja.core.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuggestionTest {

    private static final List<String> KEYS =
            List.of("schedule", "params", "defaults", "notify", "jobs", "needs", "timeout", "retry", "csv", "json", "id");

    @ParameterizedTest
    @CsvSource({
        "shedule, schedule", "scheduel, schedule", "SCHEDULE, schedule", "sched_ule, schedule",
        "neds, needs", "need, needs", "job, jobs", "cvs, csv", "jsno, json", "timout, timeout", "rety, retry"
    })
    void a_slip_of_the_finger_finds_the_name_that_was_meant(String written, String meant) {
        assertThat(Suggestion.closest(written, KEYS)).contains(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "", "abc", "horario", "dependsOn", "xyz"})
    void another_word_finds_nothing(String written) {
        assertThat(Suggestion.closest(written, KEYS)).isEmpty();
    }

    @Test
    void of_two_names_equally_near_the_first_in_the_alphabet_is_meant() {
        assertThat(Suggestion.closest("valog", List.of("valot", "valor"))).contains("valor");
    }

    @Test
    void without_a_near_name_the_remedy_lists_all_of_them_in_order() {
        assertThat(Suggestion.remedy("horario", List.of("needs", "jobs"))).isEqualTo("write one of jobs, needs");
        assertThat(Suggestion.remedy("neds", List.of("needs", "jobs"))).isEqualTo("did you mean \"needs\"?");
        assertThat(Suggestion.remedy("horario", List.of())).isEqualTo("remove it");
    }

    @Test
    void a_long_list_is_cut() {
        List<String> columns = IntStream.range(100, 300).mapToObj(i -> "column" + i).toList();
        assertThat(Suggestion.remedy("preço", columns)).startsWith("write one of column100, ")
                .endsWith("column114 and 185 more");
    }
}
