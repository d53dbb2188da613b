-- expands
-- Entries are partitioned by ranges of their tables' numbers, on Postgres. Numbers grow with time, so old games are in partitions of their own.

-- +goose Up

-- Nodes append meanwhile. Only the rest of the migration locks the entries, and reads none of them.
ALTER TABLE entries VALIDATE CONSTRAINT entries_bound; -- Postgres

-- The table of all entries becomes the first partition, with its indexes. Programs find the partitioned table under the old name.
ALTER TABLE entries RENAME TO entries_first; -- Postgres
CREATE TABLE entries ( -- Postgres
    table_key INTEGER NOT NULL, -- Postgres
    seq       INTEGER NOT NULL, -- Postgres
    time      INTEGER NOT NULL, -- Postgres
    seat      INTEGER NOT NULL, -- Postgres
    command   BLOB    CONSTRAINT entries_command_size CHECK (length(command) = 16), -- Postgres
    bytes     BLOB    NOT NULL, -- Postgres
    hash      BLOB    NOT NULL CONSTRAINT entries_hash_size CHECK (length(hash) = 32), -- Postgres
    CONSTRAINT entries_key PRIMARY KEY (table_key, seq) -- Postgres
) PARTITION BY RANGE (table_key); -- Postgres
CREATE UNIQUE INDEX entries_by_command ON entries (table_key, seat, command) WHERE command IS NOT NULL; -- Postgres

-- 8 partitions of 250,000 tables follow, and one for all tables after them. docs/operations.md says how to add partitions before that one has rows.
DO $$ DECLARE bound bigint := (SELECT substring(pg_get_constraintdef(oid) FROM '[0-9]+') FROM pg_constraint WHERE conname = 'entries_bound') -- Postgres
; BEGIN EXECUTE format('ALTER TABLE entries ATTACH PARTITION entries_first FOR VALUES FROM (MINVALUE) TO (%s)', bound) -- Postgres
; FOR n IN 1..8 LOOP -- Postgres
    EXECUTE format('CREATE TABLE entries_%s PARTITION OF entries FOR VALUES FROM (%s) TO (%s)', bound, bound, bound + 250000) -- Postgres
; bound := bound + 250000 -- Postgres
; END LOOP -- Postgres
; EXECUTE format('CREATE TABLE entries_rest PARTITION OF entries FOR VALUES FROM (%s) TO (MAXVALUE)', bound) -- Postgres
; END $$; -- Postgres
