-- expands
-- +goose Up
-- vacation is the end of the player's vacation, in milliseconds since 1970 UTC; 0: none. The tables that it pauses have entries about it.
ALTER TABLE players ADD COLUMN vacation INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE players DROP COLUMN vacation;
