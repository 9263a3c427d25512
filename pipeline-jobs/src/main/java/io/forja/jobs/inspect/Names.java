package io.forja.jobs.inspect;

import java.text.Normalizer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Names that can be written anywhere without quotes: letters and digits of ASCII, and {@code _}. */
final class Names {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern NAMELESS = Pattern.compile("_c([0-9]+)(_[0-9]+)?");
    /** Letters that are more than one with an accent. */
    private static final Map<String, String> LETTERS = Map.ofEntries(Map.entry("\u00df", "ss"), Map.entry("\u00e6", "ae"),
            Map.entry("\u0153", "oe"), Map.entry("\u00f8", "o"), Map.entry("\u0142", "l"), Map.entry("\u0111", "d"),
            Map.entry("\u00f0", "d"), Map.entry("\u00fe", "th"), Map.entry("\u0131", "i"));
    private static final int LONGEST = 60;

    private Names() {}

    /** The new name of each column that needs one. */
    static Map<String, String> renames(List<String> names) {
        Set<String> taken = new HashSet<>();
        names.stream().filter(Names::isPlain).forEach(name -> taken.add(name.toLowerCase(Locale.ROOT)));
        Map<String, String> renames = new LinkedHashMap<>();
        for (String name : names) {
            if (!isPlain(name)) {
                String wanted = NAMELESS.matcher(name).replaceFirst("column_$1");
                String snake = snake(wanted);
                String free = snake;
                for (int suffix = 2; !taken.add(free); suffix++) {
                    free = snake + "_" + suffix;
                }
                renames.put(name, free);
            }
        }
        return renames;
    }

    private static boolean isPlain(String name) {
        return PLAIN.matcher(name).matches() && !NAMELESS.matcher(name).matches();
    }

    /** {@code Valor de Venda (R$)} as {@code valor_de_venda_r}. */
    static String snake(String name) {
        String snake = bare(name);
        String started = snake.isEmpty() ? "column" : Character.isDigit(snake.charAt(0)) ? "c_" + snake : snake;
        return started.length() > LONGEST ? started.substring(0, LONGEST).replaceAll("_+$", "") : started;
    }

    private static String bare(String name) {
        String plain = Normalizer.normalize(name, Normalizer.Form.NFD).replaceAll("\\p{M}", "").toLowerCase(Locale.ROOT);
        StringBuilder ascii = new StringBuilder();
        plain.codePoints().mapToObj(Character::toString).forEach(each -> ascii.append(LETTERS.getOrDefault(each, each)));
        return ascii.toString().replaceAll("[^a-z0-9]+", "_").replaceAll("^_+|_+$", "");
    }

    /**
     * What a file holds, by its name: {@code data/vendas_*.csv.gz} is about {@code vendas}, and so is
     * {@code vendas/*.csv} by its folder's.
     *
     * @param first the first file of that path, by whose name the subject is told where the path itself tells nothing
     */
    static String subject(String path, String first) {
        return subject(path).or(() -> subject(first)).orElse("file");
    }

    private static Optional<String> subject(String path) {
        String rest = path.replaceFirst("(?i)\\.(csv|txt|tsv|psv|dat)?(\\.(gz|bz2|zst|deflate|lz4|snappy))?$", "")
                .replaceAll("[\\[{][^/]*[\\]}]", "");
        while (bare(rest.substring(rest.lastIndexOf('/') + 1)).isEmpty() && rest.contains("/")) {
            rest = rest.substring(0, rest.lastIndexOf('/'));
        }
        String name = rest.substring(rest.lastIndexOf('/') + 1);
        return bare(name).isEmpty() ? Optional.empty() : Optional.of(snake(name));
    }
}
