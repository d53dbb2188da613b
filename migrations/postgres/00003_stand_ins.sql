-- stand_ins is a JSON list, by seat, of the levels of the bots that play for absent players; empty if there are none.

-- +goose Up
ALTER TABLE tables ADD COLUMN stand_ins text NOT NULL DEFAULT '';
CREATE INDEX tables_with_stand_ins ON tables (id) WHERE stand_ins <> '';

-- +goose Down
DROP INDEX tables_with_stand_ins;
ALTER TABLE tables DROP COLUMN stand_ins;
