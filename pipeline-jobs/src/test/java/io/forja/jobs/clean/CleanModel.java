package io.forja.jobs.clean;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Random rows and random steps over them, done with plain lists and loops: what a {@code clean} job has to do, without
 * any of the means by which it does it.
 */
final class CleanModel {

    private static final List<String> PROVENANCE = List.of("_source_file", "_source_row");

    /** A column's type: the scale and precision of a decimal, or neither. */
    private record Type(boolean text, int precision, int scale) {
        static final Type TEXT = new Type(true, 0, 0);
        static final Type FLAG = new Type(false, 0, 0);

        boolean isDecimal() {
            return precision > 0;
        }
    }

    private final Random random;
    private final Map<String, Type> columns = new LinkedHashMap<>();
    private final List<Map<String, Object>> alive = new ArrayList<>();
    private final List<Map<String, Object>> source = new ArrayList<>();
    private final StringBuilder yaml = new StringBuilder();
    /** How many rows left by each exit, in the order in which the steps make exits. */
    private final Map<Integer, Integer> left = new TreeMap<>();
    private int exits;
    private int names;

    CleanModel(long seed) {
        random = new Random(seed);
        boolean provenance = random.nextBoolean();
        List.of("id", "valor", "nome").forEach(name -> columns.put(name, Type.TEXT));
        int size = random.nextInt(40);
        for (int i = 0; i < size; i++) {
            Map<String, Object> row = new HashMap<>();
            row.put("id", any(null, "1", "2", "3"));
            row.put("valor", any(null, "", " ", "1", "1.50", "2.345", "-7", "abc", "1000", " 3 ", "0.05"));
            row.put("nome", any(null, "a", " a ", "b", "", "B"));
            if (provenance) {
                row.put("_source_file", any("f1", "f2"));
                row.put("_source_row", String.valueOf(i));
            }
            source.add(row);
            alive.add(new HashMap<>(row));
        }
        if (provenance) {
            PROVENANCE.forEach(name -> columns.put(name, Type.TEXT));
        }
        int steps = 1 + random.nextInt(6);
        for (int i = 0; i < steps; i++) {
            step();
        }
    }

    /** The rows as they came. */
    List<Map<String, Object>> source() {
        return source;
    }

    List<String> sourceColumns() {
        List<String> names = new ArrayList<>(List.of("id", "valor", "nome"));
        if (!source.isEmpty() && source.get(0).containsKey("_source_file")) {
            names.addAll(PROVENANCE);
        }
        return names;
    }

    /** The steps as YAML, a list. */
    String steps() {
        return yaml.toString();
    }

    Map<Integer, Integer> left() {
        return left;
    }

    /** The rows that stay, each as its values with commas between, sorted. */
    List<String> survivors() {
        return alive.stream()
                .map(row -> String.join(",", columns.keySet().stream().map(name -> text(row.get(name))).toList()))
                .sorted().toList();
    }

    private static String text(@Nullable Object value) {
        return value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
    }

    private void step() {
        switch (random.nextInt(9)) {
            case 0, 1 -> dropDuplicates();
            case 2 -> dropNulls();
            case 3 -> fillNulls();
            case 4 -> flagNulls();
            case 5 -> cast();
            case 6 -> trim();
            case 7 -> renameOrSelect();
            default -> whereOrDerive();
        }
    }

    private void dropDuplicates() {
        if (data().isEmpty()) {
            return;
        }
        boolean whole = random.nextInt(4) == 0;
        List<String> key = whole ? data() : some(data());
        boolean last = random.nextBoolean();
        List<String> orderBy = random.nextBoolean() ? List.of(any(columns.keySet().toArray(String[]::new))) : List.of();
        String direction = any("", " asc", " desc");
        write("dropDuplicates: {key: %s, keep: %s, orderBy: %s}", whole ? "\"*\"" : key, last ? "last" : "first",
                orderBy.stream().map(name -> name + direction).toList());
        Comparator<Map<String, Object>> order = (a, b) -> 0;
        for (String name : orderBy) {
            order = order.thenComparing(by(name, last || direction.equals(" desc")));
        }
        List<String> ties = new ArrayList<>(columns.keySet().containsAll(PROVENANCE) ? PROVENANCE : List.of());
        ties.addAll(columns.keySet());
        for (String name : ties) {
            order = order.thenComparing(by(name, last));
        }
        Map<List<Object>, Map<String, Object>> best = new HashMap<>();
        for (Map<String, Object> row : alive) {
            Comparator<Map<String, Object>> better = order;
            List<Object> values = new ArrayList<>();
            key.forEach(name -> values.add(row.get(name)));
            best.merge(values, row, (a, b) -> better.compare(a, b) <= 0 ? a : b);
        }
        leave(row -> best.values().stream().noneMatch(kept -> kept == row));
    }

    /** NULL comes last whichever way the others go. */
    @SuppressWarnings("unchecked")
    private static Comparator<Map<String, Object>> by(String name, boolean descending) {
        Comparator<Comparable<Object>> natural = Comparator.naturalOrder();
        return (a, b) -> Comparator.nullsLast(descending ? natural.reversed() : natural)
                .compare((Comparable<Object>) a.get(name), (Comparable<Object>) b.get(name));
    }

    private void dropNulls() {
        List<String> looked = some(List.copyOf(columns.keySet()));
        write("dropNulls: {columns: %s, instead: %s}", looked, any("drop", "reject"));
        looked.forEach(name -> leave(row -> isMissing(row.get(name))));
    }

    private void fillNulls() {
        String name = any(columns.keySet().toArray(String[]::new));
        Type type = columns.get(name);
        if (!type.text() && !type.isDecimal()) {
            return;
        }
        Object filler = type.text() ? "z" : new BigDecimal("9").setScale(type.scale());
        write("fillNulls: {%s: \"%s\"}", name, type.text() ? "z" : "9");
        alive.forEach(row -> row.computeIfPresent(name, (k, v) -> isMissing(v) ? filler : v));
        alive.forEach(row -> row.putIfAbsent(name, filler));
    }

    private void flagNulls() {
        String name = any(columns.keySet().toArray(String[]::new));
        write("flagNulls: %s", name);
        alive.forEach(row -> row.put(name + "_is_null", isMissing(row.get(name))));
        columns.put(name + "_is_null", Type.FLAG);
    }

    private void cast() {
        List<String> numbers = data().stream()
                .filter(name -> columns.get(name).text() || columns.get(name).isDecimal()).toList();
        if (numbers.isEmpty()) {
            return;
        }
        String name = any(numbers.toArray(String[]::new));
        Type to = any(new Type(false, 5, 2), new Type(false, 4, 1), new Type(false, 3, 0));
        RoundingMode rounding = any(RoundingMode.UNNECESSARY, RoundingMode.HALF_UP, RoundingMode.HALF_EVEN, RoundingMode.FLOOR);
        boolean reject = random.nextBoolean();
        write("cast: {%s: {to: \"decimal(%d,%d)\", rounding: %s, onError: %s}}", name, to.precision(), to.scale(),
                rounding.name().toLowerCase().replace('_', '-'), reject ? "reject" : "null");
        UnaryOperator<@Nullable Object> converted = value -> isMissing(value) ? null
                : (value instanceof BigDecimal number ? Optional.of(number) : WrittenNumber.PLAIN.read((String) value))
                        .map(number -> scaled(number, to, rounding)).orElse(null);
        if (reject) {
            leave(row -> !isMissing(row.get(name)) && converted.apply(row.get(name)) == null);
        }
        alive.forEach(row -> row.put(name, converted.apply(row.get(name))));
        columns.put(name, to);
    }

    private static @Nullable BigDecimal scaled(BigDecimal number, Type to, RoundingMode rounding) {
        try {
            BigDecimal scaled = number.setScale(to.scale(), rounding);
            return scaled.precision() <= to.precision() ? scaled : null;
        } catch (ArithmeticException notExact) {
            return null;
        }
    }

    private void trim() {
        write("trim: \"*\"");
        alive.forEach(row -> data().forEach(name -> {
            if (row.get(name) instanceof String text) {
                row.put(name, text.strip());
            }
        }));
    }

    private void renameOrSelect() {
        if (random.nextBoolean()) {
            List<String> kept = some(List.copyOf(columns.keySet()));
            write("select: %s", kept);
            Map<String, Type> types = new LinkedHashMap<>();
            kept.forEach(name -> types.put(name, columns.get(name)));
            columns.clear();
            columns.putAll(types);
            return;
        }
        List<String> data = data();
        if (data.size() < 2) {
            return;
        }
        // Two names that swap, and one that is new.
        Map<String, String> to = new LinkedHashMap<>();
        to.put(data.get(0), data.get(1));
        to.put(data.get(1), random.nextBoolean() ? data.get(0) : "novo" + names++);
        write("rename: %s", to.toString().replace("=", ": "));
        Map<String, Type> types = new LinkedHashMap<>();
        columns.forEach((name, type) -> types.put(to.getOrDefault(name, name), type));
        columns.clear();
        columns.putAll(types);
        alive.replaceAll(row -> {
            Map<String, Object> renamed = new HashMap<>();
            row.forEach((name, value) -> {
                if (types.containsKey(to.getOrDefault(name, name))) {
                    renamed.put(to.getOrDefault(name, name), value);
                }
            });
            return renamed;
        });
    }

    private void whereOrDerive() {
        List<String> texts = data().stream().filter(name -> columns.get(name).text()).toList();
        if (texts.isEmpty()) {
            return;
        }
        String name = any(texts.toArray(String[]::new));
        if (random.nextBoolean()) {
            write("where: %s <> 'a'", name);
            leave(row -> row.get(name) == null || row.get(name).equals("a"));
        } else {
            String made = "feito" + names++;
            write("derive: {%s: \"concat(%s, '!')\"}", made, name);
            alive.forEach(row -> row.put(made, row.get(name) == null ? null : row.get(name) + "!"));
            columns.put(made, Type.TEXT);
        }
    }

    private interface Leaves {
        boolean test(Map<String, Object> row);
    }

    private void leave(Leaves leaves) {
        int before = alive.size();
        alive.removeIf(leaves::test);
        if (before > alive.size()) {
            left.put(exits, before - alive.size());
        }
        exits++;
    }

    private static boolean isMissing(@Nullable Object value) {
        return value == null || value instanceof String text && text.isBlank();
    }

    private List<String> data() {
        return columns.keySet().stream().filter(name -> !name.startsWith("_")).toList();
    }

    private List<String> some(List<String> names) {
        List<String> picked = names.stream().filter(name -> random.nextInt(3) == 0).toList();
        return picked.isEmpty() ? List.of(any(names.toArray(String[]::new))) : picked;
    }

    @SafeVarargs
    private <T> T any(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private void write(String step, Object... values) {
        yaml.append("- ").append(step.formatted(values)).append('\n');
    }
}
