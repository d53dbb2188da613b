package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/clock"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// turns is tally with turns: only the seat after the one that moved last owes a decision.
type turns struct{ tally }

func (turns) Info() engine.Info {
	info := tally{}.Info()
	info.ID = "turns"
	return info
}

func (turns) Blank(setup engine.Setup) engine.State {
	return &turnsState{tally{}.Blank(setup).(*tallyState)}
}

type turnsState struct{ *tallyState }

func (s *turnsState) Open() []engine.Decision {
	all := s.tallyState.Open()
	if len(all) == 0 {
		return nil
	}
	next := 0
	if n := len(s.done); n > 0 {
		next = (int(s.done[n-1].Seat) + 1) % len(s.nos)
	}
	return all[next : next+1]
}

func (s *turnsState) Clone() engine.State { return &turnsState{s.tallyState.Clone().(*tallyState)} }

// clockTable is a running table with clocks. Its time is in seconds.
type clockTable struct {
	*table
	title engine.Title
	now   int64
}

func newClockTable(t testing.TB, title engine.Title, seats int, pace engine.Options) *clockTable {
	t.Helper()
	tb := &clockTable{&table{TB: t, f: engine.NewFold(title), ids: map[engine.DecisionID]bool{}}, title, 0}
	start := engine.Started{Table: "t", Title: title.Info().ID, Setup: engine.Setup{Colors: []string{"a", "b", "c"}[:seats], Options: pace}}
	tb.key = enginetest.Sit(&start, tb.secret)
	tb.add(engine.Begin(title, start, tb.key, 0))
	return tb
}

func live(bank, increment int) engine.Options {
	return engine.Options{clock.OptionPace: 1, clock.OptionBank: bank, clock.OptionIncrement: increment}
}

func days(bank, increment int) engine.Options {
	return engine.Options{clock.OptionPace: 2, clock.OptionBank: bank, clock.OptionIncrement: increment}
}

func (tb *clockTable) ms() int64 { return tb.now * aSecond }

// after moves the time.
func (tb *clockTable) after(seconds int64) *clockTable {
	tb.now += seconds
	return tb
}

// moves answers the first open decision of a seat.
func (tb *clockTable) moves(seat engine.Seat, actor engine.Actor) {
	tb.Helper()
	for _, d := range tb.f.Decisions(engine.Spectator()) {
		if d.Seat == seat {
			c := engine.Command{ID: "c", Seat: seat, Actor: actor, Decision: d.ID, Move: []byte(`{"what":"free"}`)}
			tb.add(tb.f.Decide(c, tb.key, tb.ms()))
			return
		}
	}
	tb.Fatalf("seat %d owes nothing", seat)
}

// shows compares the clocks, such as "60 55+ -": seconds left, with a plus if it runs.
func (tb *clockTable) shows(want string) {
	tb.Helper()
	got := ""
	for _, c := range tb.f.Clocks() {
		run := ""
		if c.Running {
			run = "+"
		}
		got += fmt.Sprintf("%g%s ", float64(c.Left)/aSecond, run)
	}
	if got != want+" " {
		tb.Errorf("after entry %d at %d s: got the clocks %q, want %q", tb.f.Seq(), tb.now, got, want)
	}
	again := engine.NewFold(tb.title)
	for _, r := range tb.log {
		must.Return(again.Apply(r))(tb)
	}
	if !slices.Equal(again.Clocks(), tb.f.Clocks()) {
		tb.Errorf("a replay gives the clocks %v, not %v", again.Clocks(), tb.f.Clocks())
	}
	raw := must.Return(tb.f.Snapshot())(tb)
	if restored, err := engine.RestoreFold(tb.title, raw); err != nil || !slices.Equal(restored.Clocks(), tb.f.Clocks()) {
		tb.Errorf("the snapshot gives other clocks (%v)", err)
	}
}

func (tb *clockTable) refuses(want error, r engine.Record, err error) {
	tb.Helper()
	if !errors.Is(err, want) {
		tb.Errorf("at %d s: got entry %q and %v, want %v", tb.now, r.Bytes, err, want)
	}
}

func TestClocks_Live(t *testing.T) {
	t.Parallel()
	tb := newClockTable(t, turns{}, 2, live(60, 5))
	tb.shows("60+ 60")
	tb.after(11).moves(0, engine.ActorPlayer) // one second is free
	tb.shows("55 60+")
	tb.after(1).moves(1, engine.ActorPlayer)
	tb.shows("55+ 65")
	tb.now -= 30 // a clock that is behind
	tb.moves(0, engine.ActorPlayer)
	expect.Equal(t, tb.log[len(tb.log)-1].Entry.Time, 12*aSecond, "the time of the last entry")
	tb.shows("60 65+")
	e := tb.log[len(tb.log)-1].Entry
	e.Seq, e.Prev, e.Time = e.Seq+1, tb.f.Head(), e.Time-1
	r, err := engine.NewRecord(e)
	if err == nil {
		_, err = tb.f.Apply(r)
	}
	expect.Error(t, err, engine.ErrCorrupt, "an entry before the last one")
}

func TestClocks_Days(t *testing.T) {
	t.Parallel()
	tb := newClockTable(t, turns{}, 2, days(100, 30))
	tb.after(10).moves(0, engine.ActorPlayer)
	tb.shows("100 100+")
	tb.after(50).moves(1, engine.ActorPlayer)
	tb.shows("100+ 80")
}

// Several seats owe decisions at once.
func TestClocks_SeveralSeats(t *testing.T) {
	t.Parallel()
	tb := newClockTable(t, tally{}, 3, live(60, 5))
	tb.after(11)
	tb.moves(0, engine.ActorPlayer) // and owes the next decision at once: no increment
	tb.shows("50+ 50+ 50+")
	tb.after(11)
	tb.add(tb.f.Concede(engine.Command{ID: "x", Seat: 1}, "easy", tb.ms()))
	tb.shows("40+ 39+")
}

func TestClocks_TimeOut(t *testing.T) {
	t.Parallel()
	tb := newClockTable(t, turns{}, 2, live(60, 20))
	timesOut := func() (engine.Record, error) { return tb.f.TimeOut(0, tb.ms()) }
	tb.after(60)
	r, err := timesOut()
	tb.refuses(engine.ErrTimeLeft, r, err)
	r, err = tb.f.TimeOut(1, tb.ms())
	tb.refuses(engine.ErrNoChange, r, err)
	tb.after(1).add(timesOut())
	tb.shows("0 60")
	if e := tb.log[len(tb.log)-1].Entry; e.Actor != engine.ActorTimer || e.Seat != 0 || tb.f.StandIn(0) != "easy" {
		t.Errorf("got %+v", e)
	}
	tb.after(100).moves(0, engine.ActorBot)
	tb.shows("0 60+")
	tb.after(2).moves(1, engine.ActorPlayer)
	tb.shows("0 79")
	tb.after(5).add(tb.f.Return(0, "back", tb.ms()))
	tb.shows("20+ 79") // the increment, which is more than a quarter of the bank
	tb.after(21).add(timesOut())
	tb.moves(0, engine.ActorPlayer) // the player is back by a move
	tb.shows("20 79+")
}

func TestClocks_Claim(t *testing.T) {
	t.Parallel()
	pace := days(60, 0)
	pace[clock.OptionByHand], pace[clock.OptionLevel] = 1, 2
	tb := newClockTable(t, turns{}, 2, pace)
	tb.after(59)
	r, err := tb.f.ClaimTimeOut(1, 0, "claim", tb.ms())
	tb.refuses(engine.ErrTimeLeft, r, err)
	tb.after(2)
	r, err = tb.f.TimeOut(0, tb.ms())
	tb.refuses(engine.ErrNoChange, r, err)
	r, err = tb.f.ClaimTimeOut(0, 0, "claim", tb.ms())
	tb.refuses(engine.ErrNoChange, r, err)
	r, err = tb.f.ClaimTimeOut(2, 0, "claim", tb.ms())
	tb.refuses(engine.ErrNoPerson, r, err)
	tb.add(tb.f.ClaimTimeOut(1, 0, "claim", tb.ms()))
	expect.Equal(t, tb.f.StandIn(0), "hard", "the stand-in")
	tb.add(tb.f.Return(0, "back", tb.ms()))
	tb.shows("15+ 60")
}

// A take-back gives no second increment, and costs the other player nothing.
func TestClocks_TakeBack(t *testing.T) {
	t.Parallel()
	tb := newClockTable(t, turns{}, 2, days(100, 5))
	tb.after(20).moves(0, engine.ActorPlayer)
	tb.shows("85 100+")
	tb.after(30).add(tb.f.TakeBack(engine.Command{ID: "b", Seat: 0}, tb.ms()))
	tb.shows("85+ 100")
	tb.after(10).moves(0, engine.ActorPlayer)
	tb.shows("75 100+")
	tb.after(40).moves(1, engine.ActorPlayer)
	tb.shows("75+ 65")
}

func TestClocks_GiveTime(t *testing.T) {
	t.Parallel()
	tb := newClockTable(t, turns{}, 2, days(100, 5))
	r, err := tb.f.GiveTime(1, 0, "gift", tb.ms())
	tb.refuses(engine.ErrNoChange, r, err) // the clock is full
	tb.after(40).add(tb.f.GiveTime(1, 0, "gift", tb.ms()))
	tb.shows("85+ 100")
	tb.after(5).add(tb.f.GiveTime(1, 0, "gift", tb.ms()))
	tb.shows("100+ 100")
	for by, to := range map[engine.Seat]engine.Seat{0: 3, 1: engine.NoSeat, 3: 0} {
		r, err = tb.f.GiveTime(by, to, "gift", tb.ms())
		tb.refuses(engine.ErrNoChange, r, err)
	}
	r, err = newClockTable(t, turns{}, 2, nil).f.GiveTime(0, 1, "gift", 0)
	tb.refuses(engine.ErrNoChange, r, err)
}

// Persons alone have clocks.
func TestClocks_OfPersons(t *testing.T) {
	t.Parallel()
	pool := newPoolTable(t, 1)
	if got := pool.f.Clocks(); got != nil {
		t.Errorf("a table without a pace: got the clocks %v", got)
	}
	start := poolStart(t, chance.Secret{1})
	start.Setup.Options = live(60, 0)
	f := engine.NewFold(tally{})
	r, err := engine.Begin(tally{}, start, chance.Key{}, 0)
	if err == nil {
		_, err = f.Apply(r)
	}
	if got := f.Clocks(); err != nil || len(got) != 2 || !got[0].Running || !got[1].Running {
		t.Errorf("got the clocks %v (%v), want those of the seats 0 and 1", got, err)
	}
}

// The time of an outage counts for nobody, exactly.
func TestClocks_Outage(t *testing.T) {
	t.Parallel()
	tb := newClockTable(t, turns{}, 2, days(100, 5))
	out := func(from, to int64) engine.Outage {
		return engine.Outage{From: from * aSecond, To: to * aSecond}
	}
	note := func(list ...engine.Outage) (engine.Record, error) { return tb.f.NoteOutages(list, tb.ms()) }
	tb.after(10).moves(0, engine.ActorPlayer)
	tb.shows("95 100+")
	tb.after(500)
	r, err := note(out(2, 9))
	tb.refuses(engine.ErrNoChange, r, err) // before the newest entry
	r, err = note(out(500, 520))
	tb.refuses(engine.ErrNoChange, r, err) // not over yet
	tb.add(note(out(5, 110), out(120, 480)))
	tb.shows("95 60+") // it ran from 110 to 120 and from 480 to 510
	r, err = note(out(120, 480))
	tb.refuses(engine.ErrNoChange, r, err)
	tb.after(60)
	tb.add(tb.f.TimeOut(1, tb.ms()))
	r, err = note(out(511, 522))
	tb.refuses(engine.ErrNoChange, r, err) // no clock runs
	forged := must.Return(engine.SystemRegistry().Encode(engine.OutagesNoted{Outages: []engine.Outage{out(511, 522)}}))(t)
	bad, err := engine.NewRecord(engine.Entry{
		Format: engine.EntryFormat, Seq: tb.f.Seq() + 1, Prev: tb.f.Head(), Rules: 7, Kind: engine.KindSystem, Seat: engine.NoSeat, Actor: engine.ActorTimer, Time: tb.ms(),
		Events: []engine.Stored{forged},
	})
	must.Succeed(t, err)
	expect.Error(t, expect.Second(tb.f.Apply(bad)), engine.ErrCorrupt, "an outage without a running clock")
}
