package table

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

// storeRequest is a question of an actor to the store. The driver calls perform and resumes the actor with its error; the other results are in the
// request itself.
type storeRequest interface {
	perform(ctx context.Context, s Store) error
}

// fetchRequest reads one value.
type fetchRequest[T any] struct {
	from  func(ctx context.Context, s Store) (T, error)
	value T
}

func (r *fetchRequest[T]) perform(ctx context.Context, s Store) (err error) {
	r.value, err = r.from(ctx, s)
	return err
}

// fetch reads a value from the store, as ask does.
func fetch[T any](l *live, from func(ctx context.Context, s Store) (T, error)) (T, error) {
	r := &fetchRequest[T]{from: from}
	err := l.ask(r)
	return r.value, err
}

func (l *live) fetchRow() (store.Table, error) {
	return fetch(l, func(ctx context.Context, s Store) (store.Table, error) { return s.Table(ctx, l.id) })
}

func (l *live) fetchLog(after engine.Seq, limit int) ([]engine.Record, error) {
	return fetch(l, func(ctx context.Context, s Store) ([]engine.Record, error) { return s.Read(ctx, l.id, after, limit) })
}

func (l *live) fetchPlayer(id store.PlayerID) (store.Player, error) {
	return fetch(l, func(ctx context.Context, s Store) (store.Player, error) { return s.Player(ctx, id) })
}

// namesRequest reads the names of players, and the open recoveries at tables with the names of those who claim a seat.
type namesRequest struct {
	ids    []store.PlayerID
	tables []store.TableID
	after  time.Time // of the creation of recoveries
	names  map[store.PlayerID]string
	claims []store.Recovery
}

func (r *namesRequest) perform(ctx context.Context, s Store) (err error) {
	if len(r.tables) > 0 {
		if r.claims, err = s.OpenRecoveries(ctx, r.tables, r.after); err != nil {
			return err
		}
	}
	for _, c := range r.claims {
		r.ids = append(r.ids, c.Claimant)
	}
	if len(r.ids) == 0 {
		r.names = map[store.PlayerID]string{}
		return nil
	}
	r.names, err = s.PlayerNames(ctx, r.ids)
	return err
}

// endClaimsRequest ends claims of a seat.
type endClaimsRequest struct {
	claims []store.Recovery
	now    time.Time
}

func (r *endClaimsRequest) perform(ctx context.Context, s Store) error {
	for _, c := range r.claims {
		_, err := s.ChangeRecovery(ctx, c.Table, c.ID, func(c *store.Recovery) error {
			if c.State == store.RecoveryOpen {
				c.State, c.ChangedAt = store.RecoveryEnded, r.now
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// appendRequest stores a record. The updates are encoded while the store works.
type appendRequest struct {
	store.Append
	live     *live
	next     *engine.Fold // after the record
	events   []engine.Event
	entry    *recentEntry
	panicked string // the value of a panic while the entry was encoded, and its stack
	encoding bool   // the entry was, or is being, encoded
	began    time.Time
	took     time.Duration
}

func (r *appendRequest) perform(ctx context.Context, s Store) error {
	began := time.Now()
	r.began, r.Observer = began, r
	return s.Append(ctx, r.Append)
}

func (r *appendRequest) Done() {
	began := r.began
	r.took = time.Since(began)
}

// Meanwhile implements store.AppendObserver: it encodes the entry. A panic waits until the outcome of the append is known.
func (r *appendRequest) Meanwhile() {
	r.encoding = true
	defer func() {
		if why := recover(); why != nil {
			r.panicked = fmt.Sprintf("%v\n%s", why, debug.Stack())
		}
	}()
	r.entry = r.live.encodeEntry(r.next, r.Record.Entry.Kind, r.events)
}

// encoded returns the encoded entry. It panics as encodeEntry did.
func (r *appendRequest) encoded() *recentEntry {
	if !r.encoding {
		r.Meanwhile()
	}
	if r.panicked != "" {
		panic(r.panicked)
	}
	return r.entry
}

type dropSnapshotsRequest struct{ id store.TableID }

func (r *dropSnapshotsRequest) perform(ctx context.Context, s Store) error {
	return s.DropSnapshots(ctx, r.id)
}
