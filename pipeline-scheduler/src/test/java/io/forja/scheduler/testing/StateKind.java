package io.forja.scheduler.testing;

import io.forja.core.lake.Connection;
import io.forja.scheduler.config.State;
import java.nio.file.Path;

/** The databases that a state may be in; what holds for one holds for all. */
public enum StateKind {
    SQLITE {
        @Override
        public Connection empty(Path folder) {
            return new Connection(State.ofFile(folder.resolve("forja.db").toString()), null, null);
        }
    },
    POSTGRESQL {
        @Override
        public Connection empty(Path folder) {
            return PostgresServer.shared().database();
        }
    };

    /** The address of an empty one for a test, which has this folder. */
    public abstract Connection empty(Path folder);
}
