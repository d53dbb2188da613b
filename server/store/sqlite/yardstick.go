package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// OneRow is what the store is measured against: it inserts one row a transaction into a table of its own in the file, with the store's own
// settings, one after another for a while, and gives how long each took. The store should be idle meanwhile.
func OneRow(ctx context.Context, path string, during time.Duration) (took []time.Duration, err error) {
	db, err := sql.Open("sqlite", source(path, "rw", "_txlock=immediate&"+roomy))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, "CREATE TABLE one_row (n INTEGER PRIMARY KEY, note TEXT NOT NULL) STRICT"); err != nil {
		return nil, err
	}
	add, err := db.PrepareContext(ctx, "INSERT INTO one_row (note) VALUES (?)")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, add.Close()) }()
	for began := time.Now(); time.Since(began) < during; {
		one := time.Now()
		if _, err := add.ExecContext(context.WithoutCancel(ctx), "one row of a table"); err != nil {
			return nil, err
		}
		took = append(took, time.Since(one))
	}
	return took, nil
}
