-- expands
-- Indexes by which each list, sweep and count reads as many rows as it returns.

-- +goose Up

CREATE INDEX places_live ON places (player, table_id) WHERE ended_at = 0 AND player <> '';
CREATE INDEX places_ended ON places (player, ended_at, table_id) WHERE ended_at > 0 AND player <> '';
CREATE INDEX places_of_live_bots ON places (table_id) WHERE ended_at = 0 AND bot <> '';

CREATE INDEX tables_just_finished ON tables (listed_at, id) WHERE state = 'finished' AND ended = 0;
CREATE INDEX tables_with_live_stand_ins ON tables (id) WHERE state = 'running' AND stand_ins <> '';
CREATE INDEX tables_by_visibility ON tables (visibility, state, listed_at, id) WHERE state <> 'closed';
CREATE INDEX tables_by_title ON tables (title, visibility, state, listed_at, id) WHERE state <> 'closed';
CREATE INDEX tables_of_friends ON tables (host, state, listed_at, id) WHERE friends = 1;

CREATE INDEX players_by_name ON players (lower(name), id) WHERE erased = 0;
CREATE INDEX invitations_unanswered ON invitations (invited, created_at) WHERE answer = '' AND session IS NOT NULL;
