-- Make an append write fewer pages.
--   - Entries of all tables are stored in order of arrival, with one index instead of two: the index that finds a seat's command also finds a
--     table's entries.
--   - Entries name their table by a number instead of 36 letters. A command that is a UUID is stored as 16 bytes, no command as NULL.
--   - No index covers a column of tables that every append changes. Lists are sorted by listed_at, which follows updated_at: it is never later,
--     and less than a minute earlier.
--
-- There is no down migration; restore a backup.

-- +goose Up
CREATE TABLE tables_by_key (
    key           INTEGER PRIMARY KEY,
    id            TEXT    NOT NULL UNIQUE,
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
    stand_ins     TEXT    NOT NULL DEFAULT '',
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    listed_at     INTEGER NOT NULL
) STRICT;
INSERT INTO tables_by_key (id, title, state, visibility, invite, host, options, seq, rev, owing, winners, secret, contributions, rematch, stand_ins,
        created_at, updated_at, listed_at)
    SELECT id, title, state, visibility, invite, host, options, seq, rev, owing, winners, secret, contributions, rematch, stand_ins,
        created_at, updated_at, updated_at FROM tables ORDER BY rowid;

CREATE TABLE places_by_key (
    table_id TEXT    NOT NULL REFERENCES tables_by_key (id),
    seat     INTEGER NOT NULL,
    color    TEXT    NOT NULL,
    player   TEXT    NOT NULL,
    bot      TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO places_by_key SELECT table_id, seat, color, player, bot FROM places;

CREATE TABLE entries_by_key (
    n         INTEGER PRIMARY KEY,
    table_key INTEGER NOT NULL,
    seq       INTEGER NOT NULL,
    time      INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    command   ANY,
    bytes     BLOB    NOT NULL,
    hash      BLOB    NOT NULL
) STRICT;
INSERT INTO entries_by_key (table_key, seq, time, seat, command, bytes, hash)
    SELECT t.key, e.seq, e.time, e.seat,
        CASE
        WHEN e.command = '' THEN NULL
        WHEN length(e.command) = 36 AND length(CAST(e.command AS BLOB)) = 36
            AND e.command GLOB '????????-????-????-????-????????????' AND replace(e.command, '-', '') NOT GLOB '*[^0-9a-f]*'
            AND length(replace(e.command, '-', '')) = 32
            THEN unhex(replace(e.command, '-', ''))
        ELSE e.command END,
        e.bytes, e.hash
    FROM entries e JOIN tables_by_key t ON t.id = e.table_id ORDER BY e.rowid;

DROP TABLE entries;
DROP TABLE places;
DROP TABLE tables;
ALTER TABLE tables_by_key RENAME TO tables;
ALTER TABLE places_by_key RENAME TO places;
ALTER TABLE entries_by_key RENAME TO entries;
CREATE INDEX tables_by_change ON tables (listed_at, id) WHERE state <> 'closed';
CREATE INDEX tables_by_state ON tables (state, listed_at, id) WHERE state <> 'closed';
CREATE INDEX tables_with_stand_ins ON tables (id) WHERE stand_ins <> '';
CREATE INDEX places_of_player ON places (player, table_id) WHERE player <> '';
CREATE INDEX places_of_bots ON places (table_id) WHERE bot <> '';
CREATE UNIQUE INDEX entries_command ON entries (table_key, seat, command);
