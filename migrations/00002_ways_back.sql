-- expands
-- Ways back for people who lost their sessions.

-- +goose Up

-- The server's id tells cookies of servers on one host apart. It stays the same when the database is restored.
CREATE TABLE identity (
    one INTEGER PRIMARY KEY CONSTRAINT identity_one CHECK (one = 1),
    id  TEXT    NOT NULL
) STRICT;
INSERT INTO identity (one, id) VALUES (1, lower(hex(randomblob(16)))); -- SQLite
INSERT INTO identity (one, id) VALUES (1, replace(gen_random_uuid()::text, '-', '')); -- Postgres

-- A person says that a seat is theirs, and people at the table confirm it. confirmed lists the players who did. due_at is the time at which the seat may move;
-- 0 while confirmations are missing. A moved seat can move back; see store.ReverseLife.
CREATE TABLE recoveries (
    table_id   TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    id         TEXT    NOT NULL,
    seat       INTEGER NOT NULL,
    holder     TEXT    NOT NULL,
    claimant   TEXT    NOT NULL,
    state      TEXT    NOT NULL CONSTRAINT recoveries_state CHECK (state IN ('open', 'moved', 'ended', 'reversed')),
    confirmed  TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    due_at     INTEGER NOT NULL DEFAULT 0,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (table_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX recoveries_of_holder ON recoveries (holder, changed_at);
CREATE INDEX recoveries_of_claimant ON recoveries (claimant, changed_at);
CREATE INDEX recoveries_due ON recoveries (due_at) WHERE state = 'open' AND due_at > 0;

-- The keys by which a person signs in again, besides sessions and the verified mail address. name is what its owner calls it. key is the credential of a passkey, or
-- issuer and subject of an OIDC provider. data is JSON of the package that uses it.
CREATE TABLE ways (
    id         TEXT    PRIMARY KEY,
    player     TEXT    NOT NULL REFERENCES players (id),
    kind       TEXT    NOT NULL CONSTRAINT ways_kind CHECK (kind IN ('passkey', 'oidc')),
    key        TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    data       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    used_at    INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX ways_key ON ways (kind, key);
CREATE INDEX ways_of_player ON ways (player, created_at);

CREATE INDEX channels_by_mail ON channels (address) WHERE kind = 'mail';

-- Sign-ins that have begun. secret is the hash of a secret that the asking browser keeps; code is the hash of a code that a person types, opens or approves. player
-- is the person to sign in, as far as known. misses counts wrong codes.
CREATE TABLE attempts (
    id         TEXT    PRIMARY KEY,
    kind       TEXT    NOT NULL CONSTRAINT attempts_kind CHECK (kind IN ('passkey', 'mail', 'device', 'host', 'oidc', 'merge')),
    secret     BLOB,
    code       BLOB,
    player     TEXT    NOT NULL DEFAULT '',
    data       TEXT    NOT NULL,
    misses     INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX attempts_secret ON attempts (secret) WHERE secret IS NOT NULL;
CREATE UNIQUE INDEX attempts_code ON attempts (kind, code) WHERE code IS NOT NULL;
CREATE INDEX attempts_of_player ON attempts (player, kind) WHERE player <> '';
CREATE INDEX attempts_expiry ON attempts (expires_at);

-- The events of a person's account: ways in that came or went, and sign-ins. All devices show them.
CREATE TABLE account_events (
    id     TEXT    PRIMARY KEY,
    player TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    name   TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_events_of_player ON account_events (player, at);
CREATE INDEX account_events_age ON account_events (at);

-- Codes of the server that let new people in while its door is closed. uses is the number of people that it still lets in.
CREATE TABLE door_codes (
    id         TEXT    PRIMARY KEY,
    code       BLOB    NOT NULL UNIQUE,
    made_by    TEXT    NOT NULL,
    operator   TEXT    NOT NULL,
    note       TEXT    NOT NULL,
    uses       INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX door_codes_of_member ON door_codes (made_by, created_at) WHERE made_by <> '';
CREATE INDEX door_codes_expiry ON door_codes (expires_at);
