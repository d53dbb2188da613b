-- Count the tables and bytes that a player adds in a day, and find the rows that nobody needs any more.
--   - creator is the player who created the table; empty for older tables. bytes is the size of the entries that were stored since this migration.
--     No index covers bytes, which every append changes.
--   - Closed tables are found by listed_at, and the table that has a removed table as its rematch by rematch.

-- +goose Up
ALTER TABLE tables ADD COLUMN creator text COLLATE "C" NOT NULL DEFAULT '', ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
CREATE INDEX tables_of_creator ON tables (creator, created_at) WHERE creator <> '';
CREATE INDEX tables_closed ON tables (listed_at, id) WHERE state = 'closed';
CREATE INDEX tables_by_rematch ON tables (rematch) WHERE rematch <> '';

-- +goose Down
DROP INDEX tables_by_rematch;
DROP INDEX tables_closed;
DROP INDEX tables_of_creator;
ALTER TABLE tables DROP COLUMN bytes;
ALTER TABLE tables DROP COLUMN creator;
