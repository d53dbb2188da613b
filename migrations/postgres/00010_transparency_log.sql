-- Keep a log of all tables that are created and finished, which only grows (docs/fairness.md).
--   - log_queue holds the facts that are not in the log yet. The transaction that creates or finishes a table adds them. kind is 1 for a created table, with
--     the commitment as its value, and 2 for a finished one, with the head.
--   - log_entries holds the entries of the log, and log_hashes the hashes of its tree, in the order of golang.org/x/mod/sumdb/tlog. log_size has one row, which
--     a node locks while it adds entries.
--   - Entries do not refer to tables, so a removed table stays in the log.

-- +goose Up
CREATE TABLE log_queue (
    n        bigint   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind     smallint NOT NULL,
    table_id text     COLLATE "C" NOT NULL,
    value    bytea    NOT NULL
);
CREATE TABLE log_entries (
    n     bigint PRIMARY KEY,
    entry bytea  NOT NULL
);
CREATE TABLE log_hashes (
    n    bigint PRIMARY KEY,
    hash bytea  NOT NULL
);
CREATE TABLE log_size (
    one  smallint PRIMARY KEY CHECK (one = 1),
    size bigint   NOT NULL
);
INSERT INTO log_size (one, size) VALUES (1, 0);
-- +goose StatementBegin
CREATE FUNCTION queue_finished() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO log_queue (kind, table_id, value) VALUES (2, NEW.id, NEW.head);
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER table_finished AFTER UPDATE OF state ON tables FOR EACH ROW WHEN (NEW.state = 'finished' AND OLD.state <> 'finished')
    EXECUTE FUNCTION queue_finished();

-- +goose Down
DROP TRIGGER table_finished ON tables;
DROP FUNCTION queue_finished();
DROP TABLE log_size;
DROP TABLE log_hashes;
DROP TABLE log_entries;
DROP TABLE log_queue;
