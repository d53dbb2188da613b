-- Tell histories apart, and cache states.
--   - The row of a table holds the hash of its last entry (head). An append compares it.
--   - A restored database gets a new epoch. The row of a table holds the epoch of its last entry.
--   - meta has one row. changes counts the probes of writes.
--
-- No two entries of a table have the same seq since migration 5, by the primary key.
--
-- There is no down migration; restore a backup.

-- +goose Up
CREATE TABLE meta (
    one     smallint PRIMARY KEY CHECK (one = 1),
    epoch   bigint   NOT NULL,
    changes bigint   NOT NULL DEFAULT 0
);
INSERT INTO meta (one, epoch) VALUES (1, floor(random() * 9007199254740992)::bigint);

ALTER TABLE tables ADD COLUMN head bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'), ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
UPDATE tables SET epoch = (SELECT epoch FROM meta),
    head = coalesce((SELECT hash FROM entries e WHERE e.table_key = tables.key AND e.seq = tables.seq), head);

CREATE TABLE snapshots (
    table_key bigint NOT NULL REFERENCES tables (key) ON DELETE CASCADE,
    seq       bigint NOT NULL,
    head      bytea  NOT NULL,
    bytes     bytea  NOT NULL,
    checksum  bytea  NOT NULL,
    PRIMARY KEY (table_key, seq)
);
