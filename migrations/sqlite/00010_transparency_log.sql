-- Keep a log of all tables that are created and finished, which only grows (docs/fairness.md).
--   - log_queue holds the facts that are not in the log yet. The transaction that creates or finishes a table adds them. kind is 1 for a created table, with
--     the commitment as its value, and 2 for a finished one, with the head.
--   - log_entries holds the entries of the log, and log_hashes the hashes of its tree, in the order of golang.org/x/mod/sumdb/tlog.
--   - Entries do not refer to tables, so a removed table stays in the log.

-- +goose Up
CREATE TABLE log_queue (
    n        INTEGER PRIMARY KEY AUTOINCREMENT,
    kind     INTEGER NOT NULL,
    table_id TEXT    NOT NULL,
    value    BLOB    NOT NULL
) STRICT;
CREATE TABLE log_entries (
    n     INTEGER PRIMARY KEY,
    entry BLOB NOT NULL
) STRICT;
CREATE TABLE log_hashes (
    n    INTEGER PRIMARY KEY,
    hash BLOB NOT NULL
) STRICT;
-- +goose StatementBegin
CREATE TRIGGER table_finished AFTER UPDATE OF state ON tables WHEN NEW.state = 'finished' AND OLD.state <> 'finished' BEGIN
    INSERT INTO log_queue (kind, table_id, value) VALUES (2, NEW.id, NEW.head);
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER table_finished;
DROP TABLE log_hashes;
DROP TABLE log_entries;
DROP TABLE log_queue;
