-- Keep how players want to be notified, and the notifications to send. All times are milliseconds since 1970 UTC.
--   - notifiers has one row for each player with settings or channels. reachable is 1 while the player has a channel. since is the time of the first one.
--     always is 1 if a player at one of our pages is notified of turns, too.
--   - told says up to which seq of a table a player was told.
--   - A notice is one notification for one channel. leased_until is the time until which one node may send it. sent_at is 0 until it is sent.
--   - digest is 1 if a notice may be sent with others of its channel.
--   - server_keys holds keys that the server made at its first start.

-- +goose Up
CREATE TABLE notifiers (
    player          TEXT    PRIMARY KEY REFERENCES players (id),
    settings        TEXT    NOT NULL,
    reachable       INTEGER NOT NULL,
    always          INTEGER NOT NULL,
    since           INTEGER NOT NULL,
    attentive_until INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX notifiers_reachable ON notifiers (player) WHERE reachable = 1;

CREATE TABLE channels (
    id      TEXT PRIMARY KEY,
    player  TEXT NOT NULL REFERENCES notifiers (player) ON DELETE CASCADE,
    kind    TEXT NOT NULL,
    address TEXT NOT NULL,
    data    TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX channels_of_player ON channels (player, id);
CREATE UNIQUE INDEX channels_push ON channels (address) WHERE kind = 'push';

CREATE TABLE told (
    player   TEXT    NOT NULL REFERENCES notifiers (player) ON DELETE CASCADE,
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    PRIMARY KEY (player, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX told_of_table ON told (table_id);

CREATE TABLE notices (
    id           TEXT    PRIMARY KEY,
    player       TEXT    NOT NULL REFERENCES notifiers (player) ON DELETE CASCADE,
    channel      TEXT    NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    table_id     TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    occasion     TEXT    NOT NULL,
    key          TEXT    NOT NULL,
    data         TEXT    NOT NULL,
    digest       INTEGER NOT NULL,
    due_at       INTEGER NOT NULL,
    leased_until INTEGER NOT NULL DEFAULT 0,
    attempts     INTEGER NOT NULL DEFAULT 0,
    sent_at      INTEGER NOT NULL DEFAULT 0,
    UNIQUE (channel, table_id, occasion, key)
) STRICT;
CREATE INDEX notices_due ON notices (due_at) WHERE sent_at = 0;
CREATE INDEX notices_age ON notices (due_at);
CREATE INDEX notices_of_player ON notices (player);
CREATE INDEX notices_of_table ON notices (table_id);

CREATE TABLE nudges (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    nudger   TEXT    NOT NULL,
    nudged   TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (table_id, nudger, nudged)
) STRICT, WITHOUT ROWID;

CREATE TABLE server_keys (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE server_keys;
DROP TABLE nudges;
DROP TABLE notices;
DROP TABLE told;
DROP TABLE channels;
DROP TABLE notifiers;
