-- Add six-digit codes for an installed app: links of the kind "app". misses is the number of wrong codes that were entered while the code was valid.
-- It is 0 for the other kinds. SQLite cannot change a CHECK, so the table is copied.

-- +goose Up
CREATE TABLE links_copy (
    id         TEXT    PRIMARY KEY,
    kind       TEXT    NOT NULL CHECK (kind IN ('device', 'handover', 'app')),
    code_hash  BLOB    NOT NULL UNIQUE,
    player     TEXT    NOT NULL REFERENCES players (id),
    session    TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    table_id   TEXT    REFERENCES tables (id) ON DELETE CASCADE,
    seat       INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    misses     INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO links_copy SELECT id, kind, code_hash, player, session, table_id, seat, created_at, expires_at, 0 FROM links;
DROP TABLE links;
ALTER TABLE links_copy RENAME TO links;
CREATE INDEX links_of_player ON links (player, created_at);
CREATE INDEX links_of_session ON links (session);
CREATE INDEX links_of_seat ON links (table_id, seat) WHERE table_id IS NOT NULL;
CREATE INDEX links_expiry ON links (expires_at);
CREATE INDEX links_app ON links (expires_at) WHERE kind = 'app';

-- +goose Down
CREATE TABLE links_copy (
    id         TEXT    PRIMARY KEY,
    kind       TEXT    NOT NULL CHECK (kind IN ('device', 'handover')),
    code_hash  BLOB    NOT NULL UNIQUE,
    player     TEXT    NOT NULL REFERENCES players (id),
    session    TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    table_id   TEXT    REFERENCES tables (id) ON DELETE CASCADE,
    seat       INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
INSERT INTO links_copy SELECT id, kind, code_hash, player, session, table_id, seat, created_at, expires_at FROM links WHERE kind <> 'app';
DROP TABLE links;
ALTER TABLE links_copy RENAME TO links;
CREATE INDEX links_of_player ON links (player, created_at);
CREATE INDEX links_of_session ON links (session);
CREATE INDEX links_of_seat ON links (table_id, seat) WHERE table_id IS NOT NULL;
CREATE INDEX links_expiry ON links (expires_at);
