-- expands
-- Friends, and tables that the friends of their host see.

-- +goose Up

-- A friendship that player asked for. It counts once both agreed; then there is a row for each of them.
CREATE TABLE friends (
    player     TEXT    NOT NULL REFERENCES players (id),
    friend     TEXT    NOT NULL REFERENCES players (id),
    agreed     INTEGER NOT NULL DEFAULT 0 CONSTRAINT friends_agreed CHECK (agreed IN (0, 1)),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (player, friend)
) STRICT, WITHOUT ROWID;
CREATE INDEX friends_of_friend ON friends (friend, player);

-- friends opens a private table to the friends of its host. For a program that does not know the column, the table is private.
ALTER TABLE tables ADD COLUMN friends INTEGER NOT NULL DEFAULT 0 CONSTRAINT tables_friends CHECK (friends IN (0, 1));
CREATE INDEX tables_for_friends ON tables (host) WHERE friends = 1;
