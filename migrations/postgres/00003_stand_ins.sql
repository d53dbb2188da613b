-- The bots that play in somebody's absence: a JSON list of levels by seat, empty where there is none.

-- +goose Up
ALTER TABLE tables ADD COLUMN stand_ins text NOT NULL DEFAULT '';
CREATE INDEX tables_with_stand_ins ON tables (id) WHERE stand_ins <> '';

-- +goose Down
DROP INDEX tables_with_stand_ins;
ALTER TABLE tables DROP COLUMN stand_ins;
