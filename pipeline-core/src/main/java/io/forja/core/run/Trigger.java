package io.forja.core.run;

/** Why a run exists. */
public enum Trigger {
    /** Its time came. */
    SCHEDULE,
    /** Its time passed while no daemon ran. */
    CATCH_UP,
    /** Someone asked for it. */
    MANUAL
}
