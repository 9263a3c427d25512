package io.forja.scheduler.cli;

/** An argument that the parser lets through and the command cannot use. */
final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String remedy;

    UsageException(String what, String remedy) {
        super(what);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
