package engine_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/must"
)

// tally is the smallest title that exercises the whole Fold. Every seat always owes one decision, "do", whose moves
// name their effect on take-back.
type tally struct{}

type do struct {
	What string `json:"what"`
}

type did struct {
	Seat engine.Seat `json:"seat"`
	What string      `json:"what"`
	Pips int         `json:"pips"`
}

var tallyMoves = []engine.Move{do{"free"}, do{"last"}, do{"never"}, do{"draw"}, do{"end"}}

func (tally) Info() engine.Info {
	return engine.Info{ID: "tally", Name: "Tally", MinSeats: 1, MaxSeats: 3, Rules: 7}
}

func (tally) Registry() *engine.Registry {
	return engine.NewRegistry(engine.NewEventType[did]("did", 1, engine.Public))
}

func (tally) Start(engine.Setup, chance.Source) []engine.Event { return nil }

func (tally) Blank(setup engine.Setup) engine.State {
	s := &tallyState{}
	for range setup.Seats() {
		s.nos = append(s.nos, s.counter.Next())
	}
	return s
}

func (tally) Moves() engine.MoveTypes { return engine.MoveTypes{"do": {engine.MoveOf[do]()}} }

func (tally) Sample(engine.Knowledge, *rand.Rand) (engine.State, error) { return nil, nil }

type tallyState struct {
	counter engine.DecisionCounter
	nos     []uint32
	done    []did
}

func (s *tallyState) Open() []engine.Decision {
	if s.Outcome() != nil {
		return nil
	}
	var open []engine.Decision
	for i, no := range s.nos {
		open = append(open, engine.Decision{No: no, Seat: engine.Seat(i), Kind: "do", Moves: tallyMoves})
	}
	return open
}

func (s *tallyState) Decide(d engine.Decision, m engine.Move, chance chance.Source) []engine.Event {
	e := did{Seat: d.Seat, What: m.(do).What}
	if e.What == "draw" {
		e.Pips = 1 + chance.Draw("die", 6)
	}
	return []engine.Event{e}
}

func (s *tallyState) Evolve(e engine.Event) {
	d := e.(did)
	s.done = append(s.done, d)
	s.nos[d.Seat] = s.counter.Next()
}

func (s *tallyState) View(engine.Viewer) any {
	return struct {
		Done []did `json:"done,omitempty"`
	}{s.done}
}

func (s *tallyState) Outcome() *engine.Outcome {
	if n := len(s.done); n > 0 && s.done[n-1].What == "end" {
		return &engine.Outcome{Winners: []engine.Seat{s.done[n-1].Seat}, Scores: make([]int, len(s.nos))}
	}
	return nil
}

func (s *tallyState) Standing(among []engine.Seat) engine.Outcome {
	o := engine.Outcome{Scores: make([]int, len(s.nos))}
	if s.Outcome() != nil {
		o.Winners = among[:min(1, len(among))]
	}
	return o
}

func (s *tallyState) Clone() engine.State {
	return &tallyState{counter: s.counter, nos: slices.Clone(s.nos), done: slices.Clone(s.done)}
}

func (s *tallyState) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"counter": &s.counter, "nos": &s.nos, "done": &s.done}
}

func (s *tallyState) Undo(events []engine.Event) engine.Undo {
	for _, e := range events {
		switch e.(did).What {
		case "last":
			return engine.UndoLast
		case "never":
			return engine.UndoNever
		}
	}
	return engine.UndoFree // for draws too: the Fold itself must refuse those
}

// table is a running table of tally in a test.
type table struct {
	testing.TB
	f   *engine.Fold
	key chance.Key
	log []engine.Record
	ids map[engine.DecisionID]bool // every id that was ever open

	secret chance.Secret // of the salts
}

func (tb *table) rules() engine.Title {
	if tb.f.Start().Title == (turns{}).Info().ID {
		return turns{}
	}
	return tally{}
}

func newTable(t testing.TB, seats int) *table {
	t.Helper()
	tb := &table{TB: t, f: engine.NewFold(tally{}), ids: map[engine.DecisionID]bool{}}
	start := engine.Started{Table: "t", Title: "tally", Setup: engine.Setup{Colors: []string{"a", "b", "c"}[:seats]}}
	tb.key = enginetest.Sit(&start, tb.secret)
	tb.add(engine.Begin(tally{}, start, tb.key, 0))
	return tb
}

// add applies a record and appends it to the log.
func (tb *table) add(r engine.Record, err error) {
	tb.Helper()
	if err == nil && r.Entry.Salt == (codec.Optional{}) {
		r, err = r.Salted(tb.secret, exampleTable)
	}
	if err == nil {
		_, err = tb.f.Apply(r)
	}
	must.Succeed(tb, err)
	tb.log = append(tb.log, r)
	for _, id := range tb.open() {
		tb.ids[id] = true
	}
}

func (tb *table) open() []engine.DecisionID {
	var ids []engine.DecisionID
	for _, d := range tb.f.Decisions(engine.Spectator()) {
		ids = append(ids, d.ID)
	}
	return ids
}

// command is a move of the seat's player, or of the bot that has the seat.
func (tb *table) command(seat engine.Seat, what string) engine.Command {
	actor := engine.ActorPlayer
	if bots := tb.f.Start().Bots; int(seat) < len(bots) && bots[seat] != "" {
		actor = engine.ActorBot
	}
	return engine.Command{
		ID: "c", Seat: seat, Actor: actor, Decision: tb.open()[seat], Move: json.RawMessage(fmt.Sprintf(`{"what":%q}`, what)),
	}
}

func (tb *table) do(seat engine.Seat, what string) {
	tb.Helper()
	tb.add(tb.f.Decide(tb.command(seat, what), tb.key, int64(len(tb.log))))
}

func (tb *table) back(seat engine.Seat) {
	tb.Helper()
	tb.add(tb.f.TakeBack(engine.Command{ID: "b", Seat: seat}, int64(len(tb.log))))
}

// done is the text of the state's history, such as "0free 1draw".
func (tb *table) done() string {
	text := ""
	for _, d := range tb.f.State().(*tallyState).done {
		text += fmt.Sprintf("%d%s ", d.Seat, d.What)
	}
	return text
}

// can lists the seats that may take back.
func (tb *table) can() []engine.Seat {
	var seats []engine.Seat
	for s := range engine.Seat(3) {
		if tb.f.View(engine.SeatViewer(s)).CanTakeBack {
			seats = append(seats, s)
		}
	}
	return seats
}

func (*tallyState) Redeal(chance.Source) []engine.Event { return nil }
