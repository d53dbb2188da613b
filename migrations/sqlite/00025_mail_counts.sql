-- expands
-- +goose Up
-- mail_counts has a row for each mail to an address that nobody has verified, and each key under which it counts: hashes of mailbox, domain and network address.
CREATE TABLE mail_counts (mail TEXT NOT NULL, key TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (mail, key)) WITHOUT ROWID;
CREATE INDEX mail_counts_by_key ON mail_counts (key, at);
CREATE INDEX mail_counts_by_time ON mail_counts (at);

-- +goose Down
DROP TABLE mail_counts;
