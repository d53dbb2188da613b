-- Links, offers and invites belong to the session that made them. Sessions replace their tokens. Players can be barred from a table.
--   - Older links are deleted: they do not name their session, and they were valid for ten minutes.
--   - session_tokens holds the tokens of a session beside the current one: issued ones, and replaced ones (old).
--   - invite_session is the session that made a table's invite; empty if none did. barred is a JSON list of players, empty if there are none.
--
-- There is no down migration; restore a backup.

-- +goose Up
DROP TABLE links;
CREATE TABLE links (
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
CREATE INDEX links_of_player ON links (player, created_at);
CREATE INDEX links_of_session ON links (session);
CREATE INDEX links_of_seat ON links (table_id, seat) WHERE table_id IS NOT NULL;
CREATE INDEX links_expiry ON links (expires_at);

ALTER TABLE sessions ADD COLUMN token_at INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET token_at = created_at;
CREATE INDEX sessions_idle ON sessions (seen_at);

CREATE TABLE session_tokens (
    hash    BLOB    PRIMARY KEY,
    session TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    old     INTEGER NOT NULL,
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX tokens_of_session ON session_tokens (session, at);

ALTER TABLE tables ADD COLUMN invite_session TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN barred TEXT NOT NULL DEFAULT '';
CREATE INDEX invites_of_session ON tables (invite_session) WHERE invite_session <> '';
