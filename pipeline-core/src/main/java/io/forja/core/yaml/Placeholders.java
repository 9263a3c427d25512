package io.forja.core.yaml;

import io.forja.core.problem.Problems;

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
}
