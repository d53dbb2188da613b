-- bot is the level of the bot that holds the place; empty if none does.

-- +goose Up
ALTER TABLE places ADD COLUMN bot text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX places_of_bots ON places (table_id) WHERE bot <> '';

-- +goose Down
DROP INDEX places_of_bots;
ALTER TABLE places DROP COLUMN bot;
