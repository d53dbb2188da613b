-- expands
-- A new database packs its entries (see dialect.Pack): random bytes instead of digits. Programs that do not know this migration cannot read them, and are refused.
-- The entries of a database that is already in use stay as they are, so that nodes of both versions can use it.

-- +goose Up
UPDATE meta SET readers = 13 WHERE NOT EXISTS (SELECT 1 FROM nodes) AND NOT EXISTS (SELECT 1 FROM players) AND NOT EXISTS (SELECT 1 FROM tables);
