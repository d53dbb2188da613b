-- Keep how players want to be notified, and the notifications to send. All times are milliseconds since 1970 UTC.
--   - notifiers has one row for each player with settings or channels. reachable is 1 while the player has a channel. since is the time of the first one.
--     always is 1 if a player at one of our pages is notified of turns, too.
--   - told says up to which seq of a table a player was told.
--   - A notice is one notification for one channel. leased_until is the time until which one node may send it. sent_at is 0 until it is sent.
--   - digest is 1 if a notice may be sent with others of its channel.
--   - server_keys holds keys that the server made at its first start.

-- +goose Up
CREATE TABLE notifiers (
    player          text COLLATE "C"    PRIMARY KEY REFERENCES players (id),
    settings        text COLLATE "C"    NOT NULL,
    reachable       smallint NOT NULL,
    always          smallint NOT NULL,
    since           bigint NOT NULL,
    attentive_until bigint NOT NULL DEFAULT 0
);
CREATE INDEX notifiers_reachable ON notifiers (player) WHERE reachable = 1;

CREATE TABLE channels (
    id      text COLLATE "C" PRIMARY KEY,
    player  text COLLATE "C" NOT NULL REFERENCES notifiers (player) ON DELETE CASCADE,
    kind    text COLLATE "C" NOT NULL,
    address text COLLATE "C" NOT NULL,
    data    text COLLATE "C" NOT NULL
);
CREATE INDEX channels_of_player ON channels (player, id);
CREATE UNIQUE INDEX channels_push ON channels (address) WHERE kind = 'push';

CREATE TABLE told (
    player   text COLLATE "C"    NOT NULL REFERENCES notifiers (player) ON DELETE CASCADE,
    table_id text COLLATE "C"    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq      bigint NOT NULL,
    PRIMARY KEY (player, table_id)
);
CREATE INDEX told_of_table ON told (table_id);

CREATE TABLE notices (
    id           text COLLATE "C"    PRIMARY KEY,
    player       text COLLATE "C"    NOT NULL REFERENCES notifiers (player) ON DELETE CASCADE,
    channel      text COLLATE "C"    NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    table_id     text COLLATE "C"    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    occasion     text COLLATE "C"    NOT NULL,
    key          text COLLATE "C"    NOT NULL,
    data         text COLLATE "C"    NOT NULL,
    digest       smallint NOT NULL,
    due_at       bigint NOT NULL,
    leased_until bigint NOT NULL DEFAULT 0,
    attempts     bigint NOT NULL DEFAULT 0,
    sent_at      bigint NOT NULL DEFAULT 0,
    UNIQUE (channel, table_id, occasion, key)
);
CREATE INDEX notices_due ON notices (due_at) WHERE sent_at = 0;
CREATE INDEX notices_age ON notices (due_at);
CREATE INDEX notices_of_player ON notices (player);
CREATE INDEX notices_of_table ON notices (table_id);

CREATE TABLE nudges (
    table_id text COLLATE "C"    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    nudger   text COLLATE "C"    NOT NULL,
    nudged   text COLLATE "C"    NOT NULL,
    at       bigint NOT NULL,
    PRIMARY KEY (table_id, nudger, nudged)
);

CREATE TABLE server_keys (name text COLLATE "C" PRIMARY KEY, value bytea NOT NULL);

-- +goose Down
DROP TABLE server_keys;
DROP TABLE nudges;
DROP TABLE notices;
DROP TABLE told;
DROP TABLE channels;
DROP TABLE notifiers;
