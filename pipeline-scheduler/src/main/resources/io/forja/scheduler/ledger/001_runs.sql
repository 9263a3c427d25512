-- Times are milliseconds since 1970-01-01T00:00:00Z; lists and maps are JSON.

CREATE TABLE runs (
    id              TEXT    NOT NULL PRIMARY KEY,
    pipeline        TEXT    NOT NULL,
    logical_time    BIGINT  NOT NULL,
    rerun           INTEGER NOT NULL,
    trigger_kind    TEXT    NOT NULL,
    params          TEXT    NOT NULL,
    definition_hash TEXT    NOT NULL,
    owner           TEXT    NOT NULL,
    status          TEXT    NOT NULL,
    due_at          BIGINT  NOT NULL,
    started_at      BIGINT,
    finished_at     BIGINT,
    error           TEXT,
    UNIQUE (pipeline, logical_time, rerun)
);

CREATE INDEX runs_by_time ON runs (logical_time);
CREATE INDEX runs_by_status ON runs (status, logical_time);
CREATE INDEX runs_of_pipeline_by_status ON runs (pipeline, status, logical_time);
CREATE INDEX runs_of_pipeline_by_end ON runs (pipeline, finished_at);
CREATE INDEX runs_by_end ON runs (finished_at);

CREATE TABLE jobs (
    run_id            TEXT    NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    job               TEXT    NOT NULL,
    job_type          TEXT    NOT NULL,
    plan_position     INTEGER NOT NULL,
    needs             TEXT    NOT NULL,
    status            TEXT    NOT NULL,
    attempt           INTEGER NOT NULL,
    started_at        BIGINT,
    finished_at       BIGINT,
    retry_at          BIGINT,
    error             TEXT,
    rows_read         BIGINT  NOT NULL,
    rows_written      BIGINT  NOT NULL,
    rows_rejected     BIGINT  NOT NULL,
    rows_deduplicated BIGINT  NOT NULL,
    rows_filtered     BIGINT  NOT NULL,
    table_changes     TEXT    NOT NULL,
    notes             TEXT    NOT NULL,
    PRIMARY KEY (run_id, job)
);

CREATE TABLE schedules (
    pipeline TEXT   NOT NULL PRIMARY KEY,
    schedule TEXT   NOT NULL,
    since    BIGINT NOT NULL
);

-- One row, written to find out whether the database can be written.
CREATE TABLE write_probe (
    written BIGINT NOT NULL
);

INSERT INTO write_probe (written) VALUES (0);
