-- expands
-- A limit of the tables whose entries are in the present table of entries, on Postgres. The next migration needs it, and checks it while nodes go on.

-- +goose Up

-- At least 50,000 more tables fit below the limit, which is a multiple of 250,000. NOT VALID: existing entries are checked by the next migration.
DO $$ DECLARE bound bigint := (SELECT (coalesce(max(key), 0) + 50000) / 250000 + 1 FROM tables) * 250000 -- Postgres
; BEGIN EXECUTE format('ALTER TABLE entries ADD CONSTRAINT entries_bound CHECK (table_key < %s) NOT VALID', bound) -- Postgres
; END $$; -- Postgres
