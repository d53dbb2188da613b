-- Links, offers and invites belong to the session that made them. Sessions replace their tokens. Players can be barred from a table.
--   - Older links are deleted: they do not name their session, and they were valid for ten minutes.
--   - session_tokens holds the tokens of a session beside the current one: issued ones, and replaced ones (old).
--   - invite_session is the session that made a table's invite; empty if none did. barred is a JSON list of players, empty if there are none.
--
-- There is no down migration; restore a backup.

-- +goose Up
DROP TABLE links;
CREATE TABLE links (
    id         text        COLLATE "C" PRIMARY KEY,
    kind       text        COLLATE "C" NOT NULL CHECK (kind IN ('device', 'handover')),
    code_hash  bytea       NOT NULL UNIQUE,
    player     text        COLLATE "C" NOT NULL REFERENCES players (id),
    session    text        COLLATE "C" NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    table_id   text        COLLATE "C" REFERENCES tables (id) ON DELETE CASCADE,
    seat       smallint,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX links_of_player ON links (player, created_at);
CREATE INDEX links_of_session ON links (session);
CREATE INDEX links_of_seat ON links (table_id, seat) WHERE table_id IS NOT NULL;
CREATE INDEX links_expiry ON links (expires_at);

ALTER TABLE sessions ADD COLUMN token_at timestamptz NOT NULL DEFAULT now();
UPDATE sessions SET token_at = created_at;
CREATE INDEX sessions_idle ON sessions (seen_at);

CREATE TABLE session_tokens (
    hash    bytea       PRIMARY KEY,
    session text        COLLATE "C" NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    old     boolean     NOT NULL,
    at      timestamptz NOT NULL
);
CREATE INDEX tokens_of_session ON session_tokens (session, at);

ALTER TABLE tables ADD COLUMN invite_session text COLLATE "C" NOT NULL DEFAULT '', ADD COLUMN barred text NOT NULL DEFAULT '';
CREATE INDEX invites_of_session ON tables (invite_session) WHERE invite_session <> '';
