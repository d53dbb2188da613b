-- Texts compare by byte (COLLATE "C"), so that lists have the same order on every server. A list inside a row is JSON.

-- +goose Up
CREATE TABLE players (
    id         text        COLLATE "C" PRIMARY KEY,
    name       text        NOT NULL,
    created_at timestamptz NOT NULL,
    erased     boolean     NOT NULL DEFAULT false
);

CREATE TABLE sessions (
    id         text        COLLATE "C" PRIMARY KEY,
    token_hash bytea       NOT NULL UNIQUE,
    player     text        COLLATE "C" NOT NULL REFERENCES players (id),
    label      text        NOT NULL,
    created_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL
);
CREATE INDEX sessions_of_player ON sessions (player, created_at);

CREATE TABLE links (
    code_hash  bytea       PRIMARY KEY,
    player     text        COLLATE "C" NOT NULL REFERENCES players (id),
    expires_at timestamptz NOT NULL
);
CREATE INDEX links_of_player ON links (player);
CREATE INDEX links_expiry ON links (expires_at);

CREATE TABLE tables (
    id            text        COLLATE "C" PRIMARY KEY,
    title         text        NOT NULL,
    state         text        COLLATE "C" NOT NULL CHECK (state IN ('open', 'running', 'finished', 'closed')),
    visibility    text        COLLATE "C" NOT NULL CHECK (visibility IN ('public', 'private')),
    invite        text        NOT NULL,
    host          text        COLLATE "C" NOT NULL,
    options       text        NOT NULL,
    seq           bigint      NOT NULL DEFAULT 0,
    rev           bigint      NOT NULL DEFAULT 1,
    owing         text        NOT NULL,
    winners       text        NOT NULL,
    secret        bytea       NOT NULL,
    contributions text        NOT NULL,
    rematch       text        COLLATE "C" NOT NULL DEFAULT '',
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL
);
CREATE INDEX tables_by_change ON tables (updated_at, id) WHERE state <> 'closed';
CREATE INDEX tables_by_state ON tables (state, updated_at, id) WHERE state <> 'closed';

-- player does not reference players: a seat keeps its holder's id after the player is erased.
CREATE TABLE places (
    table_id text     COLLATE "C" NOT NULL REFERENCES tables (id),
    seat     smallint NOT NULL,
    color    text     NOT NULL,
    player   text     COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX places_of_player ON places (player, table_id) WHERE player <> '';

CREATE TABLE entries (
    table_id text        COLLATE "C" NOT NULL REFERENCES tables (id),
    seq      bigint      NOT NULL,
    seat     smallint    NOT NULL,
    command  text        COLLATE "C" NOT NULL,
    bytes    bytea       NOT NULL,
    hash     bytea       NOT NULL,
    time     timestamptz NOT NULL,
    PRIMARY KEY (table_id, seq)
);
CREATE UNIQUE INDEX entries_command ON entries (table_id, seat, command) WHERE command <> '';

-- +goose Down
DROP TABLE entries;
DROP TABLE places;
DROP TABLE tables;
DROP TABLE links;
DROP TABLE sessions;
DROP TABLE players;
