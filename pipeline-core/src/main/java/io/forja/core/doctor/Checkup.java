package io.forja.core.doctor;

import java.util.List;

/**
 * A look at one of the things that Forja needs. It changes nothing that a user has, and answers within seconds; a state
 * database of an older program is renewed, as by every command.
 */
@FunctionalInterface
public interface Checkup {

    /** What was found; a thing that is broken is a finding, never an exception. */
    List<Finding> run();
}
