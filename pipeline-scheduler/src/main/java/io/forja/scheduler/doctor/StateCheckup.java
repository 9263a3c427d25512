package io.forja.scheduler.doctor;

import io.forja.core.doctor.Checkup;
import io.forja.core.doctor.Finding;
import io.forja.core.problem.ForjaException;
import io.forja.scheduler.config.StateFolder;
import io.forja.scheduler.ledger.StateDatabase;
import java.nio.file.Files;
import java.util.List;

/** Whether the state database can be opened and written. One that is not there yet is not made for that. */
public final class StateCheckup implements Checkup {

    private static final String SETTING = "state.url";

    private final StateFolder state;

    public StateCheckup(StateFolder state) {
        this.state = state;
    }

    @Override
    public List<Finding> run() {
        if (!Files.exists(state.database())) {
            return List.of(Finding.ok(SETTING, state.database() + " is not there yet, and is made by the first run"));
        }
        try (StateDatabase database = StateDatabase.open(state.database())) {
            database.checkWritable();
            return List.of(Finding.ok(SETTING, state.database() + " can be read and written"));
        } catch (ForjaException e) {
            return List.of(Finding.failed(SETTING, e));
        }
    }
}
