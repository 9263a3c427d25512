-- One row: the daemon that has, or had last, its place at this database.

CREATE TABLE daemon (
    owner TEXT   NOT NULL,
    since BIGINT NOT NULL
);

INSERT INTO daemon (owner, since) VALUES ('', 0);
