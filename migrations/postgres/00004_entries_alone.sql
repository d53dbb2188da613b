-- An entry is stored only with the row it moves on, in one statement, and no table ever goes: to look its table up once more for
-- every entry costs a tenth of an append and finds nothing.

-- +goose Up
ALTER TABLE entries DROP CONSTRAINT entries_table_id_fkey;

-- +goose Down
ALTER TABLE entries ADD CONSTRAINT entries_table_id_fkey FOREIGN KEY (table_id) REFERENCES tables (id);
