-- A run at its end is looked at once: announced turns to 1 together with the rows of those who are to be told.

ALTER TABLE runs ADD COLUMN announced INTEGER NOT NULL DEFAULT 0;

CREATE INDEX runs_unannounced ON runs (finished_at) WHERE announced = 0;

CREATE TABLE alerts (
    run_id     TEXT    NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    target     TEXT    NOT NULL,
    kind       TEXT    NOT NULL,
    owner      TEXT    NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    created_at BIGINT  NOT NULL,
    sent_at    BIGINT,
    given_up   TEXT,
    PRIMARY KEY (run_id, target)
);

CREATE INDEX alerts_to_send ON alerts (created_at) WHERE sent_at IS NULL AND given_up IS NULL;
