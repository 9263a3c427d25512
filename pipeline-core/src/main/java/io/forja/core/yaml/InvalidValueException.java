package io.forja.core.yaml;

/**
 * A value that its type refuses; thrown by a record's compact constructor or by a value's {@code parse}, and turned
 * into a problem with its place by the binder.
 */
public final class InvalidValueException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String key;
    private final String remedy;

    /** A problem with the value as a whole. */
    public InvalidValueException(String what, String remedy) {
        this("", what, remedy);
    }

    /** @param key the component that the problem is with; {@code jobs.fato} for a name in a mapping */
    public InvalidValueException(String key, String what, String remedy) {
        super(what);
        this.key = key;
        this.remedy = remedy;
    }

    String key() {
        return key;
    }

    public String remedy() {
        return remedy;
    }
}
