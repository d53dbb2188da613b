-- expands
-- The changes of tables in the order of their transactions, so that nodes need not poll each table.

-- +goose Up

-- tables names the tables that a transaction changed, separated by spaces: "ID:SEQ" after an entry, "ID:chat" after a change of the chat, "ID" after any other
-- change. Nodes read from their cursor on, and delete old rows. An SQLite file has one node, which needs no such table.
CREATE TABLE changes (tx xid8 NOT NULL DEFAULT pg_current_xact_id(), tables text NOT NULL); -- Postgres
CREATE INDEX changes_tx ON changes (tx); -- Postgres
