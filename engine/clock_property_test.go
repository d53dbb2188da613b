package engine_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/engine/codec"
	"nemeton/testkit/must"
)

// clockAct is one kind of act in a random game with clocks. It returns the refusals that it may meet.
type clockAct struct {
	name string
	do   func(tb *clockTable, r *rand.Rand, seat engine.Seat) (engine.Record, error)
}

var clockActs = []clockAct{
	{"move", func(tb *clockTable, r *rand.Rand, seat engine.Seat) (engine.Record, error) {
		actor := engine.ActorPlayer
		if tb.f.StandIn(seat) != "" && r.IntN(2) == 0 {
			actor = engine.ActorBot
		}
		for _, d := range tb.f.Decisions(engine.Spectator()) {
			if d.Seat == seat {
				what := []string{"free", "free", "last", "never", "draw"}[r.IntN(5)]
				return tb.f.Decide(engine.Command{ID: "c", Seat: seat, Actor: actor, Decision: d.ID, Move: []byte(`{"what":"` + what + `"}`)}, tb.key, tb.ms())
			}
		}
		return engine.Record{}, engine.ErrNoChange
	}},
	{"take back", func(tb *clockTable, _ *rand.Rand, seat engine.Seat) (engine.Record, error) {
		return tb.f.TakeBack(engine.Command{ID: "b", Seat: seat}, tb.ms())
	}},
	{"outage", func(tb *clockTable, r *rand.Rand, _ engine.Seat) (engine.Record, error) {
		from := tb.f.ClocksAt() - 5*aSecond + r.Int64N(20*aSecond)
		return tb.f.NoteOutages([]engine.Outage{{From: from, To: from + r.Int64N(30*aSecond)}}, tb.ms())
	}},
	{"takeover", func(tb *clockTable, _ *rand.Rand, seat engine.Seat) (engine.Record, error) {
		return tb.f.Agree((seat+1)%3, seat, true, "easy", "a", tb.ms())
	}},
	{"return", func(tb *clockTable, _ *rand.Rand, seat engine.Seat) (engine.Record, error) {
		return tb.f.Return(seat, "r", tb.ms())
	}},
	{"time out", func(tb *clockTable, _ *rand.Rand, seat engine.Seat) (engine.Record, error) {
		return tb.f.TimeOut(seat, tb.ms())
	}},
	{"claim", func(tb *clockTable, _ *rand.Rand, seat engine.Seat) (engine.Record, error) {
		return tb.f.ClaimTimeOut((seat+1)%3, seat, "claim", tb.ms())
	}},
	{"handover", func(tb *clockTable, _ *rand.Rand, seat engine.Seat) (engine.Record, error) {
		return tb.f.HandOver(seat, codec.Optional{1}, "h", tb.ms())
	}},
	{"gift", func(tb *clockTable, _ *rand.Rand, seat engine.Seat) (engine.Record, error) {
		return tb.f.GiveTime((seat+1)%3, seat, "gift", tb.ms())
	}},
	{"pause", func(tb *clockTable, r *rand.Rand, seat engine.Seat) (engine.Record, error) {
		p := tb.f.Pause(tb.ms())
		switch {
		case p == nil || p.Proposal == nil:
			return tb.f.ProposePause(seat, "p", tb.ms())
		case r.IntN(6) == 0:
			return tb.f.DeclinePause(seat, p.Proposal.Seq, "d", tb.ms())
		}
		return tb.f.AgreeToPause(seat, p.Proposal.Seq, "a", tb.ms())
	}},
	{"vacation", func(tb *clockTable, r *rand.Rand, seat engine.Seat) (engine.Record, error) {
		return tb.f.SetVacation(seat, []int64{0, tb.ms() + r.Int64N(20*aSecond), tb.ms() + r.Int64N(40*aDay*aSecond)}[r.IntN(3)], "v", tb.ms())
	}},
}

// Every pair of acts meets in games with one seat at a time, and with several, which is the sixth kind of act. After every entry the clocks are those of an oracle that counts them
// anew. A time-out comes at zero, not before and once, and no game is held up without end.
func TestClocks_AnyPair(t *testing.T) {
	t.Parallel()
	entries := 0
	for i, first := range clockActs[1:] {
		for _, second := range clockActs[i+1:] {
			for _, title := range []engine.Title{turns{}, tally{}} {
				for seed := range uint64(3) {
					entries += walk(t, title, []clockAct{clockActs[0], first, second}, seed)
				}
			}
		}
	}
	for seed := range uint64(60) { // all acts at once
		entries += walk(t, []engine.Title{turns{}, tally{}}[seed%2], clockActs, seed)
	}
	t.Logf("%d entries", entries)
}

// walk plays a random schedule of acts, and returns the number of its entries.
func walk(t *testing.T, title engine.Title, acts []clockAct, seed uint64) int {
	t.Helper()
	w := newClockWalk(t, title, acts, seed)
	for range 60 {
		w.tb.after(w.r.Int64N(8))
		if w.r.IntN(20) == 0 {
			w.tb.after(w.r.Int64N(10 * aDay))
		}
		w.act()
	}
	w.silence()
	w.end()
	return len(w.tb.log)
}

// clockWalk is a random schedule of acts at a table with clocks.
type clockWalk struct {
	name   string
	tb     *clockTable
	r      *rand.Rand
	acts   []clockAct
	oracle *clockOracle
}

func newClockWalk(t *testing.T, title engine.Title, acts []clockAct, seed uint64) *clockWalk {
	r := rand.New(rand.NewPCG(seed, uint64(len(acts[1].name)*100+len(acts[2].name))))
	pace := []engine.Options{live(60, 5), days(60, 20), vacations(60, 20)}[r.IntN(3)]
	tb := newClockTable(t, title, 3, pace)
	return &clockWalk{title.Info().ID + ", " + acts[1].name + ", " + acts[2].name, tb, r, acts, newClockOracle(tb.f)}
}

// act lets a random seat try a random act.
func (w *clockWalk) act() {
	w.tb.Helper()
	act, seat := w.acts[w.r.IntN(len(w.acts))], engine.Seat(w.r.IntN(3))
	zero, runs := w.oracle.zero(seat)
	if at, ok := w.tb.f.ZeroAt(seat); ok != runs || ok && at != zero {
		w.tb.Fatalf("%s: the clock of seat %d is at zero at %d, %t; want %d, %t", w.name, seat, at, ok, zero, runs)
	}
	record, err := act.do(w.tb, w.r, seat)
	if act.name == "time out" && (err == nil) != (runs && w.tb.ms() >= zero && w.tb.f.Outcome() == nil) {
		w.tb.Fatalf("%s: a time-out at %d, of a clock that is at zero at %d (%t): %v", w.name, w.tb.ms(), zero, runs, err)
	}
	if errors.Is(err, engine.ErrCorrupt) {
		w.tb.Fatal(err)
	}
	if err == nil {
		w.add(record)
	}
}

// add applies a record, and compares the clocks with the oracle. Now and then a snapshot takes the place of the table.
func (w *clockWalk) add(record engine.Record) {
	w.tb.Helper()
	events := must.Return(w.tb.f.Decode(record.Entry))(w.tb)
	w.tb.add(record, nil)
	w.oracle.follow(w.tb.f, record.Entry, events)
	if w.oracle.fault != "" {
		w.tb.Fatalf("%s, entry %d: %s", w.name, record.Entry.Seq, w.oracle.fault)
	}
	for _, c := range w.tb.f.Clocks() {
		a := w.oracle.accounts[c.Seat]
		if c.Left != a.left() || c.Running != a.runs || c.Left < 0 || w.oracle.pace.Kind == clock.Days && c.Left > w.oracle.pace.Bank {
			w.tb.Fatalf("%s, entry %d (%s): the clock of seat %d has %d, %t; want %d, %t", w.name, record.Entry.Seq, record.Entry.Events[0].Name, c.Seat, c.Left, c.Running, a.left(), a.runs)
		}
		if !a.isBalanced() {
			w.tb.Fatalf("%s, entry %d: time of seat %d was lost, or counted twice: %+v", w.name, record.Entry.Seq, c.Seat, *a)
		}
	}
	if w.r.IntN(10) == 0 {
		raw, err := w.tb.f.Snapshot()
		must.Succeed(w.tb, err)
		if w.tb.f, err = engine.RestoreFold(w.tb.title, raw); err != nil {
			w.tb.Fatal(err)
		}
	}
}

// silence lets everybody fall silent: each clock that runs reaches zero once.
func (w *clockWalk) silence() {
	w.tb.Helper()
	for range 3 {
		seat, zero, runs := w.tb.f.NextZero()
		if !runs {
			break
		}
		if _, err := w.tb.f.TimeOut(seat, zero-1); w.tb.ms() < zero && w.tb.f.ClocksAt() < zero && !errors.Is(err, engine.ErrTimeLeft) {
			w.tb.Errorf("%s: a time-out of seat %d a millisecond early: %v", w.name, seat, err)
		}
		w.tb.now = max(w.tb.now, (zero+aSecond-1)/aSecond)
		record := must.Return(w.tb.f.TimeOut(seat, w.tb.ms()))(w.tb)
		w.add(record)
		if _, err := w.tb.f.TimeOut(seat, w.tb.ms()+100*aDay*aSecond); err == nil {
			w.tb.Errorf("%s: a second time-out of seat %d", w.name, seat)
		}
	}
	if seat, _, runs := w.tb.f.NextZero(); runs {
		w.tb.Errorf("%s: after time-outs of all seats the clock of seat %d runs", w.name, seat)
	}
}

// end lets the bots end the game, and compares the table with a replay.
func (w *clockWalk) end() {
	w.tb.Helper()
	if open := w.tb.f.Decisions(engine.Spectator()); len(open) > 0 {
		d := open[0]
		record := must.Return(w.tb.f.Decide(engine.Command{ID: "end", Seat: d.Seat, Actor: engine.ActorBot, Decision: d.ID, Move: []byte(`{"what":"end"}`)}, w.tb.key, w.tb.ms()))(w.tb)
		w.add(record)
	}
	if w.tb.f.Outcome() == nil {
		w.tb.Errorf("%s: the game does not end", w.name)
	}
	again := engine.NewFold(w.tb.title)
	for _, record := range w.tb.log {
		must.Return(again.Apply(record))(w.tb)
	}
	one, errOne := again.Snapshot()
	two, errTwo := w.tb.f.Snapshot()
	if err := errors.Join(errOne, errTwo); err != nil || !bytes.Equal(one, two) {
		w.tb.Errorf("%s: a replay gives another table (%v)", w.name, err)
	}
}
