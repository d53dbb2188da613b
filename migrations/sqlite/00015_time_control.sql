-- due_at is the time at which a running table has to act by itself, such as a time-out: milliseconds since 1970 UTC, 0 for none.
-- pulse is the one row that all nodes change. touched_at is the time of its last change. outages are the gaps between two changes that were too long:
-- no node could write in them. All are milliseconds since 1970 UTC by the store's clock.

-- +goose Up
ALTER TABLE tables ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_due ON tables (due_at) WHERE due_at > 0;
CREATE TABLE pulse (id INTEGER PRIMARY KEY CHECK (id = 1), touched_at INTEGER NOT NULL) STRICT;
INSERT INTO pulse (id, touched_at) VALUES (1, 0);
CREATE TABLE outages (ended INTEGER PRIMARY KEY, began INTEGER NOT NULL) STRICT;

-- +goose Down
DROP TABLE outages;
DROP TABLE pulse;
DROP INDEX tables_due;
ALTER TABLE tables DROP COLUMN due_at;
