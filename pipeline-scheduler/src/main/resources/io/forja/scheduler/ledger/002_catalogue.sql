-- Names as they were given; the key columns hold them in lower case, since names are compared without regard to case.

CREATE TABLE catalogue_schemas (
    schema_key  TEXT NOT NULL PRIMARY KEY,
    schema_name TEXT NOT NULL,
    location    TEXT NOT NULL
);

CREATE TABLE catalogue_tables (
    schema_key  TEXT NOT NULL REFERENCES catalogue_schemas (schema_key) ON DELETE CASCADE,
    table_key   TEXT NOT NULL,
    full_name   TEXT NOT NULL,
    table_type  TEXT NOT NULL,
    location    TEXT NOT NULL,
    PRIMARY KEY (schema_key, table_key)
);
