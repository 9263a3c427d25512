package io.forja.core.doctor;

import io.forja.core.problem.ForjaException;
import io.forja.core.problem.Redaction;

/**
 * What one look at one thing has found.
 *
 * @param subject the thing, as the settings call it
 * @param what how it is, in one sentence
 * @param remedy which setting to change, or what to do; empty where all is well
 */
public record Finding(String subject, Health health, String what, String remedy) {

    /** How the thing is. */
    public enum Health {
        OK,
        /** It works, and something should be known or done. */
        WARNING,
        FAILED
    }

    public static Finding ok(String subject, String what) {
        return new Finding(subject, Health.OK, what, "");
    }

    public static Finding warning(String subject, String what, String remedy) {
        return new Finding(subject, Health.WARNING, what, remedy);
    }

    public static Finding failed(String subject, String what, String remedy) {
        return new Finding(subject, Health.FAILED, what, remedy);
    }

    public Finding redacted(Redaction redaction) {
        return new Finding(subject, health, redaction.apply(what), redaction.apply(remedy));
    }

    public static Finding failed(String subject, ForjaException failure) {
        return failed(subject, failure.what(), failure.remedy());
    }
}
