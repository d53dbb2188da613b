-- expands
-- The origin of a table that begins at a moment of a finished one, as JSON; empty for all other tables. The log of the fork holds that of its origin,
-- which programs of the version before cannot read. So no fork is created while one of them runs.

-- +goose Up

ALTER TABLE tables ADD COLUMN origin TEXT NOT NULL DEFAULT '';
