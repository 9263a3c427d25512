package io.forja.scheduler.doctor;

import io.forja.core.doctor.Checkup;
import io.forja.core.doctor.Finding;
import io.forja.core.problem.ForjaException;
import io.forja.scheduler.config.State;
import io.forja.scheduler.ledger.StateDatabase;
import java.util.List;

/** Whether the state database can be opened and written. Nothing is made for that, no file and no table. */
public final class StateCheckup implements Checkup {

    private static final String SETTING = "state.url";

    private final State state;

    public StateCheckup(State state) {
        this.state = state;
    }

    @Override
    public List<Finding> run() {
        try {
            String found = switch (StateDatabase.look(state.connection())) {
                case MISSING -> " is not there yet, and is made by the first run";
                case WITHOUT_TABLES -> " can be read and written, and its tables are made or renewed by the first run";
                case READY -> " can be read and written";
            };
            return List.of(Finding.ok(SETTING, StateDatabase.nameOf(state.connection()) + found));
        } catch (ForjaException e) {
            return List.of(Finding.failed(SETTING, e));
        }
    }
}
