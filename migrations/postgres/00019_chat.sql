-- Keep what people write at tables, apart from the log.
--   - chat_channels has one row for each channel that was used: "players" or "spectators". rev counts its changes. slow is the pause between two messages of a
--     person, in seconds. Readers that know a rev before reset have to read the channel anew, because rows were erased.
--   - chat_messages: number is the rev that the message made, and changed the rev of its last change. client is an id that its author made. Either
--     text or phrase is set; both are empty once deleted says by whom the message was deleted.
--   - chat_reactions: the reaction of a person to the entry seq of the log; glyph is empty once it was taken back.
--   - chat_reads: the last message that a person has read.
--   - chat_reports hold a copy of the reported text. They refer to no other row, so that they outlive the message. author and reporter are empty once that
--     player is erased. closed_at is 0 while the report is open.
-- All times are in microseconds since 1970 UTC.

-- +goose Up
CREATE TABLE chat_channels (
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    channel text COLLATE "C" NOT NULL CHECK (channel IN ('players', 'spectators')),
    rev      bigint NOT NULL DEFAULT 0,
    reset    bigint NOT NULL DEFAULT 0,
    slow     bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, channel)
);

CREATE TABLE chat_messages (
    table_id text COLLATE "C" NOT NULL,
    channel text COLLATE "C" NOT NULL,
    number     bigint NOT NULL,
    changed    bigint NOT NULL,
    author text COLLATE "C" NOT NULL,
    client text COLLATE "C" NOT NULL,
    text text COLLATE "C" NOT NULL,
    phrase text COLLATE "C" NOT NULL,
    deleted text COLLATE "C" NOT NULL DEFAULT '' CHECK (deleted IN ('', 'author', 'host')),
    created_at bigint NOT NULL,
    PRIMARY KEY (table_id, channel, number),
    FOREIGN KEY (table_id, channel) REFERENCES chat_channels (table_id, channel) ON DELETE CASCADE
);
CREATE INDEX chat_messages_changed ON chat_messages (table_id, channel, changed);
CREATE UNIQUE INDEX chat_messages_of_author ON chat_messages (author, table_id, client);
CREATE INDEX chat_messages_age ON chat_messages (created_at);

CREATE TABLE chat_reactions (
    table_id text COLLATE "C" NOT NULL,
    channel text COLLATE "C" NOT NULL,
    seq        bigint NOT NULL,
    player text COLLATE "C" NOT NULL,
    glyph text COLLATE "C" NOT NULL,
    changed    bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (table_id, channel, seq, player),
    FOREIGN KEY (table_id, channel) REFERENCES chat_channels (table_id, channel) ON DELETE CASCADE
);
CREATE INDEX chat_reactions_changed ON chat_reactions (table_id, channel, changed);
CREATE INDEX chat_reactions_of_player ON chat_reactions (player);
CREATE INDEX chat_reactions_age ON chat_reactions (created_at);

CREATE TABLE chat_reads (
    player text COLLATE "C" NOT NULL,
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    channel text COLLATE "C" NOT NULL,
    number     bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (player, table_id, channel)
);
CREATE INDEX chat_reads_of_table ON chat_reads (table_id);
CREATE INDEX chat_reads_age ON chat_reads (created_at);

CREATE TABLE chat_reports (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    table_id text COLLATE "C" NOT NULL,
    channel text COLLATE "C" NOT NULL,
    number     bigint NOT NULL,
    author text COLLATE "C" NOT NULL,
    text text COLLATE "C" NOT NULL,
    phrase text COLLATE "C" NOT NULL,
    said_at    bigint NOT NULL,
    reporter text COLLATE "C" NOT NULL,
    reason text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    closed_at  bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX chat_reports_once ON chat_reports (reporter, table_id, channel, number) WHERE reporter <> '';
CREATE INDEX chat_reports_of_author ON chat_reports (author);
CREATE INDEX chat_reports_age ON chat_reports (created_at);

-- +goose Down
DROP TABLE chat_reports;
DROP TABLE chat_reads;
DROP TABLE chat_reactions;
DROP TABLE chat_messages;
DROP TABLE chat_channels;
