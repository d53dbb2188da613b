-- expands
-- Better sentences that readers suggest for the texts of the server and its client.

-- +goose Up

-- A suggestion for the text of a key in one file of a language. Its id is a hash of the other columns, so that each is stored once. Nothing tells who sent it.
CREATE TABLE text_suggestions (
    id         TEXT    NOT NULL PRIMARY KEY,
    language   TEXT    NOT NULL,
    file       TEXT    NOT NULL,
    key        TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    closed_at  INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX text_suggestions_open ON text_suggestions (language, file, key) WHERE closed_at = 0;
CREATE INDEX text_suggestions_closed ON text_suggestions (language, closed_at) WHERE closed_at <> 0;
CREATE INDEX text_suggestions_age ON text_suggestions (created_at);
