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
