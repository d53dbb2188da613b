package engine_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"nemeton/engine"
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

// Every pair of acts meets in games with one seat at a time, and with several. No clock is negative or, at days, above its bank. A clock runs exactly while its
// person owes a decision, and loses no more than the time that passed. A time-out comes from zero on, and no game is held up without end.
func TestClocks_AnyPair(t *testing.T) {
	t.Parallel()
	for i, first := range clockActs[1:] {
		for _, second := range clockActs[i+1:] {
			for _, title := range []engine.Title{turns{}, tally{}} {
				for seed := range uint64(3) {
					walk(t, title, []clockAct{clockActs[0], first, second}, seed)
				}
			}
		}
	}
}

func walk(t *testing.T, title engine.Title, acts []clockAct, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, uint64(len(acts[1].name)*100+len(acts[2].name))))
	pace := []engine.Options{live(60, 5), days(60, 20), vacations(60, 20)}[r.IntN(3)]
	tb := newClockTable(t, title, 3, pace)
	for range 60 {
		tb.after(r.Int64N(8))
		if r.IntN(20) == 0 {
			tb.after(r.Int64N(10 * aDay))
		}
		act, seat := acts[r.IntN(len(acts))], engine.Seat(r.IntN(3))
		zero, ran := tb.f.ZeroAt(seat)
		record, err := act.do(tb, r, seat)
		if act.name == "time out" && (err == nil) != (ran && tb.ms() >= zero) {
			t.Fatalf("a time-out at %d, of a clock that is at zero at %d (%t): %v", tb.ms(), zero, ran, err)
		}
		if err != nil {
			if errors.Is(err, engine.ErrCorrupt) {
				t.Fatal(err)
			}
			continue
		}
		before, at := tb.f.Clocks(), max(tb.f.ClocksAt(), tb.f.PausedUntil())
		tb.add(record, nil)
		tb.checkClocks(act.name, before, at)
	}
	for range 3 { // everybody falls silent
		seat, zero, runs := tb.f.NextZero()
		if !runs {
			break
		}
		tb.now = max(tb.now, zero/aSecond+1)
		tb.add(tb.f.TimeOut(seat, tb.ms()))
	}
	if seat, _, runs := tb.f.NextZero(); runs {
		t.Errorf("%s, %s: after time-outs of all seats the clock of seat %d runs", acts[1].name, acts[2].name, seat)
	}
	again := engine.NewFold(title)
	for _, record := range tb.log {
		if _, err := again.Apply(record); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := tb.f.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	restored, err := engine.RestoreFold(title, raw)
	if err != nil || !slices.Equal(again.Clocks(), tb.f.Clocks()) || !slices.Equal(restored.Clocks(), tb.f.Clocks()) {
		t.Errorf("a replay and a snapshot give other clocks (%v)", err)
	}
}

// checkClocks checks the clocks after an entry. before are those before it, which count from the time at.
func (tb *clockTable) checkClocks(act string, before []engine.Clock, at int64) {
	tb.Helper()
	p, passed := tb.f.Pace(), max(0, tb.f.ClocksAt()-at)
	owing := tb.f.OwingSeats()
	for i, c := range tb.f.Clocks() {
		was := before[i]
		spent := int64(0)
		if was.Running {
			spent = passed
		}
		credit := int64(0) // the most that the entry may add
		switch act {
		case "move":
			credit = max(p.Increment, p.Extra())
		case "take back":
			credit = p.Bank * 100
		case "return":
			credit = max(p.Extra(), p.Increment)
		case "gift":
			credit = p.Extra()
		}
		switch {
		case c.Left < 0, p.Kind == engine.PaceDays && c.Left > p.Bank, c.Left < was.Left-spent, c.Left > was.Left+credit:
			tb.Fatalf("%s: the clock of seat %d went from %d to %d in %d ms", act, c.Seat, was.Left, c.Left, passed)
		case c.Running != (slices.Contains(owing, c.Seat) && tb.f.StandIn(c.Seat) == ""):
			tb.Fatalf("%s: the clock of seat %d runs: %t, owing %v, stand-in %q", act, c.Seat, c.Running, owing, tb.f.StandIn(c.Seat))
		}
	}
}
