package io.forja.scheduler.ledger;

import io.forja.core.lake.Connection;
import io.forja.core.problem.Redaction;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A process that writes runs into a ledger, for tests of two at once. */
final class LedgerWriter {

    private LedgerWriter() {}

    public static void main(String[] args) {
        try (StateDatabase database = StateDatabase.open(new Connection(args[2], args[3], args[4]))) {
            SqlLedger ledger = new SqlLedger(database, new Redaction());
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                Instant at = Instant.EPOCH.plusSeconds(i);
                RunRecord run = new RunRecord(RunRecord.idOf(args[0], at, 0), args[0], at, 0, Trigger.MANUAL, Map.of(),
                        "hash", "host:1:1", RunStatus.QUEUED, at, null, null, null);
                if (!ledger.add(run, List.of()) || !ledger.update(run.finished(RunStatus.SUCCEEDED, at, null))) {
                    throw new IllegalStateException(run.id() + " was not written");
                }
            }
        }
    }
}
