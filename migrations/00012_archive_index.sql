-- expands
-- The index of the tables that an archive can take, in a migration of its own, so that the one before holds its locks for a moment only.

-- +goose Up

CREATE INDEX tables_to_archive ON tables (listed_at, id) WHERE state = 'finished' AND archived = 0;
