-- expands
-- +goose Up
-- readers is the newest migration that a program must know to use the database.
ALTER TABLE meta ADD COLUMN readers INTEGER NOT NULL DEFAULT 20;

-- +goose Down
ALTER TABLE meta DROP COLUMN readers;
