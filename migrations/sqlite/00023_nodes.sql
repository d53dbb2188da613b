-- expands
-- +goose Up
-- On Postgres this adds the table of nodes. An SQLite file has one node.
SELECT 1;

-- +goose Down
SELECT 1;
