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
     */
    public record Cast(String to, @Nullable String locale, @Nullable String format) {
        public static final Cast TEXT = new Cast("string", null, null);

        public boolean isText() {
            return to.equals("string");
        }
    }
}
