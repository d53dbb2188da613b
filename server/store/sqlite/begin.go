package sqlite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"time"

	"nemeton/server/store"
)

// copied is the user_version of a file that Backup made and that no store has opened yet, except for reading.
const copied = 1

// versionAt is the place of the user_version in a file, in big-endian order.
const versionAt = 60

// checkCopied returns the mode in which to open the file. It refuses a copy beside the write-ahead log of the file before it: SQLite would write that log
// into the copy and destroy it. Error: store.ErrUnavailable.
func checkCopied(file *os.File, path string) (journal, error) {
	var version [4]byte
	if n, _ := file.ReadAt(version[:], versionAt); n < len(version) || binary.BigEndian.Uint32(version[:]) != copied {
		return writeAhead, nil // SQLite will find the error
	}
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		return "", fmt.Errorf("%w: %s is a new copy, but %s-wal belongs to the file that was in its place; move %s-wal and %s-shm away", store.ErrUnavailable, path, path, path, path)
	}
	return rollback, nil
}

// begin compares the database with its mark. A copy, and a database that the caller declares restored, get a new epoch instead.
func (s *Store) begin(ctx context.Context, path string, o Options) error {
	at, version, err := s.position(ctx)
	if err = s.fail(ctx, err); errors.Is(err, store.ErrDamaged) {
		// The newest entry cannot be read. Most tables may still be readable, so the store opens; check finds the damage, too.
		return s.write.QueryRowContext(ctx, "SELECT epoch FROM meta").Scan(&s.epoch)
	} else if err != nil {
		return err
	}
	restored := o.Restored || version == copied
	if missing := s.mark.missing(at); missing > 0 && !restored {
		return fmt.Errorf("%w: %d changes that %s held when it was last used; put the file %s-wal back if it was moved or deleted, "+
			"or accept the loss with: nemeton restored --database sqlite:%s", store.ErrLost, missing, path, path, path)
	}
	if restored {
		if !o.Reading {
			version = 0
		}
		if at.epoch, err = s.newEpoch(ctx, version); err != nil {
			return err
		}
	}
	s.epoch = at.epoch
	if s.mark.at.epoch != at.epoch {
		// The epoch must be in the file itself before the mark names it: without its write-ahead log the database would seem to be another one.
		if _, err := s.write.ExecContext(ctx, "PRAGMA wal_checkpoint(FULL)"); err != nil {
			return err
		}
	}
	return s.mark.set(at)
}

func (s *Store) position(ctx context.Context) (at position, version int, err error) {
	err = s.write.QueryRowContext(ctx, `SELECT epoch, changes, max(entries, (SELECT coalesce(max(n), 0) FROM entries)), (SELECT user_version FROM pragma_user_version)
		FROM meta`).Scan(&at.epoch, &at.changes, &at.entries, &version)
	return at, version, err
}

// newEpoch gives the database a new epoch, so that all running tables count as restored, and that user_version.
func (s *Store) newEpoch(ctx context.Context, version int) (epoch int64, err error) {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }() // without effect after a commit
	if err := tx.QueryRowContext(ctx, "UPDATE meta SET epoch = random() & 9007199254740991 RETURNING epoch").Scan(&epoch); err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return 0, err
	}
	return epoch, tx.Commit()
}

const checkTimeout = 5 * time.Second

// check looks for damaged pages. It remembers damage for ProbeWrite instead of failing, because most tables may still be playable. A file that is too large
// to be checked in checkTimeout counts as sound; reading a damaged page fails then.
func (s *Store) check(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	var found string
	err := s.fail(ctx, s.read.QueryRowContext(limited, "PRAGMA quick_check(1)").Scan(&found))
	switch {
	case err == nil && found != "ok":
		s.damage = fmt.Errorf("%w: %s", store.ErrDamaged, found)
	case errors.Is(err, store.ErrDamaged):
		s.damage = err
	case limited.Err() == nil || ctx.Err() != nil:
		return err
	}
	return nil
}
