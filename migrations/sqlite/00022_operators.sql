-- expands
-- Keep what operators of the server do and need to see.
--   - bans has the address ranges whose clients are refused. ends_at is 0 for a ban that does not end by itself.
--   - acts is the log of acts. outcome is empty until the result is known.
--   - notes are facts for operators, such as the last check of all running tables.
-- All times are in microseconds since 1970 UTC.

-- +goose Up
CREATE TABLE bans (
    range      TEXT NOT NULL PRIMARY KEY,
    reason     TEXT NOT NULL,
    made_by    TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ends_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE acts (
    id      TEXT NOT NULL PRIMARY KEY,
    at      INTEGER NOT NULL,
    made_by TEXT NOT NULL,
    via     TEXT NOT NULL,
    kind    TEXT NOT NULL,
    subject TEXT NOT NULL,
    reason  TEXT NOT NULL,
    outcome TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX acts_age ON acts (at, id);

CREATE TABLE notes (
    kind  TEXT NOT NULL,
    name  TEXT NOT NULL,
    at    INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE notes;
DROP TABLE acts;
DROP TABLE bans;
