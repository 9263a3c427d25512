package io.forja.core.problem;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects every problem before anything is refused, so that one report answers one reading. Not thread-safe.
 */
public final class Problems {

    private final List<Problem> found = new ArrayList<>();

    public void add(Problem problem) {
        found.add(problem);
    }

    public void addAll(Problems other) {
        found.addAll(other.found);
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    public int size() {
        return found.size();
    }

    /** The problems in the order of their places, each told once. */
    public List<Problem> inOrder() {
        return found.stream().distinct().sorted(Comparator.comparing(Problem::where)).toList();
    }

    /**
     * @throws InvalidDefinitionException with all of the problems, when there is any
     */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw new InvalidDefinitionException(inOrder());
        }
    }
}
