-- A place may be held by a bot: the level it plays at, or empty.

-- +goose Up
ALTER TABLE places ADD COLUMN bot TEXT NOT NULL DEFAULT '';
CREATE INDEX places_of_bots ON places (table_id) WHERE bot <> '';

-- +goose Down
DROP INDEX places_of_bots;
ALTER TABLE places DROP COLUMN bot;
