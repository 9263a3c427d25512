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
 * @param doubt why rows with the same key may not be the same, so that none may be dropped unasked; empty where a name
 *     says that they are, and enough rows bear it out
 * @param orderBy a column of times that says which of such rows is the latest, or empty
 * @param repeatedRows how many rows are the same as an earlier one in every column
 */
record KeyGuess(List<String> columns, String evidence, String doubt, String orderBy, int repeatedRows) {

    private static final Pattern KEY =
            Pattern.compile("(?:.*_)?(?:id|codigo|cod|code|key|chave|uuid|guid|sku)(?:_.*)?|.*[a-z]ID|.*[a-z]Id");
    private static final Pattern NUMBER =
            Pattern.compile("(?:.*_)?(?:numero|num|nr|no|number|nf|pedido|order|linha|line|item|seq|sequencia)(?:_.*)?");
    private static final Pattern UPDATED = Pattern.compile(".*(?:atualiz|alter|modif|update|change|carga|load).*");
    /** A key may repeat where corrections of a row are appended. */
    private static final double NEARLY = 0.2;
    /** Fewer rows are without repetition by accident. */
    private static final int ENOUGH_ROWS = 100;
    private static final int MOST_CANDIDATES = 10;

    /** A column that may be a key, or part of one. */
    private record Candidate(int index, String name, boolean named, int repeats) {}

    /** Whether later rows with the same key may be dropped without asking. */
    boolean isCertain() {
        return !columns.isEmpty() && doubt.isEmpty();
    }

    Guess<List<String>> told() {
        return new Guess<>(columns, evidence);
    }

    /** @param names the clean names of the columns */
    static KeyGuess of(RowKeys keys, List<ColumnGuess> columns, List<String> names) {
        if (keys.rows() < 2) {
            return none(keys.rows() == 0 ? "there are no rows" : "one row alone tells nothing of keys", 0);
        }
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
                .orElseGet(() -> none(notFound(candidates, keys), repeatedRows));
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
        if (unique.isPresent() && (unique.get().named() || nearly.isEmpty())) {
            Candidate key = unique.get();
            return Optional.of(new KeyGuess(List.of(key.name()), "no two of " + keys.rows() + " rows have the same",
                    doubt(key.named(), keys), orderBy, repeatedRows));
        }
        return nearly.map(key -> new KeyGuess(List.of(key.name()), key.repeats() + " of " + keys.rows() + " rows"
                + (key.repeats() == 1 ? " repeats one" : " repeat one"),
                key.repeats() > repeatedRows && !isUpdate(orderBy)
                        ? "such rows differ, and no time of an update says which is the latest" : doubt(true, keys),
                orderBy, repeatedRows));
    }

    /** What keeps columns without repetition from being a key for certain. */
    private static String doubt(boolean named, RowKeys keys) {
        return !named ? "no name says that it is a key"
                : keys.rows() < ENOUGH_ROWS ? "that is too few to rely on" : "";
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
                boolean numbered = both.stream().allMatch(each -> each.named() || NUMBER.matcher(each.name()).matches());
                int[] by = {both.get(0).index(), both.get(1).index()};
                if ((named || keys.rows() >= ENOUGH_ROWS) && keys.earlyRepeats(by) == 0 && keys.repeats(by) == 0) {
                    return Optional.of(new KeyGuess(both.stream().map(Candidate::name).toList(),
                            "no two of " + keys.rows() + " rows have the same in both",
                            doubt(named && numbered, keys), orderBy, repeatedRows));
                }
            }
        }
        return Optional.empty();
    }

    private static KeyGuess none(String evidence, int repeatedRows) {
        return new KeyGuess(List.of(), evidence, "", "", repeatedRows);
    }

    private static String notFound(List<Candidate> candidates, RowKeys keys) {
        return candidates.stream().min(Comparator.comparing(Candidate::repeats))
                .map(each -> "of the columns that may be one, \"" + each.name() + "\" has the fewest repetitions: "
                        + keys.repeats(each.index()) + " of " + keys.rows() + " rows repeat one")
                .orElse("no column that is whole numbers, texts or dates beyond doubt has a value in every row");
    }

    /** The column of times by which the latest row is found: one that is called so, else any. */
    private static String orderBy(List<ColumnGuess> columns, List<String> names) {
        List<String> times = IntStream.range(0, columns.size())
                .filter(column -> columns.get(column).cast().to().equals("timestamp")).mapToObj(names::get).toList();
        return times.stream().filter(KeyGuess::isUpdate).findFirst()
                .orElse(times.isEmpty() ? "" : times.get(times.size() - 1));
    }

    private static boolean isUpdate(String name) {
        return UPDATED.matcher(Names.snake(name)).matches();
    }
}
