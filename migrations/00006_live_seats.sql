-- expands
-- Marks of finished tables that nobody needs to look at any more. The next migration makes the indexes, so that this one holds its locks for a moment only.

-- +goose Up

-- ended_at is 0 for a live seat: that of a table that is open, running or just finished. A day after the end it becomes the table's listed_at, and follows it.
-- So lists of what waits for a player read live seats alone, however many games the player has finished.
ALTER TABLE places ADD COLUMN ended_at INTEGER NOT NULL DEFAULT 0;

-- ended is 1 once the seats of a finished table are no longer live. meta.finished is the number of these tables.
ALTER TABLE tables ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
ALTER TABLE meta ADD COLUMN finished INTEGER NOT NULL DEFAULT 0;
