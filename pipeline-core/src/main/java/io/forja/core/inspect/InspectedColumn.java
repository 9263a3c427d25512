package io.forja.core.inspect;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of a file.
 *
 * @param name as the table has it that takes the file as it is
 * @param cleanName as the cleaned table has it
 * @param type what its texts become
 * @param evidence why
 * @param warnings what speaks against it, a sentence each
 * @param alternatives other types that the texts may be meant as, where no evidence decides
 */
public record InspectedColumn(
        String name, String cleanName, Cast type, String evidence, List<String> warnings, List<Cast> alternatives) {

    public InspectedColumn {
        warnings = List.copyOf(warnings);
        alternatives = List.copyOf(alternatives);
    }

    /**
     * What a text becomes, as the step {@code cast} takes it.
     *
     * @param to the type; {@code string} where texts stay as they are
     * @param currency the ISO code of the amounts, where it is not the one of the locale's country
     * @param yearsFrom the first of the hundred years that a year of two digits is one of, where it is not 2000
     */
    public record Cast(String to, @Nullable String locale, @Nullable String currency, @Nullable String format,
            @Nullable Integer yearsFrom) {
        public static final Cast TEXT = new Cast("string", null, null);

        /** A cast with a locale and a format alone. */
        public Cast(String to, @Nullable String locale, @Nullable String format) {
            this(to, locale, null, format, null);
        }

        public boolean isText() {
            return to.equals("string");
        }
    }
}
