-- Nothing changes on SQLite: its check of the foreign key is cheap, and dropping the key would copy the log.

-- +goose Up
SELECT 1;

-- +goose Down
SELECT 1;
