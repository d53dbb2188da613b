-- Tell histories apart, and cache states.
--   - The row of a table holds the hash of its last entry (head). An append compares it.
--   - No two entries of a table have the same seq, and the index that ensures this also reads the log. The index of commands loses the entries
--     without a command, and with them the task of finding a table's entries.
--   - A restored database gets a new epoch. The row of a table holds the epoch of its last entry.
--   - meta has one row. changes counts the transactions that store no entry. entries is the largest n of a deleted entry.
--
-- There is no down migration; restore a backup.

-- +goose Up
CREATE TABLE meta (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    epoch   INTEGER NOT NULL,
    changes INTEGER NOT NULL DEFAULT 0,
    entries INTEGER NOT NULL DEFAULT 0
) STRICT;
-- +goose StatementBegin
CREATE TRIGGER entries_deleted BEFORE DELETE ON entries BEGIN
    UPDATE meta SET entries = max(entries, OLD.n);
END;
-- +goose StatementEnd
INSERT INTO meta (one, epoch) VALUES (1, random() & 9007199254740991);

CREATE UNIQUE INDEX entries_seq ON entries (table_key, seq);
DROP INDEX entries_command;
CREATE UNIQUE INDEX entries_command ON entries (table_key, seat, command) WHERE command IS NOT NULL;

ALTER TABLE tables ADD COLUMN head BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000';
ALTER TABLE tables ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET epoch = (SELECT epoch FROM meta),
    head = coalesce((SELECT hash FROM entries e WHERE e.table_key = tables.key AND e.seq = tables.seq), head);

CREATE TABLE snapshots (
    table_key INTEGER NOT NULL REFERENCES tables (key) ON DELETE CASCADE,
    seq       INTEGER NOT NULL,
    head      BLOB    NOT NULL,
    bytes     BLOB    NOT NULL,
    checksum  BLOB    NOT NULL,
    PRIMARY KEY (table_key, seq)
) STRICT;
