package table

import (
	"context"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

// storeRequest is a question of an actor to the store. The driver calls perform and resumes the actor with its error; the other results are in the
// request itself.
type storeRequest interface {
	perform(ctx context.Context, s Store) error
}

// rowRequest reads the table's row.
type rowRequest struct {
	id  store.TableID
	row store.Table
}

func (r *rowRequest) perform(ctx context.Context, s Store) (err error) {
	r.row, err = s.Table(ctx, r.id)
	return err
}

// logRequest reads records after a seq.
type logRequest struct {
	id      store.TableID
	after   engine.Seq
	limit   int
	records []engine.Record
}

func (r *logRequest) perform(ctx context.Context, s Store) (err error) {
	r.records, err = s.Read(ctx, r.id, r.after, r.limit)
	return err
}

// commandRequest reads the record of a command.
type commandRequest struct {
	id      store.TableID
	seat    engine.Seat
	command string
	record  engine.Record
}

func (r *commandRequest) perform(ctx context.Context, s Store) (err error) {
	r.record, err = s.Command(ctx, r.id, r.seat, r.command)
	return err
}

// namesRequest reads the names of players.
type namesRequest struct {
	ids   []store.PlayerID
	names map[store.PlayerID]string
}

func (r *namesRequest) perform(ctx context.Context, s Store) (err error) {
	if len(r.ids) == 0 {
		r.names = map[store.PlayerID]string{}
		return nil
	}
	r.names, err = s.PlayerNames(ctx, r.ids)
	return err
}

// appendRequest stores a record. The updates are encoded while the store works.
type appendRequest struct {
	store.Append
	encode  func() *recentEntry
	encoded func() *recentEntry // waits for the result of encode; panics as encode did
	took    time.Duration
}

func (r *appendRequest) perform(ctx context.Context, s Store) error {
	// The append stays on this goroutine: a new goroutine would start only after a thread has woken up for it.
	r.encoded = async(r.encode)
	began := time.Now()
	err := s.Append(ctx, r.Append)
	r.took = time.Since(began)
	return err
}
