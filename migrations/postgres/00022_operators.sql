-- expands
-- Keep what operators of the server do and need to see.
--   - bans has the address ranges whose clients are refused. ends_at is 0 for a ban that does not end by itself.
--   - acts is the log of acts. outcome is empty until the result is known.
--   - notes are facts for operators, such as the last check of all running tables.
-- All times are in microseconds since 1970 UTC.

-- +goose Up
CREATE TABLE bans (
    range      text COLLATE "C" NOT NULL PRIMARY KEY,
    reason     text COLLATE "C" NOT NULL,
    made_by    text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    ends_at    bigint NOT NULL
);

CREATE TABLE acts (
    id      text COLLATE "C" NOT NULL PRIMARY KEY,
    at      bigint NOT NULL,
    made_by text COLLATE "C" NOT NULL,
    via     text COLLATE "C" NOT NULL,
    kind    text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    reason  text COLLATE "C" NOT NULL,
    outcome text COLLATE "C" NOT NULL
);
CREATE INDEX acts_age ON acts (at, id);

CREATE TABLE notes (
    kind  text COLLATE "C" NOT NULL,
    name  text COLLATE "C" NOT NULL,
    at    bigint NOT NULL,
    value text COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, name)
);

-- +goose Down
DROP TABLE notes;
DROP TABLE acts;
DROP TABLE bans;
