package lobby_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/clock"
	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/server/store"
	"nemeton/server/store/open"
	"nemeton/server/table"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/sqlitetest"
	"nemeton/testkit/tabletest"
	"nemeton/testkit/testsize"
)

// Changes of the settings, seats and starts at the same time have one outcome. The first entry has the settings of the row, and nothing changes them later.
func TestStart_Race(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		raceStarts(t, openStore(t, "sqlite:"+sqlitetest.File(t)))
	})
	if testsize.Get() == testsize.Quick {
		return
	}
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		raceStarts(t, openStore(t, pgtest.New(t)))
	})
	t.Run("two nodes on postgres", func(t *testing.T) {
		t.Parallel()
		address := pgtest.New(t)
		raceStarts(t, openStore(t, address), openStore(t, address))
	})
}

func openStore(t *testing.T, address string) store.Store {
	t.Helper()
	s := must.Return(open.Store(t.Context(), address, open.Options{}))(t)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// raceNode is a lobby with a real authority.
type raceNode struct {
	*lobby.Service
	store    store.Store
	registry *interrupted
}

// interrupted is an authority that lets others act between the judgment of a start and the start.
type interrupted struct {
	*table.Registry
	before atomic.Pointer[func()] // called once by the next start
}

func (i *interrupted) Begin(ctx context.Context, row store.Table) error {
	if before := i.before.Swap(nil); before != nil {
		(*before)()
	}
	return i.Registry.Begin(ctx, row)
}

// startRace is one table on which everybody acts at once, each call at the next node.
type startRace struct {
	t       *testing.T
	nodes   []raceNode
	calls   atomic.Int64
	id      store.TableID
	host    store.PlayerID
	started atomic.Int64 // the number of starts that succeeded
	unsure  atomic.Bool  // a start ended without an answer
	over    atomic.Bool  // the table runs
}

// raceStarts runs several races. There is one node for each store; all stores have the same database.
func raceStarts(t *testing.T, stores ...store.Store) {
	t.Helper()
	people := tabletest.On(t, stores[0])
	var nodes []raceNode
	for _, s := range stores {
		registry := &interrupted{Registry: people.Registry(func(c *table.Config) { c.Store = s })}
		nodes = append(nodes, raceNode{store: s, registry: registry, Service: lobby.NewService(lobby.Config{
			Store: s, Authority: registry, Titles: []engine.Title{toy.Title{}}, Now: time.Now, NewID: uuid.NewString, Entropy: rand.Reader,
		})})
	}
	for range testsize.Pick(2, 4, 20) {
		row := must.Return(nodes[0].Create(t.Context(), people.Players[0], lobby.CreateRequest{Title: "toy", Seats: 3, Visibility: store.Public}))(t)
		r := &startRace{t: t, nodes: nodes, id: row.ID, host: people.Players[0]}
		r.run(people.Players[1:])
		r.check()
	}
}

func (r *startRace) node() raceNode { return r.nodes[int(r.calls.Add(1))%len(r.nodes)] }

// allow fails the test for an error whose code is not in the list. After the start every call may find a running table. A busy Postgres may be too late
// for any call.
func (r *startRace) allow(call string, err error, codes ...apperr.Code) {
	code := apperr.CodeOf(err)
	if code == apperr.TableRunning {
		r.over.Store(true)
		return
	}
	if code != "" && code != apperr.Unavailable && !slices.Contains(codes, code) {
		r.t.Errorf("%s: got %v", call, err)
	}
}

// run prepares the table for a start, and lets everybody act at once, until it runs. The last rounds have no changes, so that it starts in the end.
func (r *startRace) run(guests []store.PlayerID) {
	ctx := context.WithoutCancel(r.t.Context())
	colors := toy.Title{}.Info().ColorsFor(4)
	for round := 0; !r.over.Load() && !r.t.Failed(); round++ {
		r.prepare(ctx, guests[0])
		var all sync.WaitGroup
		begin := make(chan struct{})
		together := func(act func()) {
			all.Go(func() {
				<-begin
				act()
			})
		}
		for range 2 {
			together(func() {
				_, err := r.node().Start(ctx, r.id, r.host)
				if err == nil {
					r.started.Add(1)
					r.over.Store(true)
				}
				if apperr.CodeOf(err) == apperr.Unavailable {
					r.unsure.Store(true)
				}
				r.allow("start", err, apperr.TableNotFull, apperr.NotContributed)
			})
		}
		if round < lobby.MaxChanges/2 {
			// One change is certain to be between a judgment and its start, the other is at any time.
			between := func() {
				_, err := r.node().Change(ctx, r.id, r.host, lobby.SettingsRequest{Options: engine.Options{"die": round % 2}})
				r.allow("change between", err, apperr.NoChange)
			}
			if round < 3 {
				for _, node := range r.nodes {
					node.registry.before.Store(&between)
				}
			}
			together(func() {
				_, err := r.node().Change(ctx, r.id, r.host, lobby.SettingsRequest{
					Seats: 3 + round%2, Options: engine.Options{"rounds": 2 + round%3, lobby.Hints: round % 2},
				})
				r.allow("change", err, apperr.BadSeats, apperr.NoChange)
			})
			together(func() {
				_, _, err := r.node().Sit(ctx, r.id, guests[0], lobby.SitRequest{Color: colors[round%len(colors)]})
				r.allow("another color", err, apperr.ColorTaken, apperr.BadColor)
			})
			together(func() {
				_, _, err := r.node().Sit(ctx, r.id, guests[1], lobby.SitRequest{})
				r.allow("sit", err, apperr.TableFull)
			})
		}
		close(begin)
		all.Wait()
		for _, node := range r.nodes {
			node.registry.before.Store(nil)
		}
	}
	_, err := answered(func() (store.Table, error) {
		return r.node().Change(ctx, r.id, r.host, lobby.SettingsRequest{Options: engine.Options{"rounds": 2, clock.OptionTakeover: 1}})
	})
	expect.Equal(r.t, apperr.CodeOf(err), apperr.TableRunning, "a change after the start", err)
}

// answered repeats a call for which a busy Postgres was too late.
func answered[T any](call func() (T, error)) (result T, err error) {
	for {
		if result, err = call(); apperr.CodeOf(err) != apperr.Unavailable && !errors.Is(err, store.ErrUnavailable) {
			return result, err
		}
	}
}

// prepare fills the table with a guest and bots, and lets everybody answer.
func (r *startRace) prepare(ctx context.Context, guest store.PlayerID) {
	_, _, err := r.node().Sit(ctx, r.id, guest, lobby.SitRequest{})
	r.allow("sit first", err)
	row := must.Return(answered(func() (store.Table, error) { return r.node().store.Table(ctx, r.id) }))(r.t)
	for _, seat := range row.Seats {
		if seat.Free() {
			_, err := r.node().SeatBot(ctx, r.id, r.host, bot.Easy, nil)
			r.allow("seat a bot", err)
		}
		if seat.Player != "" {
			_, err := r.node().Contribute(ctx, r.id, seat.Player, lobby.AnswerRequest{Contribution: []byte(seat.Player)})
			r.allow("contribute", err, apperr.AlreadyContributed)
		}
	}
}

// check compares the first entry with the row, on every node.
func (r *startRace) check() {
	r.t.Helper()
	ctx := r.t.Context()
	if n := r.started.Load(); n != 1 && (n != 0 || !r.unsure.Load()) {
		r.t.Errorf("%d starts succeeded, want 1", n)
	}
	for n, node := range r.nodes {
		what := fmt.Sprintf("node %d", n)
		row := must.Return(answered(func() (store.Table, error) { return node.store.Table(ctx, r.id) }))(r.t)
		records, err := answered(func() ([]engine.Record, error) { return node.store.Read(ctx, r.id, 0, 10) })
		if err != nil || len(records) != 1 {
			r.t.Fatalf("%s: got %d entries (%v), want the start alone", what, len(records), err)
		}
		fold := engine.NewFold(toy.Title{})
		must.Return(fold.Apply(records[0]))(r.t)
		first := fold.Start()
		want := engine.Setup{Options: row.Options}
		for _, seat := range row.Seats {
			want.Colors = append(want.Colors, seat.Color)
		}
		if !cmp.Equal(first.Setup, want) {
			r.t.Errorf("%s: the first entry contradicts the row:\n%s", what, cmp.Diff(want, first.Setup))
		}
		if commitment, err := row.Commitment(); err != nil || first.Commitment != commitment {
			r.t.Errorf("%s: got commitment %v, want %v (%v)", what, first.Commitment, commitment, err)
		}
		for i, seat := range row.Seats {
			if person := seat.Player != ""; first.Bots[i] != seat.Bot || person && !row.Answered(engine.Seat(i)) || seat.Free() {
				r.t.Errorf("%s: seat %d is %+v, answered %v; the first entry has the bot %q", what, i, seat, row.Answered(engine.Seat(i)), first.Bots[i])
			}
		}
		if last := lastOptions(row.Changes); last["rounds"] != 0 && row.Options["rounds"] != last["rounds"] {
			r.t.Errorf("%s: got options %v, the last changes say %v", what, row.Options, last)
		}
		expect.Error(r.t, expect.Second(answered(func() (json.RawMessage, error) { return node.registry.View(ctx, r.id, engine.Spectator(), false) })), nil, what)
	}
}

// lastOptions returns the options that the changes set last.
func lastOptions(changes []store.Change) engine.Options {
	last := engine.Options{}
	for _, c := range changes {
		maps.Copy(last, c.Options)
	}
	return last
}
