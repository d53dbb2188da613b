-- expands
-- Logs of finished tables in an archive outside of the database. Programs that do not know this migration would find such logs empty. So the first log that
-- moves there sets meta.readers to its number.

-- +goose Up

-- archived is 1 if the log of a table is in the archive. Its entries are not in the database then.
ALTER TABLE tables ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;

-- The objects of the archive. Each is noted before it is written: state is 'begun'. The object that holds the log of its table is 'held'. An 'unused' one is to be
-- deleted. expires is the time from which on a begun or unused object may be deleted. A row can outlive its table. bytes is the size of a held object.
CREATE TABLE archives (
    table_id TEXT    NOT NULL,
    object   TEXT    NOT NULL,
    state    TEXT    NOT NULL CONSTRAINT archives_state CHECK (state IN ('begun', 'held', 'unused')),
    bytes    INTEGER NOT NULL DEFAULT 0,
    expires  INTEGER NOT NULL,
    PRIMARY KEY (table_id, object)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX archives_held ON archives (table_id) WHERE state = 'held';
CREATE INDEX archives_to_delete ON archives (expires) WHERE state <> 'held';
