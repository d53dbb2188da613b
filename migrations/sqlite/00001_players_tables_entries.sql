-- Times are microseconds since 1970 UTC. A list inside a row is JSON.

-- +goose Up
CREATE TABLE players (
    id         TEXT    PRIMARY KEY,
    name       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    erased     INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE sessions (
    id         TEXT    PRIMARY KEY,
    token_hash BLOB    NOT NULL UNIQUE,
    player     TEXT    NOT NULL REFERENCES players (id),
    label      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_of_player ON sessions (player, created_at);

CREATE TABLE links (
    code_hash  BLOB    PRIMARY KEY,
    player     TEXT    NOT NULL REFERENCES players (id),
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX links_of_player ON links (player);
CREATE INDEX links_expiry ON links (expires_at);

CREATE TABLE tables (
    id            TEXT    PRIMARY KEY,
    title         TEXT    NOT NULL,
    state         TEXT    NOT NULL CHECK (state IN ('open', 'running', 'finished', 'closed')),
    visibility    TEXT    NOT NULL CHECK (visibility IN ('public', 'private')),
    invite        TEXT    NOT NULL,
    host          TEXT    NOT NULL,
    options       TEXT    NOT NULL,
    seq           INTEGER NOT NULL DEFAULT 0,
    rev           INTEGER NOT NULL DEFAULT 1,
    owing         TEXT    NOT NULL,
    winners       TEXT    NOT NULL,
    secret        BLOB    NOT NULL,
    contributions TEXT    NOT NULL,
    rematch       TEXT    NOT NULL DEFAULT '',
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX tables_by_change ON tables (updated_at, id) WHERE state <> 'closed';
CREATE INDEX tables_by_state ON tables (state, updated_at, id) WHERE state <> 'closed';

-- player does not reference players: a seat keeps its holder's id after the player is erased.
CREATE TABLE places (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    color    TEXT    NOT NULL,
    player   TEXT    NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX places_of_player ON places (player, table_id) WHERE player <> '';

CREATE TABLE entries (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    command  TEXT    NOT NULL,
    bytes    BLOB    NOT NULL,
    hash     BLOB    NOT NULL,
    time     INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT;
CREATE UNIQUE INDEX entries_command ON entries (table_id, seat, command) WHERE command <> '';

-- +goose Down
DROP TABLE entries;
DROP TABLE places;
DROP TABLE tables;
DROP TABLE links;
DROP TABLE sessions;
DROP TABLE players;
