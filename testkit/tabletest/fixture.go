// Package tabletest is the fixture for tests of tables: a store, players, registries with the toy title, and helpers to play.
package tabletest

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
)

// Fixture is a store with players, and registries in front of it.
type Fixture struct {
	t       testing.TB
	Store   store.Store
	Meter   *Meter
	Players []store.PlayerID
	Moment  time.Time
	ids     int
}

// Meter is a table.Meter that counts.
type Meter struct {
	sync.Mutex // guards the counts
	changed    sync.Cond

	Refusals map[string]int
	Slow     int
	Broken   int
	Panics   int
	Rewinds  int
	Restores int

	FoldedEntries int
	Tables        int
}

func (m *Meter) Appended(time.Duration) {}

func (m *Meter) SocketsOpen(int) {}

func (m *Meter) Interrupted(bool) {}

func (m *Meter) Refused(code string) {
	m.Lock()
	defer m.Unlock()
	m.Refusals[code]++
}

func (m *Meter) TablesInMemory(n int) {
	m.Lock()
	defer m.Unlock()
	m.Tables = n
}

// WaitForSlowReader blocks until a slow reader was counted.
func (m *Meter) WaitForSlowReader() {
	m.Lock()
	defer m.Unlock()
	for m.Slow == 0 {
		m.changed.Wait()
	}
}

func (m *Meter) SlowReader() {
	m.Lock()
	defer m.Unlock()
	m.Slow++
	m.changed.Broadcast()
}

func (m *Meter) Damaged() {
	m.Lock()
	defer m.Unlock()
	m.Broken++
}

func (m *Meter) Panicked() {
	m.Lock()
	defer m.Unlock()
	m.Panics++
}

func (m *Meter) Folded(n int) {
	m.Lock()
	defer m.Unlock()
	m.FoldedEntries += n
}

func (m *Meter) Rewound() {
	m.Lock()
	defer m.Unlock()
	m.Rewinds++
}

func (m *Meter) Restored() {
	m.Lock()
	defer m.Unlock()
	m.Restores++
}

func newMeter() *Meter {
	m := &Meter{Refusals: map[string]int{}}
	m.changed.L = m
	return m
}

// New makes a fixture with four players.
func New(t testing.TB) *Fixture {
	t.Helper()
	return On(t, sqlitetest.Open(t))
}

// On makes a fixture with four players on a store.
func On(t testing.TB, s store.Store) *Fixture {
	t.Helper()
	h := &Fixture{t: t, Store: s, Meter: newMeter(), Moment: time.Unix(1_800_000_000, 0)}
	for i := range 4 {
		h.Players = append(h.Players, h.Player(fmt.Sprintf("Player %d", i)))
	}
	return h
}

// NewID returns a new id in the form of a UUID.
func (h *Fixture) NewID() string {
	h.ids++
	return fmt.Sprintf("%08d-0000-7000-8000-000000000000", h.ids)
}

// Player creates a guest.
func (h *Fixture) Player(name string) store.PlayerID {
	h.t.Helper()
	id := store.PlayerID(h.NewID())
	first := store.Session{ID: h.NewID(), Player: id, CreatedAt: h.Moment, SeenAt: h.Moment}
	copy(first.TokenHash[:], h.NewID())
	must.Succeed(h.t, h.Store.CreatePlayer(context.Background(), store.Player{ID: id, Name: name, CreatedAt: h.Moment}, first))
	return id
}

// Session returns the id of the guest's session.
func (h *Fixture) Session(player store.PlayerID) string {
	h.t.Helper()
	return must.Return(h.Store.Sessions(context.Background(), player))(h.t)[0].ID
}

// Registry opens a registry on the fixture's store, or on a wrapper around it.
func (h *Fixture) Registry(change ...func(*table.Config)) *table.Registry {
	h.t.Helper()
	cfg := table.Config{
		Store: h.Store, Node: store.Node{ID: rand.Text(), Reads: engine.ReadsOf([]engine.Title{toy.Title{}})}, Now: func() time.Time { return h.Moment }, Entropy: rand.Reader, Log: zerolog.Nop(), Meter: h.Meter,
		Title: func(id string) (engine.Title, bool) { return toy.Title{}, id == "toy" },
		Poll:  5 * time.Millisecond, StandIn: "medium",
	}
	for _, c := range change {
		c(&cfg)
	}
	r := table.NewRegistry(cfg)
	h.t.Cleanup(func() {
		r.Drain()
		r.Close()
	})
	return r
}

// Open creates a table with the first n players seated.
func (h *Fixture) Open(n int, change ...func(*store.Table)) store.TableID {
	h.t.Helper()
	row := store.Table{
		ID: store.TableID(h.NewID()), Title: "toy", State: store.Open, Visibility: store.Public, Host: h.Players[0],
		Options: engine.Options{"rounds": 3, "die": 1}, Rev: 1, CreatedAt: h.Moment, UpdatedAt: h.Moment,
	}
	copy(row.Secret[:], "a secret of thirty-two bytes !!!")
	for i, color := range (toy.Title{}).Info().ColorsFor(n)[:n] {
		row.Seats = append(row.Seats, store.Seat{Color: color, Player: h.Players[i]})
	}
	for _, c := range change {
		c(&row)
	}
	for seat, s := range row.Seats {
		if seat := engine.Seat(seat); s.Player != "" && !row.Answered(seat) {
			row.SetAnswer(seat, nil, store.Answer{Declined: true})
		}
	}
	must.Succeed(h.t, h.Store.CreateTable(context.Background(), row, ""))
	return row.ID
}

// Running is Open, and starts the table.
func (h *Fixture) Running(r *table.Registry, n int, change ...func(*store.Table)) store.TableID {
	h.t.Helper()
	id := h.Open(n, change...)
	row := must.Return(h.Store.Table(context.Background(), id))(h.t)
	must.Succeed(h.t, r.Begin(context.Background(), row))
	return id
}

// Content is the content of a table as a viewer decodes it.
type Content struct {
	Seq       engine.Seq      `json:"seq"`
	View      json.RawMessage `json:"view"`
	Decisions []struct {
		ID    engine.DecisionID `json:"id"`
		Seat  engine.Seat       `json:"seat"`
		Kind  string            `json:"kind"`
		Moves []json.RawMessage `json:"moves"`
	} `json:"decisions"`
}

func (h *Fixture) View(r *table.Registry, id store.TableID, v engine.Viewer) Content {
	h.t.Helper()
	raw := must.Return(r.View(context.Background(), id, v, false))(h.t)
	var s Content
	must.Succeed(h.t, json.Unmarshal(raw, &s))
	return s
}

// Step answers the first open decision with its move number pick (modulo their number) and returns the command. ok is false if the
// table is finished.
func (h *Fixture) Step(r *table.Registry, id store.TableID, pick int) (sent Command, ok bool) {
	h.t.Helper()
	if sent, ok = h.Choose(r, id, pick); !ok {
		return sent, false
	}
	var err error
	if sent.Seq, err = sent.Act(r, id); err != nil {
		h.t.Fatalf("a listed move was refused: %v", err)
	}
	return sent, true
}

// Choose returns the command that Step would send.
func (h *Fixture) Choose(r *table.Registry, id store.TableID, pick int) (c Command, ok bool) {
	h.t.Helper()
	open := h.View(r, id, engine.Spectator()).Decisions
	if len(open) == 0 {
		return Command{}, false
	}
	seat := open[0].Seat
	for _, d := range h.View(r, id, engine.SeatViewer(seat)).Decisions {
		if d.Seat != seat {
			continue
		}
		return Command{ID: h.NewID(), Seat: seat, Decision: d.ID, Move: d.Moves[pick%len(d.Moves)]}, true
	}
	h.t.Fatalf("seat %d owes a decision that it cannot see", seat)
	return Command{}, false
}

// PlayOut plays to the end and returns the number of moves.
func (h *Fixture) PlayOut(r *table.Registry, id store.TableID) int {
	h.t.Helper()
	for n := range 1000 {
		if _, ok := h.Step(r, id, n*7); !ok {
			return n
		}
	}
	h.t.Fatal("the toy does not end")
	return 0
}

// Command is a command of a client, and the seq of its entry.
type Command struct {
	ID       string
	Seat     engine.Seat
	Decision engine.DecisionID
	Move     json.RawMessage
	Seq      engine.Seq
}

func (c Command) Act(r *table.Registry, id store.TableID) (engine.Seq, error) {
	done, err := r.Act(context.Background(), id, table.Command{ID: c.ID, Seat: c.Seat, Decision: c.Decision, Move: c.Move})
	return done.Seq, err
}

// Message is any message of the server.
type Message struct {
	T         string            `json:"t"`
	Seq       engine.Seq        `json:"seq"`
	You       wire.You          `json:"you"`
	Table     *wire.Table       `json:"table"`
	Events    json.RawMessage   `json:"events"`
	View      json.RawMessage   `json:"view"`
	Decisions json.RawMessage   `json:"decisions"`
	Patch     json.RawMessage   `json:"patch"`
	Steps     []wire.UpdateStep `json:"steps"`
	Head      string            `json:"head"`
	Restored  bool              `json:"restored"`
	Raw       string            `json:"-"`
}

// Next reads messages until one with the tag.
func (h *Fixture) Next(s *Subscriber, tag string) Message {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute) // a slow machine must not reach it
	defer cancel()
	for {
		raw := must.Return(s.Next(ctx))(h.t, "waiting for", tag)
		if f := h.Decode(raw); f.T == tag {
			return f
		}
	}
}

func (h *Fixture) Decode(raw []byte) Message {
	h.t.Helper()
	f := Message{Raw: string(raw)}
	must.Succeed(h.t, json.Unmarshal(raw, &f))
	return f
}
