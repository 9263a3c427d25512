package io.forja.scheduler.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.lake.Connection;
import io.forja.scheduler.testing.PostgresServer;
import org.junit.jupiter.api.Test;

class PostgresDatabaseTest {
    @Test
    void x() {
        Connection c = PostgresServer.shared().database();
        assertThat(StateDatabase.look(c)).isEqualTo(StateDatabase.Condition.WITHOUT_TABLES);
        StateDatabase.open(c).close();
        assertThat(StateDatabase.look(c)).isEqualTo(StateDatabase.Condition.READY);
    }
}
