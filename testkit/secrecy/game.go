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
	"nemeton/testkit/memstore"
)

// game is one play of a title on the server of the true world.
type game struct {
	*exam
	r       *rand.Rand
	seed    uint64
	seats   int
	clock   *clock
	house   *instance
	tokens  []string // by seat
	spare   string   // of a player who has no seat
	table   string
	invite  string // of a private table
	private bool
	fold    *engine.Fold // what the log says, in the title of the house
	counted int          // the most events that the state ever counted, but for those of the last entry
	seen    map[engine.Viewer]*heard
	acts    int
	spells  int         // how often servers were started
	overdue atomic.Bool // a server's store did not answer in time, in either world
}

// onDisk is which part of the games is played on a true database, over a true network: each so many-th. The others have the same
// servers with a store in memory and a network within the process.
const onDisk = 8

// newGame opens a house, lets people in, and starts a table.
func (x *exam) newGame(seed uint64, seats int) (*game, error) {
	dir, err := os.MkdirTemp(x.Dir, "game")
	if err != nil {
		return nil, err
	}
	g := &game{
		exam: x, r: rand.New(rand.NewPCG(seed, uint64(seats))), seed: seed, seats: seats, clock: newClock(),
		private: seed%2 == 1, seen: map[engine.Viewer]*heard{},
	}
	title := NewTitle(x.title, byte(seed))
	title.watched = x.Leak.planted()
	g.house = &instance{start: x.start, path: filepath.Join(dir, "true.db"), title: title, leak: x.Leak, clock: g.clock, log: x.Log, overdue: &g.overdue}
	if (seed+1)%onDisk != 0 {
		g.house.memory = memstore.New()
	}
	g.fold = engine.NewFold(title)
	if err := g.house.open(g.entropy()); err != nil {
		return nil, errors.Join(err, g.close())
	}
	if err := g.gather(); err != nil {
		return nil, errors.Join(err, g.close())
	}
	return g, nil
}

// entropy is that of a server that is started now. Worlds that are started together share it.
func (g *game) entropy() *entropy { return newEntropy(g.seed, uint64(g.spells)) }

func (g *game) close() error {
	err := g.house.close()
	return errors.Join(err, os.RemoveAll(filepath.Dir(g.house.path)))
}

// gather seats everybody and starts.
func (g *game) gather() error {
	for i := range g.seats + 1 {
		var made struct{ Token string }
		if err := g.house.post("/api/v1/players", "", map[string]string{"name": fmt.Sprintf("Player %d", i)}, &made); err != nil {
			return err
		}
		g.tokens = append(g.tokens, made.Token)
	}
	g.tokens, g.spare = g.tokens[:g.seats], g.tokens[g.seats]
	visibility := "public"
	if g.private {
		visibility = "private"
	}
	var made struct{ Table struct{ ID, Invite string } }
	wish := map[string]any{"title": g.title.Info().ID, "seats": g.seats, "visibility": visibility, "options": g.options()}
	if err := g.house.post("/api/v1/tables", g.tokens[0], wish, &made); err != nil {
		return err
	}
	g.table, g.invite = made.Table.ID, made.Table.Invite
	for _, token := range g.tokens[1:] {
		if err := g.house.post(g.at("/seats"), token, map[string]string{"invite": g.invite}, nil); err != nil {
			return err
		}
	}
	if err := g.house.post(g.at("/start"), g.tokens[0], map[string]string{}, nil); err != nil {
		return err
	}
	return g.follow()
}

// options are the defaults in the first game and any others later, with hints in every second.
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

func (g *game) at(path string) string { return "/api/v1/tables/" + g.table + path }

// over tells whether the game has ended.
func (g *game) over() bool { return g.fold.Outcome() != nil }

// heard is what a viewer was told, without what was taken back.
type heard struct {
	seen []any
	upTo []int
}

// follow applies what the true world's log has got since.
func (g *game) follow() error {
	records, err := g.house.records(store.TableID(g.table), g.fold.Seq())
	if err != nil {
		return err
	}
	for _, r := range records {
		if s, ok := g.fold.State().(*State); ok {
			g.counted = max(g.counted, s.events)
		}
		events, err := g.fold.Apply(r)
		if err != nil {
			return err
		}
		for _, v := range g.viewers() {
			h := g.seen[v]
			if h == nil {
				h = &heard{}
				g.seen[v] = h
			}
			for _, told := range g.fold.Redact(events, v) {
				h.seen = append(h.seen, told.Data)
			}
			for _, e := range events {
				if back, ok := e.(engine.TakenBack); ok {
					n := h.upTo[back.To-1]
					h.seen = h.seen[:n:n]
				}
			}
			h.upTo = append(h.upTo, len(h.seen))
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

// owed is a decision as its seat sees it.
type owed struct {
	ID    string            `json:"id"`
	Seat  int               `json:"seat"`
	Kind  string            `json:"kind"`
	Moves []json.RawMessage `json:"moves"`
}

// look is what a seat reads of a table.
type look struct {
	Seq       engine.Seq `json:"seq"`
	Decisions []owed     `json:"decisions"`
	View      struct {
		CanTakeBack bool `json:"canTakeBack"`
	} `json:"view"`
}

func (g *game) look(h *instance, seat int) (l look, err error) {
	err = h.get(g.at("/view"), g.tokens[seat], &l)
	return l, err
}

// open is one of the decisions that seats owe, with its moves in each of the worlds: nil where that world does not have it.
func (g *game) open(worlds ...*instance) (d owed, moves [][]json.RawMessage, err error) {
	seats := g.fold.OwingSeats()
	if len(seats) == 0 {
		return owed{}, nil, errors.New("nobody owes anything")
	}
	seat := int(seats[g.r.IntN(len(seats))])
	for _, h := range worlds {
		l, err := g.look(h, seat)
		if err != nil {
			return owed{}, nil, err
		}
		own := slices.DeleteFunc(l.Decisions, func(d owed) bool { return d.Seat != seat || d.ID != "" && len(d.Moves) == 0 })
		if len(own) == 0 {
			return owed{Seat: seat}, nil, nil
		}
		if len(moves) == 0 {
			d = own[g.r.IntN(len(own))]
		}
		at := slices.IndexFunc(own, func(o owed) bool { return o.ID == d.ID })
		if at < 0 {
			return d, nil, nil
		}
		moves = append(moves, own[at].Moves)
	}
	return d, moves, nil
}

// command is the answer to a decision.
func (g *game) command(d owed, move json.RawMessage) map[string]any {
	return map[string]any{"id": fmt.Sprintf("act-%d", g.acts), "decision": d.ID, "move": move}
}

// skip plays on in the true world alone.
func (g *game) skip() error {
	d, moves, err := g.open(g.house)
	if err != nil {
		return err
	}
	if len(moves) == 0 {
		return fmt.Errorf("seat %d owes nothing that it can answer", d.Seat)
	}
	g.tick()
	if err := g.house.post(g.at("/commands"), g.tokens[d.Seat], g.command(d, moves[0][g.r.IntN(len(moves[0]))]), nil); err != nil {
		return err
	}
	return g.follow()
}

// tick is a moment that goes by before somebody acts.
func (g *game) tick() {
	g.acts++
	g.clock.add(time.Second)
}

// restart closes the server, gives another world what its store holds, and opens it anew.
func (g *game) restart(other *instance) error {
	if err := g.house.close(); err != nil {
		return err
	}
	if err := g.house.copyTo(other); err != nil {
		return err
	}
	g.spells++
	return g.house.open(g.entropy())
}

// token is that with which a viewer comes; a spectator has none.
func (g *game) token(v engine.Viewer) string {
	if seat, ok := v.Seat(); ok {
		return g.tokens[seat]
	}
	return ""
}

// query is what a viewer adds to an address, as the first part of a query.
func (g *game) query(v engine.Viewer) string {
	if _, ok := v.Seat(); !ok && g.private {
		return "?invite=" + g.invite
	}
	return "?"
}
