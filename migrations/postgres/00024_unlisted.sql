-- expands
-- +goose Up
-- unlisted are the tables that players removed from their own lists. The games stay in their records.
CREATE TABLE unlisted (player TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (player, table_id));

-- +goose Down
DROP TABLE unlisted;
