-- Keep the results of finished tables, invitations of people to tables, and the people whom a player has blocked.
--   - results has one row for each seat of a finished table. The last append of the table adds them; "nemeton history rebuild" makes them from the log.
--     player is empty for bots; it keeps the id of an erased player. finished_at is the time of the last entry. won and points are those of the outcome.
--     people is the number of seats that people held at the end. conceded, stand_in and handed_over mark the seats whose points are not of one person alone.
--   - results_figures holds all columns that the figures of a player need.
--   - An invitation is one row for each table and invited player. session is the session that made it; NULL once that has ended. answer is empty, "accepted"
--     or "declined".
--   - shown says who may see a player's history: "everybody", "companions" (people who played with the player) or "nobody".

-- +goose Up
CREATE TABLE results (
    table_key   bigint      NOT NULL REFERENCES tables (key) ON DELETE CASCADE,
    seat        smallint    NOT NULL,
    player      text        COLLATE "C" NOT NULL,
    bot         text        COLLATE "C" NOT NULL,
    color       text        COLLATE "C" NOT NULL,
    title       text        COLLATE "C" NOT NULL,
    seats       smallint    NOT NULL,
    people      smallint    NOT NULL,
    private     smallint    NOT NULL,
    finished_at timestamptz NOT NULL,
    ended       text        COLLATE "C" NOT NULL,
    points      integer     NOT NULL,
    won         smallint    NOT NULL,
    conceded    smallint    NOT NULL,
    stand_in    smallint    NOT NULL,
    handed_over smallint    NOT NULL,
    PRIMARY KEY (table_key, seat)
);
CREATE INDEX results_of_player ON results (player, finished_at, table_key) WHERE player <> '';
CREATE INDEX results_figures ON results (player, title, seats, people, ended, handed_over, stand_in, conceded, won, points) WHERE player <> '';

CREATE TABLE invitations (
    table_id    text        COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    invited     text        COLLATE "C" NOT NULL REFERENCES players (id),
    inviter     text        COLLATE "C" NOT NULL REFERENCES players (id),
    session     text        COLLATE "C" REFERENCES sessions (id) ON DELETE SET NULL,
    created_at  timestamptz NOT NULL,
    answer      text        COLLATE "C" NOT NULL DEFAULT '' CHECK (answer IN ('', 'accepted', 'declined')),
    answered_at timestamptz,
    PRIMARY KEY (table_id, invited)
);
CREATE INDEX invitations_to ON invitations (invited, created_at);
CREATE INDEX invitations_from ON invitations (inviter, created_at);
CREATE INDEX invitations_of_session ON invitations (session) WHERE session IS NOT NULL;
CREATE INDEX invitations_age ON invitations (created_at);

CREATE TABLE blocks (
    player      text        COLLATE "C" NOT NULL REFERENCES players (id),
    blocked     text        COLLATE "C" NOT NULL REFERENCES players (id),
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (player, blocked)
);
CREATE INDEX blocks_of_blocked ON blocks (blocked);

ALTER TABLE players ADD COLUMN shown text COLLATE "C" NOT NULL DEFAULT 'companions';

-- +goose Down
ALTER TABLE players DROP COLUMN shown;
DROP TABLE blocks;
DROP TABLE invitations;
DROP TABLE results;
