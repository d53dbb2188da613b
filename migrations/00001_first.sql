-- expands
-- The schema of both databases. Lines that end with "-- SQLite" or "-- Postgres" are for that one alone, see the package comment.
--
-- Times are whole microseconds since 1970 UTC; 0 is none. Flags are 0 or 1. A list inside a row is JSON. Texts compare by byte, so that lists have the same order
-- on every server.
--
-- The rows of a table can move to another database with their table: each of their keys contains the table's id or its number. So foreign keys exist only
-- among the rows of one table, and among those of one player. The stores delete what belongs to both.

-- +goose Up

-- meta has one row. A restored database gets a new epoch. changes counts the transactions that store no entry, and on Postgres the probes of writes. readers
-- is the newest migration that a program must know to use the database. On SQLite, entries is the largest n of a deleted entry.
CREATE TABLE meta (
    one     INTEGER PRIMARY KEY CONSTRAINT meta_one CHECK (one = 1),
    epoch   INTEGER NOT NULL,
    changes INTEGER NOT NULL DEFAULT 0,
    entries INTEGER NOT NULL DEFAULT 0, -- SQLite
    readers INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO meta (one, epoch) VALUES (1, random() & 9007199254740991); -- SQLite
INSERT INTO meta (one, epoch) VALUES (1, floor(random() * 9007199254740992)); -- Postgres

-- shown says who may see a player's history: "everybody", "companions" (people who played with the player) or "nobody". vacation is the end of the player's
-- vacation. The tables that it pauses have entries about it.
CREATE TABLE players (
    id         TEXT    PRIMARY KEY,
    name       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    erased     INTEGER NOT NULL DEFAULT 0 CONSTRAINT players_erased CHECK (erased IN (0, 1)),
    shown      TEXT    NOT NULL DEFAULT 'companions',
    vacation   INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE sessions (
    id         TEXT    PRIMARY KEY,
    token_hash BLOB    NOT NULL UNIQUE,
    player     TEXT    NOT NULL REFERENCES players (id),
    label      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    token_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_of_player ON sessions (player, created_at);
CREATE INDEX sessions_idle ON sessions (seen_at);

-- The tokens of a session beside the current one: issued ones, and replaced ones (old).
CREATE TABLE session_tokens (
    hash    BLOB    PRIMARY KEY,
    session TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    old     INTEGER NOT NULL CONSTRAINT session_tokens_old CHECK (old IN (0, 1)),
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX tokens_of_session ON session_tokens (session, at);

-- A link belongs to the session that made it. table_id and seat are those of an offered seat; NULL for other kinds. misses is the number of wrong codes that
-- were entered while a code for an installed app was valid.
CREATE TABLE links (
    id         TEXT    PRIMARY KEY,
    kind       TEXT    NOT NULL CONSTRAINT links_kind CHECK (kind IN ('device', 'handover', 'app')),
    code_hash  BLOB    NOT NULL UNIQUE,
    player     TEXT    NOT NULL REFERENCES players (id),
    session    TEXT    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    table_id   TEXT,
    seat       INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    misses     INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX links_of_player ON links (player, created_at);
CREATE INDEX links_of_session ON links (session);
CREATE INDEX links_of_seat ON links (table_id, seat) WHERE table_id IS NOT NULL;
CREATE INDEX links_expiry ON links (expires_at);
CREATE INDEX links_app ON links (expires_at) WHERE kind = 'app';

-- The rows of a table name it by key or by id.
--   - No index covers a column that every append changes: seq, owing, updated_at, head, epoch and bytes. So Postgres rewrites the row in its own page, half of
--     which stays free for this, and does not touch the indexes. Lists are sorted by listed_at, which follows updated_at: it is never later, and less
--     than a minute earlier.
--   - head is the hash of the last entry; an append compares it. epoch is that of meta at the last entry. bytes is the size of all entries.
--   - stand_ins is, by seat, the levels of the bots that play for absent players; empty if there are none. barred are the players whom the host removed.
--   - chance is the version of the table's chance; it never changes. answers holds, by seat, the device key, chain and signature of a contribution, and marks a
--     declined one. ending has the seats that conceded and the reason for an early end. changes are those of the settings before the start.
--   - due_at is the time at which a running table has to act by itself, such as a time-out.
--   - invite_session is the session that made the invite, and creator the player who created the table; both may be empty.
CREATE TABLE tables (
    key            INTEGER PRIMARY KEY, -- SQLite
    key            INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- Postgres
    id             TEXT    NOT NULL UNIQUE,
    title          TEXT    NOT NULL,
    state          TEXT    NOT NULL CONSTRAINT tables_state CHECK (state IN ('open', 'running', 'finished', 'closed')),
    visibility     TEXT    NOT NULL CONSTRAINT tables_visibility CHECK (visibility IN ('public', 'private')),
    invite         TEXT    NOT NULL,
    host           TEXT    NOT NULL,
    options        TEXT    NOT NULL,
    seq            INTEGER NOT NULL DEFAULT 0,
    rev            INTEGER NOT NULL DEFAULT 1,
    owing          TEXT    NOT NULL,
    winners        TEXT    NOT NULL,
    secret         BLOB    NOT NULL,
    contributions  TEXT    NOT NULL,
    rematch        TEXT    NOT NULL DEFAULT '',
    stand_ins      TEXT    NOT NULL DEFAULT '',
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    listed_at      INTEGER NOT NULL,
    head           BLOB    NOT NULL CONSTRAINT tables_head CHECK (length(head) = 32),
    epoch          INTEGER NOT NULL,
    invite_session TEXT    NOT NULL DEFAULT '',
    barred         TEXT    NOT NULL DEFAULT '',
    creator        TEXT    NOT NULL DEFAULT '',
    bytes          INTEGER NOT NULL DEFAULT 0,
    chance         INTEGER NOT NULL,
    answers        TEXT    NOT NULL DEFAULT '',
    ending         TEXT    NOT NULL DEFAULT '',
    changes        TEXT    NOT NULL DEFAULT '',
    due_at         INTEGER NOT NULL DEFAULT 0
) STRICT;
ALTER TABLE tables SET (fillfactor = 50); -- Postgres
CREATE INDEX tables_by_change ON tables (listed_at, id) WHERE state <> 'closed';
CREATE INDEX tables_by_state ON tables (state, listed_at, id) WHERE state <> 'closed';
CREATE INDEX tables_closed ON tables (listed_at, id) WHERE state = 'closed';
CREATE INDEX tables_with_stand_ins ON tables (id) WHERE stand_ins <> '';
CREATE INDEX tables_of_creator ON tables (creator, created_at) WHERE creator <> '';
CREATE INDEX tables_by_rematch ON tables (rematch) WHERE rematch <> '';
CREATE INDEX tables_due ON tables (due_at) WHERE due_at > 0;
CREATE INDEX invites_of_session ON tables (invite_session) WHERE invite_session <> '';

-- A seat keeps its holder's id after the player is erased. bot is the level of the bot that holds it; empty if none does. confirm is "asked" if a rematch seated
-- the player, and "confirmed" once the player has agreed.
CREATE TABLE places (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    color    TEXT    NOT NULL,
    player   TEXT    NOT NULL,
    bot      TEXT    NOT NULL DEFAULT '',
    confirm  TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX places_of_player ON places (player, table_id) WHERE player <> '';
CREATE INDEX places_of_bots ON places (table_id) WHERE bot <> '';

-- The log. There is no foreign key, because one statement stores an entry and updates its table's row; its check would cost a tenth of an append. On
-- SQLite, entries are stored in the order of their arrival, n. command is the id of the command, or a hash of an id that is not a UUID; NULL without one.
CREATE TABLE entries (
    n         INTEGER PRIMARY KEY, -- SQLite
    table_key INTEGER NOT NULL,
    seq       INTEGER NOT NULL,
    time      INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    command   BLOB    CONSTRAINT entries_command_size CHECK (length(command) = 16),
    bytes     BLOB    NOT NULL,
    hash      BLOB    NOT NULL CONSTRAINT entries_hash_size CHECK (length(hash) = 32)
    , PRIMARY KEY (table_key, seq) -- Postgres
) STRICT;
CREATE UNIQUE INDEX entries_seq ON entries (table_key, seq); -- SQLite
CREATE UNIQUE INDEX entries_command ON entries (table_key, seat, command) WHERE command IS NOT NULL;

CREATE TABLE snapshots (
    table_key INTEGER NOT NULL REFERENCES tables (key) ON DELETE CASCADE,
    seq       INTEGER NOT NULL,
    head      BLOB    NOT NULL,
    bytes     BLOB    NOT NULL,
    checksum  BLOB    NOT NULL,
    PRIMARY KEY (table_key, seq)
) STRICT;

-- The names of the people who played, at the start (holder 0) and at each handover of a seat (holder 1, 2, ...). A new name of a player changes none of them.
CREATE TABLE table_names (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    holder   INTEGER NOT NULL,
    player   TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    PRIMARY KEY (table_id, seat, holder)
) STRICT, WITHOUT ROWID;
CREATE INDEX table_names_of_player ON table_names (player);

-- Results have one row for each seat of a finished table. The last append of the table adds them; "nemeton history rebuild" makes them from the log. player is
-- empty for bots; it keeps the id of an erased player. finished_at is the time of the last entry. people is the number of seats that people held at the end.
-- conceded, stand_in and handed_over mark the seats whose points are not of one person alone. results_figures holds all columns that the figures need.
CREATE TABLE results (
    table_key   INTEGER NOT NULL REFERENCES tables (key) ON DELETE CASCADE,
    seat        INTEGER NOT NULL,
    player      TEXT    NOT NULL,
    bot         TEXT    NOT NULL,
    color       TEXT    NOT NULL,
    title       TEXT    NOT NULL,
    seats       INTEGER NOT NULL,
    people      INTEGER NOT NULL,
    private     INTEGER NOT NULL,
    finished_at INTEGER NOT NULL,
    ended       TEXT    NOT NULL,
    points      INTEGER NOT NULL,
    won         INTEGER NOT NULL,
    conceded    INTEGER NOT NULL,
    stand_in    INTEGER NOT NULL,
    handed_over INTEGER NOT NULL,
    PRIMARY KEY (table_key, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_of_player ON results (player, finished_at, table_key) WHERE player <> '';
CREATE INDEX results_figures ON results (player, title, seats, people, ended, handed_over, stand_in, conceded, won, points) WHERE player <> '';

-- session is the session that made the invitation; NULL once that has ended. answer is empty, "accepted" or "declined".
CREATE TABLE invitations (
    table_id    TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    invited     TEXT    NOT NULL,
    inviter     TEXT    NOT NULL,
    session     TEXT,
    created_at  INTEGER NOT NULL,
    answer      TEXT    NOT NULL DEFAULT '' CONSTRAINT invitations_answer CHECK (answer IN ('', 'accepted', 'declined')),
    answered_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, invited)
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_to ON invitations (invited, created_at);
CREATE INDEX invitations_from ON invitations (inviter, created_at);
CREATE INDEX invitations_of_session ON invitations (session) WHERE session IS NOT NULL;
CREATE INDEX invitations_age ON invitations (created_at);

CREATE TABLE blocks (
    player     TEXT    NOT NULL REFERENCES players (id),
    blocked    TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (player, blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_of_blocked ON blocks (blocked);

-- The tables that players removed from their own lists. The games stay in their records.
CREATE TABLE unlisted (
    player   TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (player, table_id)
) STRICT, WITHOUT ROWID;

-- How players want to be notified: one row for each player with settings or channels. reachable is 1 while the player has a channel. since is the time of
-- the first one. always is 1 if a player at one of our pages is notified of turns, too.
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

-- Up to which seq of a table a player was told.
CREATE TABLE told (
    player   TEXT    NOT NULL,
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    PRIMARY KEY (player, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX told_of_table ON told (table_id);

-- A notice is one notification for one channel. leased_until is the time until which one node may send it. sent_at is 0 until it is sent. digest is 1 if it may
-- be sent with others of its channel.
CREATE TABLE notices (
    id           TEXT    NOT NULL,
    player       TEXT    NOT NULL,
    channel      TEXT    NOT NULL,
    table_id     TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    occasion     TEXT    NOT NULL,
    key          TEXT    NOT NULL,
    data         TEXT    NOT NULL,
    digest       INTEGER NOT NULL,
    due_at       INTEGER NOT NULL,
    leased_until INTEGER NOT NULL DEFAULT 0,
    attempts     INTEGER NOT NULL DEFAULT 0,
    sent_at      INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (id, table_id),
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
CREATE INDEX nudges_of_nudger ON nudges (nudger);
CREATE INDEX nudges_of_nudged ON nudges (nudged);

-- One row for each mail to an address that nobody has verified, and each key under which it counts: hashes of mailbox, domain and network address.
CREATE TABLE mail_counts (
    mail TEXT    NOT NULL,
    key  TEXT    NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (mail, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_counts_by_key ON mail_counts (key, at);
CREATE INDEX mail_counts_by_time ON mail_counts (at);

-- The channels of the chat, which is apart from the log. rev counts the changes of a channel. slow is the pause between two messages of a person, in seconds. Readers
-- that know a rev before reset have to read the channel anew, because rows were erased.
CREATE TABLE chat_channels (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    channel  TEXT    NOT NULL CONSTRAINT chat_channels_channel CHECK (channel IN ('players', 'spectators')),
    rev      INTEGER NOT NULL DEFAULT 0,
    reset    INTEGER NOT NULL DEFAULT 0,
    slow     INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, channel)
) STRICT, WITHOUT ROWID;

-- number is the rev that the message made, and changed the rev of its last change. client is an id that its author made. Either text or phrase is set; both are
-- empty once deleted says by whom the message was deleted.
CREATE TABLE chat_messages (
    table_id   TEXT    NOT NULL,
    channel    TEXT    NOT NULL,
    number     INTEGER NOT NULL,
    changed    INTEGER NOT NULL,
    author     TEXT    NOT NULL,
    client     TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    phrase     TEXT    NOT NULL,
    deleted    TEXT    NOT NULL DEFAULT '' CONSTRAINT chat_messages_deleted CHECK (deleted IN ('', 'author', 'host')),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (table_id, channel, number),
    FOREIGN KEY (table_id, channel) REFERENCES chat_channels (table_id, channel) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_messages_changed ON chat_messages (table_id, channel, changed);
CREATE UNIQUE INDEX chat_messages_of_author ON chat_messages (author, table_id, client);
CREATE INDEX chat_messages_age ON chat_messages (created_at);

-- The reaction of a person to the entry seq of the log. glyph is empty once it was taken back.
CREATE TABLE chat_reactions (
    table_id   TEXT    NOT NULL,
    channel    TEXT    NOT NULL,
    seq        INTEGER NOT NULL,
    player     TEXT    NOT NULL,
    glyph      TEXT    NOT NULL,
    changed    INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (table_id, channel, seq, player),
    FOREIGN KEY (table_id, channel) REFERENCES chat_channels (table_id, channel) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_reactions_changed ON chat_reactions (table_id, channel, changed);
CREATE INDEX chat_reactions_of_player ON chat_reactions (player);
CREATE INDEX chat_reactions_age ON chat_reactions (created_at);

-- The last message that a person has read.
CREATE TABLE chat_reads (
    player     TEXT    NOT NULL,
    table_id   TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    channel    TEXT    NOT NULL,
    number     INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (player, table_id, channel)
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_reads_of_table ON chat_reads (table_id);
CREATE INDEX chat_reads_age ON chat_reads (created_at);

-- Reports hold a copy of the reported text. They belong to the operators and refer to no other row, so that they outlive message and table. author and
-- reporter are empty once that player is erased. closed_at is 0 while the report is open.
CREATE TABLE chat_reports (
    id         TEXT    PRIMARY KEY,
    table_id   TEXT    NOT NULL,
    channel    TEXT    NOT NULL,
    number     INTEGER NOT NULL,
    author     TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    phrase     TEXT    NOT NULL,
    said_at    INTEGER NOT NULL,
    reporter   TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    closed_at  INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX chat_reports_once ON chat_reports (reporter, table_id, channel, number) WHERE reporter <> '';
CREATE INDEX chat_reports_of_message ON chat_reports (table_id, channel, number);
CREATE INDEX chat_reports_of_author ON chat_reports (author);
CREATE INDEX chat_reports_age ON chat_reports (created_at);

-- The address ranges whose clients are refused. ends_at is 0 for a ban that does not end by itself.
CREATE TABLE bans (
    range      TEXT    PRIMARY KEY,
    reason     TEXT    NOT NULL,
    made_by    TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    ends_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The log of what operators did. outcome is empty until the result is known.
CREATE TABLE acts (
    id      TEXT    PRIMARY KEY,
    at      INTEGER NOT NULL,
    made_by TEXT    NOT NULL,
    via     TEXT    NOT NULL,
    kind    TEXT    NOT NULL,
    subject TEXT    NOT NULL,
    reason  TEXT    NOT NULL,
    outcome TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX acts_age ON acts (at, id);

-- Facts for operators, such as the last check of all running tables.
CREATE TABLE notes (
    kind  TEXT    NOT NULL,
    name  TEXT    NOT NULL,
    at    INTEGER NOT NULL,
    value TEXT    NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

-- The keys that sign exports. n counts them from 1; the newest one signs. private is the seed of an Ed25519 key: 32 bytes, or longer if it is encrypted. Keys are
-- never deleted, so that old signatures can be checked.
CREATE TABLE signing_keys (
    n          INTEGER PRIMARY KEY CONSTRAINT signing_keys_n CHECK (n > 0),
    name       TEXT    NOT NULL,
    public     BLOB    NOT NULL UNIQUE,
    private    BLOB    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- Other keys that the server made at its first start.
CREATE TABLE server_keys (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- pulse is the one row that all nodes change. touched_at is the time of its last change. outages are the gaps between two changes that were too long: no node
-- could write in them. The times are those of the store's clock.
CREATE TABLE pulse (
    id         INTEGER PRIMARY KEY CONSTRAINT pulse_id CHECK (id = 1),
    touched_at INTEGER NOT NULL
) STRICT;
INSERT INTO pulse (id, touched_at) VALUES (1, 0);
CREATE TABLE outages (
    ended INTEGER PRIMARY KEY,
    began INTEGER NOT NULL
) STRICT;

-- The nodes that run, with what their programs can read in logs: JSON of engine.Reads. touched_at is their last touch of the pulse. An SQLite file has one node.
CREATE TABLE nodes (
    id         TEXT    PRIMARY KEY,
    reads      TEXT    NOT NULL,
    touched_at INTEGER NOT NULL
) STRICT;
