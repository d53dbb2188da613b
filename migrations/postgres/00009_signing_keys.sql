-- Keep the keys with which the server signs exports. n counts them from 1; the newest one signs. private is the seed of an Ed25519 key: 32 bytes, or
-- longer if it is encrypted. Keys are never deleted, so that old signatures can be checked.

-- +goose Up
CREATE TABLE signing_keys (
    n          integer     PRIMARY KEY CHECK (n > 0),
    name       text        COLLATE "C" NOT NULL,
    public     bytea       NOT NULL UNIQUE,
    private    bytea       NOT NULL,
    created_at timestamptz NOT NULL
);

-- +goose Down
DROP TABLE signing_keys;
