package io.forja.core.yaml;

import io.forja.core.problem.Problems;
import java.util.Optional;

/** Fills in the {@code ${...}} of a scalar while it is bound. */
@FunctionalInterface
public interface Placeholders {

    /** Leaves every text as it stands. */
    Placeholders NONE = (text, at, problems) -> text;

    /**
     * @param at where the text stands, for problems
     * @return the text with its placeholders filled in; as it stands where a problem was added
     */
    String fill(String text, YamlNode at, Problems problems);

    /**
     * A text as a later reading may have it, by which a value that is still open can be checked now.
     *
     * @param filled a text with placeholders that {@link #fill} left
     * @return the text with samples in their place, wherever there is one; empty where no later reading fills them
     */
    default Optional<String> sample(String filled) {
        return Optional.empty();
    }
}
