package lobby_test

import (
	"context"
	"crypto/rand"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/goleak"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/server/store"
	"nemeton/server/store/sqlite"
	"nemeton/server/table"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a lobby on a real store. It replaces the authority: it starts tables by storing a first record.
type fixture struct {
	*lobby.Service
	t     *testing.T
	store *sqlite.Store
	path  string // of the database

	mu            sync.Mutex
	now           time.Time
	announced     []store.TableID
	announcements int               // calls of Announce
	invited       []store.PlayerID  // announced changes of their invitations
	away          []store.TableID   // tables told of a vacation
	stopped       []engine.Seat     // that proposed to stop
	settled       []store.TableID   // tables told of an erased player
	refuses       error             // the answer of the authority to a vacation
	before        func(store.Table) // called once when a start begins
}

func newFixture(t *testing.T, change ...func(*lobby.Config)) *fixture {
	t.Helper()
	path := sqlitetest.File(t)
	s := must.Return(sqlite.Open(context.Background(), path, sqlite.Options{}))(t)
	t.Cleanup(func() {
		expect.Error(t, s.Close(), nil)
	})
	h := &fixture{t: t, store: s, path: path, now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	cfg := lobby.Config{
		Store: s, Authority: h, Titles: []engine.Title{toy.Title{}}, Now: h.clock, NewID: uuid.NewString, Entropy: rand.Reader,
	}
	for _, c := range change {
		c(&cfg)
	}
	h.Service = lobby.NewService(cfg)
	return h
}

func (h *fixture) clock() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(time.Millisecond)
	return h.now
}

func (h *fixture) Announce(_ context.Context, ids ...store.TableID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.announced = append(h.announced, ids...)
	h.announcements++
}

func (h *fixture) Moment(_ context.Context, row store.Table, seq engine.Seq, chance engine.ForkChance) (engine.Origin, error) {
	return engine.Origin{Table: string(row.ID), Seq: seq, Head: row.Head, Chance: chance}, nil
}

func (h *fixture) AnnouncePlayer(player store.PlayerID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.invited = append(h.invited, player)
}

// ProposeStop ends the game by storing a last record.
func (h *fixture) ProposeStop(ctx context.Context, id store.TableID, c table.Command) (table.Point, error) {
	row, err := h.store.Table(ctx, id)
	if err != nil || row.State == store.Finished {
		return table.Point{}, apperr.New(apperr.TableFinished, "the game is over")
	}
	h.finish(row)
	h.stopped = append(h.stopped, c.Seat)
	return table.Point{}, nil
}

func (h *fixture) ActIfDue(_ context.Context, id store.TableID) error {
	h.settled = append(h.settled, id)
	return nil
}

func (h *fixture) NoteVacation(_ context.Context, id store.TableID, _ store.PlayerID, _ string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.away = append(h.away, id)
	return h.refuses
}

func (h *fixture) wasAnnounced(id store.TableID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Contains(h.announced, id)
}

func (h *fixture) Begin(ctx context.Context, row store.Table) error {
	if before := h.before; before != nil {
		h.before = nil
		before(row)
	}
	return h.append(ctx, row, store.Running, row.Rev)
}

// finish ends a running table.
func (h *fixture) finish(row store.Table) {
	h.t.Helper()
	must.Succeed(h.t, h.append(context.Background(), row, store.Finished, 0))
}

func (h *fixture) append(ctx context.Context, row store.Table, state store.State, rev int64) error {
	e := engine.Entry{Format: engine.EntryFormat, Seq: row.Seq + 1, Rules: 1, Kind: engine.KindStart, Seat: engine.NoSeat, Actor: engine.ActorPlayer, Salt: codec.Optional{1}}
	if row.Seq > 0 {
		e.Kind = engine.KindSystem
		records, err := h.store.Read(ctx, row.ID, row.Seq-1, 1)
		if err != nil {
			return err
		}
		e.Prev = records[0].Hash
	}
	record, err := engine.NewRecord(e)
	if err != nil {
		return err
	}
	return h.store.Append(ctx, store.Append{Table: row.ID, Record: record, State: state, Rev: rev, Now: h.clock()})
}

func (h *fixture) player(name string) store.PlayerID {
	h.t.Helper()
	p := store.Player{ID: store.PlayerID(uuid.NewString()), Name: name, CreatedAt: h.clock()}
	first := store.Session{ID: uuid.NewString(), Player: p.ID, CreatedAt: p.CreatedAt, SeenAt: p.CreatedAt}
	must.Return(rand.Read(first.TokenHash[:]))(h.t)
	must.Succeed(h.t, h.store.CreatePlayer(context.Background(), p, first))
	return p.ID
}

// table creates an open table of the players.
func (h *fixture) table(seats int, players ...store.PlayerID) store.Table {
	h.t.Helper()
	ctx := context.Background()
	row, err := h.Create(ctx, players[0], lobby.CreateRequest{Title: "toy", Seats: seats, Visibility: store.Private})
	for _, p := range players[1:] {
		if err == nil {
			row, _, err = h.Sit(ctx, row.ID, p, lobby.SitRequest{Invite: row.Invite})
		}
	}
	must.Succeed(h.t, err)
	return row
}

// exec changes the database past the store, as its operator can.
func (h *fixture) exec(statement string, args ...any) {
	h.t.Helper()
	sqlitetest.Exec(h.t, h.path, statement, args...)
}

func wantCode(t *testing.T, err error, want apperr.Code) {
	t.Helper()
	expect.Equal(t, apperr.CodeOf(err), want, err)
}
