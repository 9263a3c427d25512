package io.forja.scheduler.ledger;

import io.forja.core.problem.Redaction;
import io.forja.core.run.RunRecord;
import io.forja.core.run.RunStatus;
import io.forja.core.run.Trigger;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A process that writes runs into a ledger, for tests of two at once. */
final class LedgerWriter {

    private LedgerWriter() {}

    public static void main(String[] args) {
        try (StateDatabase database = StateDatabase.open(Path.of(args[0]))) {
            SqlLedger ledger = new SqlLedger(database, new Redaction());
            for (int i = 0; i < Integer.parseInt(args[2]); i++) {
                Instant at = Instant.EPOCH.plusSeconds(i);
                RunRecord run = new RunRecord(RunRecord.idOf(args[1], at, 0), args[1], at, 0, Trigger.MANUAL, Map.of(),
                        "hash", "host:1:1", RunStatus.QUEUED, at, null, null, null);
                if (!ledger.add(run, List.of()) || !ledger.update(run.finished(RunStatus.SUCCEEDED, at, null))) {
                    throw new IllegalStateException(run.id() + " was not written");
                }
            }
        }
    }
}
