package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// OneRow measures transactions of one row, for comparison with appends. For the duration it inserts rows into a table of its own in the store's
// file, one after another, with the store's own settings. It returns the duration of each transaction. The store should be idle meanwhile.
func OneRow(ctx context.Context, path string, duration time.Duration) (durations []time.Duration, err error) {
	db, err := sql.Open("sqlite", dsn(path, "rw", writeAhead, "_txlock=immediate"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, "CREATE TABLE one_row (n INTEGER PRIMARY KEY, note TEXT NOT NULL) STRICT"); err != nil {
		return nil, err
	}
	insert, err := db.PrepareContext(ctx, "INSERT INTO one_row (note) VALUES (?)")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, insert.Close()) }()
	for end := time.Now().Add(duration); time.Now().Before(end); {
		began := time.Now()
		if _, err := insert.ExecContext(context.WithoutCancel(ctx), "one row of a table"); err != nil {
			return nil, err
		}
		durations = append(durations, time.Since(began))
	}
	return durations, nil
}
