package io.forja.core.testing;

import io.forja.core.run.Ledger;

/** The ledger of the other tests keeps the contract, so that what they prove holds for a real one. */
class InMemoryLedgerTest extends LedgerContract {

    private final Ledger ledger = new InMemoryLedger();

    @Override
    protected Ledger open() {
        return ledger;
    }
}
