package io.forja.core.doctor;

import java.util.List;

/** A look at one of the things that Forja needs. It leaves everything as it was, and answers within seconds. */
@FunctionalInterface
public interface Checkup {

    /** What was found; a thing that is broken is a finding, never an exception. */
    List<Finding> run();
}
