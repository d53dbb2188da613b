-- ending is a JSON object with the seats that conceded and the reason for an end before that of the game; empty if there are neither.

-- +goose Up
ALTER TABLE tables ADD COLUMN ending TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE tables DROP COLUMN ending;
