package io.forja.jobs.inspect;

import io.forja.core.inspect.Guess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The columns that tell rows apart: one or two of them without a repetition, or one that is called a key and hardly
 * repeats.
 *
 * @param columns by their clean names; empty where no columns are a key
 * @param certain whether a name says so too, so that rows with the same key may be taken for the same
 * @param orderBy a column of times that says which of such rows is the latest, or empty
 * @param repeatedRows how many rows are the same as an earlier one in every column
 */
record KeyGuess(List<String> columns, String evidence, boolean certain, String orderBy, int repeatedRows) {

    private static final Pattern KEY =
            Pattern.compile("(?:.*_)?(?:id|codigo|cod|code|key|chave|uuid|guid|sku)(?:_.*)?|.*[a-z]ID|.*[a-z]Id");
    private static final Pattern NUMBER =
            Pattern.compile("(?:.*_)?(?:numero|num|nr|no|number|nf|pedido|order|linha|line|item|seq|sequencia)(?:_.*)?");
    private static final Pattern UPDATED = Pattern.compile(".*(?:atualiz|alter|modif|update|change|carga|load).*");
    /** A key may repeat where corrections of a row are appended. */
    private static final double NEARLY = 0.2;
    /** With fewer rows two columns are a key by accident. */
    private static final int ROWS_FOR_PAIRS = 100;
    private static final int MOST_CANDIDATES = 10;

    /** A column that may be a key, or part of one. */
    private record Candidate(int index, String name, boolean named, int repeats) {}

    Guess<List<String>> told() {
        return new Guess<>(columns, evidence);
    }

    /** @param names the clean names of the columns */
    static KeyGuess of(RowKeys keys, List<ColumnGuess> columns, List<String> names) {
        int repeatedRows = keys.repeatedRows();
        List<Candidate> candidates = IntStream.range(0, columns.size())
                .filter(column -> canIdentify(columns.get(column)) && !keys.hasBlanks(column))
                .mapToObj(column -> new Candidate(column, names.get(column),
                        isKey(columns.get(column).profile().name()), repeats(keys, column)))
                .sorted(Comparator.comparing(Candidate::named).reversed().thenComparing(Candidate::repeats))
                .toList();
        String orderBy = orderBy(columns, names);
        return single(candidates, keys, orderBy, repeatedRows)
                .or(() -> pair(candidates, keys, orderBy, repeatedRows))
                .orElseGet(() -> none(candidates, keys, repeatedRows));
    }

    /** How often the column repeats its values; of one that does so from the beginning, as often as there are rows. */
    private static int repeats(RowKeys keys, int column) {
        return keys.repeatsFromTheStart(column) ? keys.rows() : keys.repeats(column);
    }

    /** Amounts and times are no keys, even where they do not repeat. */
    private static boolean canIdentify(ColumnGuess column) {
        String type = column.cast().to();
        return column.alternatives().isEmpty() && (type.equals("string") || type.equals("int") || type.equals("bigint")
                || type.equals("date"));
    }

    private static boolean isKey(String name) {
        return KEY.matcher(name).matches() || KEY.matcher(Names.snake(name)).matches();
    }

    private static Optional<KeyGuess> single(
            List<Candidate> candidates, RowKeys keys, String orderBy, int repeatedRows) {
        Optional<Candidate> unique = candidates.stream().filter(each -> each.repeats() == 0)
                .min(Comparator.comparing((Candidate each) -> !each.named())
                        .thenComparing(each -> !NUMBER.matcher(each.name()).matches())
                        .thenComparing(Candidate::index));
        Optional<Candidate> nearly = candidates.stream()
                .filter(each -> each.named() && each.repeats() > 0 && each.repeats() <= keys.rows() * NEARLY).findFirst();
        if (unique.isPresent() && (unique.get().named() || nearly.isEmpty()) && keys.rows() > 1) {
            Candidate key = unique.get();
            return Optional.of(new KeyGuess(List.of(key.name()), "no two of " + keys.rows() + " rows have the same",
                    key.named(), orderBy, repeatedRows));
        }
        return nearly.map(key -> new KeyGuess(List.of(key.name()), key.repeats() + " of " + keys.rows() + " rows"
                + (key.repeats() == 1 ? " repeats one" : " repeat one"), true, orderBy, repeatedRows));
    }

    private static Optional<KeyGuess> pair(
            List<Candidate> candidates, RowKeys keys, String orderBy, int repeatedRows) {
        List<Candidate> few = candidates.stream()
                .sorted(Comparator.comparing((Candidate each) -> !each.named())
                        .thenComparing(each -> !NUMBER.matcher(each.name()).matches())
                        .thenComparing(Candidate::repeats))
                .limit(MOST_CANDIDATES).toList();
        for (int one = 0; one < few.size(); one++) {
            for (int other = one + 1; other < few.size(); other++) {
                List<Candidate> both = new ArrayList<>(List.of(few.get(one), few.get(other)));
                both.sort(Comparator.comparing(Candidate::index));
                boolean named = both.stream().anyMatch(Candidate::named);
                int[] by = {both.get(0).index(), both.get(1).index()};
                if ((named || keys.rows() >= ROWS_FOR_PAIRS) && keys.earlyRepeats(by) == 0 && keys.repeats(by) == 0) {
                    return Optional.of(new KeyGuess(both.stream().map(Candidate::name).toList(),
                            "no two of " + keys.rows() + " rows have the same in both", named, orderBy, repeatedRows));
                }
            }
        }
        return Optional.empty();
    }

    private static KeyGuess none(List<Candidate> candidates, RowKeys keys, int repeatedRows) {
        if (keys.rows() == 0) {
            return new KeyGuess(List.of(), "there are no rows", false, "", 0);
        }
        String nearest = candidates.stream().min(Comparator.comparing(Candidate::repeats))
                .map(each -> "; the fewest has \"" + each.name() + "\", where " + keys.repeats(each.index()) + " of "
                        + keys.rows() + " rows repeat one")
                .orElse("");
        return new KeyGuess(List.of(), "no one or two columns are without repetition" + nearest, false, "", repeatedRows);
    }

    /** The column of times by which the latest row is found: one that is called so, else any. */
    private static String orderBy(List<ColumnGuess> columns, List<String> names) {
        List<String> times = IntStream.range(0, columns.size())
                .filter(column -> columns.get(column).cast().to().equals("timestamp")).mapToObj(names::get).toList();
        return times.stream().filter(name -> UPDATED.matcher(Names.snake(name)).matches()).findFirst()
                .orElse(times.isEmpty() ? "" : times.get(times.size() - 1));
    }
}
