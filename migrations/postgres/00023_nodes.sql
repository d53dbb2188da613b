-- expands
-- +goose Up
-- nodes are the nodes that run, with what their programs can read in logs: JSON of engine.Reads. touched_at is their last touch of the pulse.
CREATE TABLE nodes (id text PRIMARY KEY, reads text NOT NULL, touched_at bigint NOT NULL);

-- +goose Down
DROP TABLE nodes;
