package io.forja.jobs.inspect;

import io.forja.core.inspect.InspectedColumn.Cast;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Texts as YAML takes them in a pipeline. */
final class Yaml {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_./-]*|/[A-Za-z0-9_./-]+");
    private static final Set<String> WORDS = Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

    private Yaml() {}

    /** The text, in quotes where it needs them; {@code ${} is text. */
    static String text(String text) {
        if (PLAIN.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT))) {
            return text;
        }
        StringBuilder quoted = new StringBuilder("\"");
        text.replace("${", "$${").chars().forEach(c -> {
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\t' -> quoted.append("\\t");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                default -> {
                    boolean printable = c >= ' ' && c < 0x7F || c > 0xA0 && c < 0x2000 || Character.isSurrogate((char) c)
                            || Character.isLetterOrDigit(c);
                    quoted.append(printable ? String.valueOf((char) c) : String.format("\\u%04X", c));
                }
            }
        });
        return quoted.append('"').toString();
    }

    static String list(List<String> texts) {
        return texts.size() == 1 ? text(texts.get(0)) : array(texts);
    }

    static String array(List<String> texts) {
        return texts.stream().map(Yaml::text).collect(Collectors.joining(", ", "[", "]"));
    }

    static String cast(Cast cast, boolean percents) {
        if (cast.locale() == null && cast.currency() == null && cast.format() == null && !percents) {
            return text(cast.to());
        }
        return "{to: " + text(cast.to()) + (cast.locale() == null ? "" : ", locale: " + text(cast.locale()))
                + (percents ? ", percent: points" : "")
                + (cast.currency() == null ? "" : ", currency: " + text(cast.currency()))
                + (cast.format() == null ? "" : ", format: " + text(cast.format()))
                + (cast.yearsFrom() == null ? "" : ", yearsFrom: " + cast.yearsFrom()) + "}";
    }
}
