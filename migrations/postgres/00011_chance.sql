-- Keep the version of a table's chance, the answers of its players, and the names of the people who played.
--   - chance is 1 for all tables created before. It never changes.
--   - answers is a JSON list by seat. It holds the device key, chain and signature of a contribution, and marks a declined one. It is empty without answers.
--   - table_names holds the names at the start (holder 0) and at each handover of a seat (holder 1, 2, ...). A new name of a player changes none of them.

-- +goose Up
ALTER TABLE tables ADD COLUMN chance smallint NOT NULL DEFAULT 1, ADD COLUMN answers text NOT NULL DEFAULT '';
CREATE TABLE table_names (
    table_id text     COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     smallint NOT NULL,
    holder   integer  NOT NULL,
    player   text     COLLATE "C" NOT NULL,
    name     text     NOT NULL,
    PRIMARY KEY (table_id, seat, holder)
);
CREATE INDEX table_names_of_player ON table_names (player);

-- +goose Down
DROP TABLE table_names;
ALTER TABLE tables DROP COLUMN answers, DROP COLUMN chance;
