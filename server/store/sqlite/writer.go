package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"nemeton/server/store/row"
)

// The statements that every append runs. The entry comes first: it is added only where it is the next, and its index refuses a command
// that is there already. Then the table's row moves on: most often by what stands in no index.
const (
	insertEntry = `INSERT INTO entries (table_key, seq, time, seat, command, bytes, hash) SELECT key, ?2, ?3, ?4, ?5, ?6, ?7
		FROM tables WHERE key = ?1 AND seq = ?2 - 1 AND ?8 IN (0, rev) ON CONFLICT DO NOTHING`
	moveTable = `UPDATE tables SET seq = ?2, owing = ?3, updated_at = ?4
		WHERE key = ?1 AND state = 'running' AND winners = 'null' AND stand_ins = '' AND ?4 >= listed_at AND ?4 < listed_at + %d`
	alterTable = `UPDATE tables SET seq = ?2, state = ?3, owing = ?4, winners = ?5, updated_at = ?6, stand_ins = ?7,
		listed_at = CASE WHEN ?6 >= listed_at AND ?6 < listed_at + %d THEN listed_at ELSE ?6 END WHERE key = ?1`
	inheritPlace = `UPDATE places SET player = ?3 WHERE table_id = ?1 AND seat = ?2`
)

// writer is the writing connection as the driver sees it, with the statements of appends. What database/sql does for each statement
// (a lock, a look for the connection, a copy of each value) would cost a fifth of an append, which is two of them.
type writer struct {
	conn                         writing
	begin, commit, rollback      driver.Stmt
	insert, move, alter, inherit driver.Stmt
	values                       []driver.NamedValue // their room is used again
}

// writing is what the driver's connections can do.
type writing interface {
	driver.Conn
	driver.ConnPrepareContext
}

// writing lends the writer; nobody else writes meanwhile.
func (s *Store) writing(ctx context.Context, do func(*writer) error) (err error) {
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	return conn.Raw(func(raw any) error {
		if s.writer.conn != raw { // the first time, and should database/sql ever give the connection up
			w, err := newWriter(ctx, raw.(writing))
			if err != nil {
				return err
			}
			s.writer = w
		}
		return do(&s.writer)
	})
}

func newWriter(ctx context.Context, conn writing) (w writer, err error) {
	w.conn = conn
	within := row.ListedWithin.Microseconds()
	for _, p := range []struct {
		into *driver.Stmt
		text string
	}{{&w.begin, "BEGIN IMMEDIATE"}, {&w.commit, "COMMIT"}, {&w.rollback, "ROLLBACK"},
		{&w.insert, insertEntry}, {&w.move, fmt.Sprintf(moveTable, within)}, {&w.alter, fmt.Sprintf(alterTable, within)}, {&w.inherit, inheritPlace}} {
		if *p.into, err = conn.PrepareContext(ctx, p.text); err != nil {
			return writer{}, errors.Join(err, w.close())
		}
	}
	return w, nil
}

// close lets go of the statements.
func (w *writer) close() error {
	var errs []error
	for _, s := range []driver.Stmt{w.begin, w.commit, w.rollback, w.insert, w.move, w.alter, w.inherit} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	*w = writer{}
	return errors.Join(errs...)
}

// exec runs a statement and tells whether it touched a row.
func (w *writer) exec(ctx context.Context, s driver.Stmt, values ...driver.Value) (touched bool, err error) {
	w.values = w.values[:0]
	for n, v := range values {
		w.values = append(w.values, driver.NamedValue{Ordinal: n + 1, Value: v})
	}
	result, err := s.(driver.StmtExecContext).ExecContext(ctx, w.values)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// add puts one append to the table with that key into the transaction, and tells whether it could: otherwise it changed nothing. An error makes the whole
// transaction worthless.
func (w *writer) add(ctx context.Context, key int64, a *row.Append) (added bool, err error) {
	e, now := &a.Record.Entry, a.Now.UnixMicro()
	added, err = w.exec(ctx, w.insert, key, int64(e.Seq), now, int64(e.Seat), spellCommand(e.Command), a.Record.Bytes, a.Record.Hash[:], a.Rev)
	if err != nil || !added {
		return false, err
	}
	if a.Usual() {
		if moved, err := w.exec(ctx, w.move, key, int64(e.Seq), a.Owing, now); err != nil || moved {
			return moved, err
		}
	}
	if _, err = w.exec(ctx, w.alter, key, int64(e.Seq), string(a.State), a.Owing, a.Winners, now, a.StandIns); err != nil {
		return false, err
	}
	if h := a.NewHolder; h != nil {
		_, err = w.exec(ctx, w.inherit, string(a.Table), int64(h.Seat), string(h.Player))
	}
	return true, err
}

// spellCommand is a command as the index holds it: a UUID in its usual spelling is 16 bytes, none is NULL, any other stays a text.
func spellCommand(command string) driver.Value {
	if command == "" {
		return nil
	}
	u, err := uuid.Parse(command)
	if err != nil || len(command) != 36 || strings.ContainsAny(command, "ABCDEF") {
		return command
	}
	return u[:]
}
