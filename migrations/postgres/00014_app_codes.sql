-- Add six-digit codes for an installed app: links of the kind "app". misses is the number of wrong codes that were entered while the code was valid.
-- It is 0 for the other kinds.

-- +goose Up
ALTER TABLE links DROP CONSTRAINT links_kind_check;
ALTER TABLE links ADD CONSTRAINT links_kind_check CHECK (kind IN ('device', 'handover', 'app')), ADD COLUMN misses smallint NOT NULL DEFAULT 0;
CREATE INDEX links_app ON links (expires_at) WHERE kind = 'app';

-- +goose Down
DROP INDEX links_app;
DELETE FROM links WHERE kind = 'app';
ALTER TABLE links DROP COLUMN misses, DROP CONSTRAINT links_kind_check, ADD CONSTRAINT links_kind_check CHECK (kind IN ('device', 'handover'));
