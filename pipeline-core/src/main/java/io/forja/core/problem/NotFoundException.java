package io.forja.core.problem;

/** What was asked for by name does not exist; the command line answers it with exit code 3. */
public final class NotFoundException extends ForjaException {

    private static final long serialVersionUID = 1L;

    public NotFoundException(String what, String remedy) {
        super(what, remedy, false, null);
    }
}
