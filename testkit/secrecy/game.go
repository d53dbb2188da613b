package secrecy

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/sqlitetest"
)

// game is one play of a title on the first server.
type game struct {
	*check
	r          *rand.Rand
	seed       uint64
	seats      int
	clock      *clock
	server     *instance
	tokens     []string // by seat
	spareToken string   // of a player without a seat
	table      string
	invite     string // of a private table
	private    bool
	fold       *engine.Fold // the log, folded with the title of the server
	maxEvents  int          // the highest event count of the state before the last entry
	acts       int
	starts     int         // number of server starts
	timedOut   atomic.Bool // the store of one of the servers timed out
}

// networkEvery is the interval of games on a real network. All other games use pipes.
const networkEvery = 8

// newGame starts a server and a table.
func (x *check) newGame(seed uint64, seats int) (*game, error) {
	dir, err := os.MkdirTemp(x.Dir, "game")
	if err != nil {
		return nil, err
	}
	g := &game{
		check: x, r: rand.New(rand.NewPCG(seed, uint64(seats))), seed: seed, seats: seats, clock: newClock(),
		private: seed%2 == 1,
	}
	title := NewTitle(x.title, byte(seed))
	title.recordCurrent = x.Leak.isPlanted()
	g.server = &instance{start: x.start, path: filepath.Join(dir, "true.db"), title: title, leak: x.Leak, clock: g.clock, log: x.Log, timedOut: &g.timedOut, piped: (seed+1)%networkEvery != 0}
	g.fold = engine.NewFold(title)
	if err := sqlitetest.Write(g.server.path); err != nil {
		return nil, errors.Join(err, g.close())
	}
	if err := g.server.open(g.entropy()); err != nil {
		return nil, errors.Join(err, g.close())
	}
	if err := g.setUp(); err != nil {
		return nil, errors.Join(err, g.close())
	}
	return g, nil
}

// entropy returns the entropy of a server that starts now. Servers that start together share it.
func (g *game) entropy() *entropy { return newEntropy(g.seed, uint64(g.starts)) }

func (g *game) close() error {
	err := g.server.close()
	return errors.Join(err, os.RemoveAll(filepath.Dir(g.server.path)))
}

// setUp creates the players, seats them and starts the table.
func (g *game) setUp() error {
	for i := range g.seats + 1 {
		var made struct{ Token string }
		if err := g.server.post("/api/v1/players", "", map[string]string{"name": fmt.Sprintf("Player %d", i)}, &made); err != nil {
			return err
		}
		g.tokens = append(g.tokens, made.Token)
	}
	g.tokens, g.spareToken = g.tokens[:g.seats], g.tokens[g.seats]
	visibility := "public"
	if g.private {
		visibility = "private"
	}
	var made struct{ Table struct{ ID, Invite string } }
	request := map[string]any{"title": g.title.Info().ID, "seats": g.seats, "visibility": visibility, "options": g.options()}
	if err := g.server.post("/api/v1/tables", g.tokens[0], request, &made); err != nil {
		return err
	}
	g.table, g.invite = made.Table.ID, made.Table.Invite
	for _, token := range g.tokens[1:] {
		if err := g.server.post(g.tablePath("/seats"), token, map[string]string{"invite": g.invite}, nil); err != nil {
			return err
		}
	}
	for seat, token := range g.tokens {
		contribution := map[string]string{"contribution": fmt.Sprintf("%02x", seat+1)}
		if err := g.server.post(g.tablePath("/contribution"), token, contribution, nil); err != nil {
			return err
		}
	}
	if err := g.server.post(g.tablePath("/start"), g.tokens[0], map[string]string{}, nil); err != nil {
		return err
	}
	return g.applyNewEntries()
}

// options returns default options in the first game and random ones later, with hints in every second pair of games.
func (g *game) options() engine.Options {
	options := engine.Options{}
	for _, o := range g.title.Info().Options {
		options[o.ID] = o.Default
		if low, high := o.Span(); g.seed > 1 {
			options[o.ID] = low + g.r.IntN(high-low+1)
		}
	}
	options["hints"] = int(g.seed/2+1) % 2
	return options
}

func (g *game) tablePath(path string) string { return "/api/v1/tables/" + g.table + path }

// over reports whether the game has ended.
func (g *game) over() bool { return g.fold.Outcome() != nil }

// applyNewEntries applies the entries that the first server's log has gained.
func (g *game) applyNewEntries() error {
	records, err := g.server.records(store.TableID(g.table), g.fold.Seq())
	if err != nil {
		return err
	}
	for _, r := range records {
		if s, ok := g.fold.State().(*State); ok {
			g.maxEvents = max(g.maxEvents, s.events)
		}
		if _, err := g.fold.Apply(r); err != nil {
			return err
		}
	}
	return nil
}

func (g *game) viewers() []engine.Viewer {
	list := []engine.Viewer{engine.Spectator()}
	for s := range g.seats {
		list = append(list, engine.SeatViewer(engine.Seat(s)))
	}
	return list
}

// decision is a decision as its seat sees it.
type decision struct {
	ID    string            `json:"id"`
	Seat  int               `json:"seat"`
	Kind  string            `json:"kind"`
	Moves []json.RawMessage `json:"moves"`
}

// tableView is the view of a seat.
type tableView struct {
	Seq       engine.Seq `json:"seq"`
	Decisions []decision `json:"decisions"`
	View      struct {
		CanTakeBack bool `json:"canTakeBack"`
	} `json:"view"`
}

func (g *game) tableView(h *instance, seat int) (l tableView, err error) {
	err = h.get(g.tablePath("/view"), g.tokens[seat], &l)
	return l, err
}

// openDecision draws an open decision. It returns its moves on each server, or nil if a server does not have the decision.
func (g *game) openDecision(instances ...*instance) (d decision, moves [][]json.RawMessage, err error) {
	seats := g.fold.OwingSeats()
	if len(seats) == 0 {
		return decision{}, nil, errors.New("no seat owes a decision")
	}
	seat := int(seats[g.r.IntN(len(seats))])
	for _, h := range instances {
		l, err := g.tableView(h, seat)
		if err != nil {
			return decision{}, nil, err
		}
		own := slices.DeleteFunc(l.Decisions, func(d decision) bool { return d.Seat != seat || d.ID != "" && len(d.Moves) == 0 })
		if len(own) == 0 {
			return decision{Seat: seat}, nil, nil
		}
		if len(moves) == 0 {
			d = own[g.r.IntN(len(own))]
		}
		at := slices.IndexFunc(own, func(o decision) bool { return o.ID == d.ID })
		if at < 0 {
			return d, nil, nil
		}
		moves = append(moves, own[at].Moves)
	}
	return d, moves, nil
}

func (g *game) command(d decision, move json.RawMessage) map[string]any {
	return map[string]any{"id": fmt.Sprintf("act-%d", g.acts), "decision": d.ID, "move": move}
}

// playAlone plays one move on the first server only.
func (g *game) playAlone() error {
	d, moves, err := g.openDecision(g.server)
	if err != nil {
		return err
	}
	if len(moves) == 0 {
		return fmt.Errorf("owing seat %d has no moves", d.Seat)
	}
	g.tick()
	if err := g.server.post(g.tablePath("/commands"), g.tokens[d.Seat], g.command(d, moves[0][g.r.IntN(len(moves[0]))]), nil); err != nil {
		return err
	}
	return g.applyNewEntries()
}

// tick advances the clock before a command.
func (g *game) tick() {
	g.acts++
	g.clock.add(time.Second)
}

// restart stops the server, copies its store to another instance, and starts the server again.
func (g *game) restart(other *instance) error {
	if err := g.server.close(); err != nil {
		return err
	}
	if err := g.server.copyTo(other); err != nil {
		return err
	}
	g.starts++
	return g.server.open(g.entropy())
}

// token returns the token of a viewer; a spectator has none.
func (g *game) token(v engine.Viewer) string {
	if seat, ok := v.Seat(); ok {
		return g.tokens[seat]
	}
	return ""
}

// query returns the first part of a query for a viewer's requests.
func (g *game) query(v engine.Viewer) string {
	if _, ok := v.Seat(); !ok && g.private {
		return "?invite=" + g.invite
	}
	return "?"
}
