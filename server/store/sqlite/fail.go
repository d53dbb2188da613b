package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"nemeton/server/store"
)

// fail maps an error of the database to the errors of package store.
func (s *Store) fail(ctx context.Context, err error) error {
	var failure *sqlite.Error
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return store.ErrNotFound
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	case s.closed.Load():
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	case !errors.As(err, &failure):
		if strings.HasPrefix(err.Error(), "sql: Scan error") { // a column of a STRICT table cannot hold another type
			return fmt.Errorf("%w: %w", store.ErrDamaged, err)
		}
		return err
	}
	if failure.Code() == lib.SQLITE_IOERR_SHMSIZE {
		err = fmt.Errorf("the disk is full: there is no room for the file PATH-shm, the index of the write-ahead log: %w", err)
	}
	switch failure.Code() & 0xff { // the other bits give details
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", store.ErrDamaged, err)
	case lib.SQLITE_FULL, lib.SQLITE_IOERR, lib.SQLITE_BUSY, lib.SQLITE_LOCKED, lib.SQLITE_CANTOPEN,
		lib.SQLITE_READONLY, lib.SQLITE_NOMEM, lib.SQLITE_PROTOCOL, lib.SQLITE_INTERRUPT:
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	case lib.SQLITE_CONSTRAINT:
		switch failure.Code() {
		case lib.SQLITE_CONSTRAINT_PRIMARYKEY, lib.SQLITE_CONSTRAINT_UNIQUE:
			return fmt.Errorf("%w: %w", store.ErrConflict, err)
		case lib.SQLITE_CONSTRAINT_FOREIGNKEY:
			return fmt.Errorf("%w: %w", store.ErrNotFound, err)
		}
	}
	return err
}
