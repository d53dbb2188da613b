package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// The table of acts by persons: whether seat 2 is asked if seat 0 wants the act. A takeover is about seat 1.
func TestAsked(t *testing.T) {
	t.Parallel()
	const never, always = "", "stop pause resume takeover rematch publish"
	for name, c := range map[string]struct {
		party engine.Party
		asked string
	}{
		"present":                    {engine.Party{Here: true}, always},
		"away":                       {engine.Party{}, "stop pause resume rematch publish"},
		"a stand-in plays":           {engine.Party{StandIn: true}, "stop pause resume rematch publish"},
		"back beside the stand-in":   {engine.Party{StandIn: true, Here: true}, "stop pause resume rematch publish"},
		"away for too long":          {engine.Party{StandIn: true, Lapsed: true}, "rematch publish"},
		"silent for too long":        {engine.Party{Lapsed: true}, "rematch publish"},
		"conceded":                   {engine.Party{Conceded: true, StandIn: true}, "rematch publish"},
		"erased":                     {engine.Party{Erased: true}, never},
		"erased, and still a socket": {engine.Party{Erased: true, Here: true, Lapsed: true}, never},
		"a bot":                      {engine.Party{Bot: true}, never},
	} {
		for act, id := range map[engine.Act]string{
			engine.ActStop: "stop", engine.ActPause: "pause", engine.ActResume: "resume", engine.ActTakeOver: "takeover", engine.ActConcede: "concede",
			engine.ActHandOver: "handover", engine.ActGiveTime: "time", engine.ActVacation: "vacation", engine.ActRematch: "rematch", engine.ActPublish: "publish",
		} {
			c.party.Seat = 2
			got := engine.Asked(act, 0, 1, []engine.Party{{Seat: 0, StandIn: true, Lapsed: true}, {Seat: 1, Here: true}, c.party})
			want := slices.Contains(strings.Fields(c.asked), id)
			expect.Equal(t, slices.Contains(got, 2), want, name, "asked for", id)
			if !slices.Contains(got, 0) {
				t.Errorf("%s: the author of %s is not among %v", name, id, got)
			}
		}
	}
}

// absences are the ways in which the person of seat 2 does not take part, at a table of days on which seat 0 is to move first. rights says whether the
// person keeps the vote, and lapse after how many seconds from then it lapses; 0: never.
var absences = []struct {
	name   string
	do     func(tb ending, c *clockTable)
	rights bool
	lapse  int64
}{
	{"present", func(ending, *clockTable) {}, true, 0},
	{"away", func(tb ending, c *clockTable) { tb.add(tb.f.Leave(2, "l", c.ms())) }, true, 7 * aDay},
	{"a stand-in by agreement", func(tb ending, c *clockTable) { tb.add(tb.f.Agree(0, 2, true, "easy", "a", c.ms())) }, true, 7 * aDay},
	{"away, with a stand-in", func(tb ending, c *clockTable) {
		tb.add(tb.f.Leave(2, "l", c.ms()))
		c.after(aDay)
		tb.add(tb.f.Agree(0, 2, true, "easy", "a", c.ms()))
	}, true, 6 * aDay},
	{"timed out", func(tb ending, c *clockTable) {
		c.moves(0, engine.ActorPlayer)
		c.moves(1, engine.ActorPlayer)
		c.after(20 * aDay)
		tb.add(tb.f.TimeOut(2, c.ms()))
	}, true, 7 * aDay},
	{"silent", func(tb ending, c *clockTable) {
		c.after(20 * aDay) // nobody waits for seat 2
		c.moves(0, engine.ActorPlayer)
		c.moves(1, engine.ActorPlayer)
	}, true, 7 * aDay},
	{"back", func(tb ending, c *clockTable) {
		tb.add(tb.f.Leave(2, "l", c.ms()))
		tb.add(tb.f.Agree(0, 2, true, "easy", "a", c.ms()))
		c.after(20 * aDay)
		tb.add(tb.f.Return(2, "r", c.ms()))
	}, true, 0},
	{"back and away again", func(tb ending, c *clockTable) {
		tb.add(tb.f.Leave(2, "l", c.ms()))
		c.after(20 * aDay)
		tb.add(tb.f.Return(2, "r", c.ms()))
		tb.add(tb.f.Leave(2, "l", c.ms()))
	}, true, 7 * aDay},
	{"another person", func(tb ending, c *clockTable) {
		tb.add(tb.f.Agree(0, 2, true, "easy", "a", c.ms()))
		c.after(20 * aDay)
		tb.add(tb.f.HandOver(2, codec.Optional{1}, "h", c.ms()))
	}, true, 0},
	{"on vacation", func(tb ending, c *clockTable) { tb.add(tb.f.SetVacation(2, c.ms()+10*aDay*aSecond, "v", c.ms())) }, true, 0},
	{"on vacation, with a stand-in", func(tb ending, c *clockTable) {
		tb.add(tb.f.SetVacation(2, c.ms()+10*aDay*aSecond, "v", c.ms()))
		tb.add(tb.f.Agree(0, 2, true, "easy", "a", c.ms()))
	}, true, 17 * aDay},
	{"away while another person is on vacation", func(tb ending, c *clockTable) {
		tb.add(tb.f.Leave(2, "l", c.ms()))
		tb.add(tb.f.SetVacation(1, c.ms()+10*aDay*aSecond, "v", c.ms()))
	}, true, 17 * aDay},
	{"conceded", func(tb ending, c *clockTable) {
		tb.add(tb.f.Concede(tb.by(2), "easy", c.ms()))
	}, false, 0},
}

// votes is a table of days on which seats 0 and 1 agree to a proposal, and seat 2 may be absent.
func votes(t *testing.T, absent func(ending, *clockTable)) (ending, *clockTable) {
	c := newClockTable(t, turns{}, 3, vacations(5*aDay, 0))
	tb := ending{c.table}
	absent(tb, c)
	return tb, c
}

// A stop and a pause need the same persons, whatever the reason of an absence.
func TestStopAndPause_OneRule(t *testing.T) {
	t.Parallel()
	for _, a := range absences {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			for _, what := range []string{"stop", "pause"} {
				tb, c := votes(t, a.do)
				began := c.ms()
				settled := func() bool {
					if what == "stop" {
						return tb.f.Outcome() != nil
					}
					p := tb.f.Pause(c.ms())
					return p != nil && p.Until == c.ms()+7*aDay*aSecond
				}
				settle := func() (engine.Record, error) {
					if what == "stop" {
						return tb.f.StopIfAgreed(c.ms())
					}
					return tb.f.PauseIfAgreed(c.ms())
				}
				if what == "stop" {
					tb.add(tb.f.ProposeStop(tb.by(0), c.ms()))
					tb.add(tb.f.AgreeToStop(tb.by(1), tb.f.Seq(), c.ms()))
				} else {
					tb.add(tb.f.ProposePause(0, "p", c.ms()))
					tb.add(tb.f.AgreeToPause(1, tb.f.Seq(), "a", c.ms()))
				}
				if settled() == a.rights {
					t.Fatalf("%s: agreed without seat 2: %t", what, settled())
				}
				if !a.rights {
					continue
				}
				at, ok := tb.f.SettlesAt()
				if want := began + a.lapse*aSecond; ok != (a.lapse > 0) || ok && at != want {
					t.Fatalf("%s: settles at %d, %t; want %d, %t", what, at, ok, want, a.lapse > 0)
				}
				if ok {
					c.now = at/aSecond - 1
				} else {
					c.after(400 * aDay)
				}
				tb.refused(engine.ErrNoChange)(settle())
				if !ok {
					continue
				}
				c.now = at / aSecond
				tb.add(settle())
				if !settled() {
					t.Errorf("%s: not settled at the limit", what)
				}
				tb.replays()
				tb.restores()
			}
		})
	}
}

// The opponent cannot void a game that the winner has left for a moment, at any pace, nor after the winner's clock ran out.
func TestStop_OpponentAlone(t *testing.T) {
	t.Parallel()
	for name, pace := range map[string]struct {
		options engine.Options
		absence int64 // seconds
	}{
		"free": {engine.Options{}, 30 * aDay}, "live": {live(600, 0), aDay}, "days": {days(aDay, 0), 7 * aDay}, "slow": {days(40*aDay, 0), 40 * aDay},
	} {
		c := newClockTable(t, turns{}, 2, pace.options)
		tb := ending{c.table}
		tb.add(tb.f.Leave(1, "l", c.ms()))
		tb.add(tb.f.Agree(0, 1, true, "easy", "a", c.ms()))
		tb.add(tb.f.ProposeStop(tb.by(0), c.ms()))
		if tb.f.Outcome() != nil {
			t.Fatalf("%s: the game is void", name)
		}
		// A proposal that was withdrawn, and a second one, begin nothing anew, and end nothing either.
		tb.add(tb.f.DeclineStop(tb.by(0), tb.f.Seq(), c.ms()))
		c.now = pace.absence - 1
		tb.add(tb.f.ProposeStop(tb.by(0), c.ms()))
		tb.refused(engine.ErrNoChange)(tb.f.StopIfAgreed(c.ms()))
		c.after(1)
		back := *tb.f
		if r, err := back.Return(1, "r", c.ms()); err != nil {
			t.Fatal(err)
		} else if _, err = back.Apply(r); err != nil {
			t.Fatal(err)
		}
		tb.refused(engine.ErrNoChange)(back.StopIfAgreed(c.ms()))
		tb.add(tb.f.StopIfAgreed(c.ms()))
		tb.ended(engine.Outcome{Ended: engine.EndedByAgreement})
	}
}

// A pause ends with the agreement of all, so that nobody's clock runs unnoticed: neither one player nor an accomplice to whom a seat was given ends it alone.
func TestPause_EndsByAgreement(t *testing.T) {
	t.Parallel()
	c := newClockTable(t, turns{}, 3, live(60, 0))
	tb := ending{c.table}
	tb.add(tb.f.ProposePause(0, "p", c.ms()))
	pause := tb.f.Seq()
	tb.add(tb.f.AgreeToPause(1, pause, "a", c.ms()))
	tb.add(tb.f.AgreeToPause(2, pause, "a", c.ms()))
	until := tb.f.PausedUntil()
	tb.add(tb.f.Leave(2, "l", c.ms()))
	tb.add(tb.f.HandOver(1, codec.Optional{1}, "h", c.ms()))
	tb.add(tb.f.ProposePause(1, "q", c.ms()))
	tb.add(tb.f.AgreeToPause(0, tb.f.Seq(), "a", c.ms()))
	expect.Equal(t, tb.f.PausedUntil(), until, "the pause ends at")
	c.after(6 * aDay) // the time of a pause is no absence
	tb.refused(engine.ErrNoChange)(tb.f.PauseIfAgreed(c.ms()))
	if _, ok := tb.f.SettlesAt(); ok {
		t.Error("the end of the pause settles by itself")
	}
}

// Ends in whose entries the agreement of an absent person is left out, or that of a person who is away for too long is stated.
func TestStop_ForgedAgreement(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		by     engine.Seat
		days   int64
		people []engine.Seat
		right  bool
	}{
		"the person is away for a moment":       {engine.NoSeat, 0, []engine.Seat{0}, false},
		"in the entry of the proposer":          {0, 0, []engine.Seat{0}, false},
		"the person is away for less":           {engine.NoSeat, 29, []engine.Seat{0}, false},
		"nobody is asked":                       {engine.NoSeat, 40, []engine.Seat{}, false},
		"the person agreed, it says":            {engine.NoSeat, 30, []engine.Seat{0, 1}, false},
		"a bot agreed, it says":                 {engine.NoSeat, 30, []engine.Seat{0, 2}, false},
		"the person is away for too long":       {engine.NoSeat, 30, []engine.Seat{0}, true},
		"in the entry of the person themselves": {1, 30, []engine.Seat{0}, false},
	} {
		tb := ending{newPoolTable(t, 1).table}
		tb.add(tb.f.Leave(1, "l", 0))
		tb.add(tb.f.Agree(0, 1, true, "easy", "a", 0))
		tb.add(tb.f.ProposeStop(tb.by(0), min(c.days, 29)*aDay*aSecond))
		if tb.f.Outcome() != nil {
			t.Fatal("the game is void")
		}
		e := engine.Entry{Format: engine.EntryFormat, Seq: tb.f.Seq() + 1, Prev: tb.f.Head(), Rules: 7, Kind: engine.KindSystem, Seat: c.by, Actor: engine.ActorTimer, Time: (c.days*aDay + 1) * aSecond}
		if c.by >= 0 {
			e.Actor = engine.ActorPlayer
		}
		data := must.Return(codec.Canonical(engine.TableEnded{By: engine.EndedByAgreement, People: c.people}))(t)
		e.Events = []engine.Stored{{Name: "frame.ended", Version: 1, Data: data}}
		r, err := engine.NewRecord(e)
		if err == nil {
			r, err = r.Salted(tb.secret, exampleTable)
		}
		must.Succeed(t, err)
		if _, err := tb.f.Apply(r); (err == nil) != c.right {
			t.Errorf("%s: got %v", name, err)
		}
		// Without the rules a check knows no absences, but the time since the person's last entry.
		events := must.Return(e.EndingEvents())(t)
		if _, err := tb.before().After(e, events); (err == nil) != c.right {
			t.Errorf("%s: without the rules: got %v", name, err)
		}
	}
}

// before are the endings after the log of the table, as a check without the rules follows them.
func (tb ending) before() engine.Endings {
	tb.Helper()
	endings := engine.NewEndings(tb.f.Start())
	for _, r := range tb.log {
		events, err := r.Entry.EndingEvents()
		if err == nil {
			endings, err = endings.After(r.Entry, events)
		}
		must.Succeed(tb, err)
	}
	return endings
}

// Pauses in whose entries the agreement of an absent person is left out.
func TestPause_ForgedAgreement(t *testing.T) {
	t.Parallel()
	for name, forge := range map[string]func(tb ending, c *clockTable) (engine.Record, error){
		"a pause without the person who is away": func(tb ending, c *clockTable) (engine.Record, error) {
			tb.add(tb.f.ProposePause(0, "p", c.ms()))
			tb.add(tb.f.AgreeToPause(1, tb.f.Seq(), "p", c.ms()))
			return tb.madeAt(c, -1, engine.Paused{Until: c.ms() + 7*aDay*aSecond})
		},
		"a pause of which nobody spoke": func(tb ending, c *clockTable) (engine.Record, error) {
			return tb.madeAt(c, -1, engine.Paused{Until: c.ms() + 7*aDay*aSecond})
		},
		"a pause by a player, without an answer": func(tb ending, c *clockTable) (engine.Record, error) {
			tb.add(tb.f.ProposePause(0, "p", c.ms()))
			tb.add(tb.f.AgreeToPause(1, tb.f.Seq(), "p", c.ms()))
			c.now = 8 * aDay
			return tb.madeAt(c, 0, engine.Paused{Until: c.ms() + 7*aDay*aSecond})
		},
	} {
		tb, c := votes(t, func(tb ending, c *clockTable) { tb.add(tb.f.Leave(2, "l", c.ms())) })
		r := must.Return(forge(tb, c))(t)
		expect.Failure(t, expect.Second(tb.f.Apply(r)), name, "was accepted")
	}
}

// madeAt is made, at the time of a table.
func (tb ending) madeAt(c *clockTable, seat engine.Seat, events ...engine.Event) (engine.Record, error) {
	r, err := tb.made(seat, events...)
	if err != nil {
		return r, err
	}
	r.Entry.Time, r.Entry.Rules = c.ms(), tb.log[0].Entry.Rules
	return engine.NewRecord(r.Entry)
}

// In random games in which people come and go, no game is stopped and no clock paused without each person who plays on. Each of them agreed, or did nothing
// for the whole time of an absence.
func TestAgreements_AnyWalk(t *testing.T) {
	t.Parallel()
	acts := append(slices.Clone(clockActs), []clockAct{
		{"leave", func(tb *clockTable, _ *rand.Rand, seat engine.Seat) (engine.Record, error) {
			return tb.f.Leave(seat, "l", tb.ms())
		}},
		{"concede", func(tb *clockTable, r *rand.Rand, seat engine.Seat) (engine.Record, error) {
			if r.IntN(10) > 0 {
				return engine.Record{}, engine.ErrNoChange
			}
			return tb.f.Concede(engine.Command{ID: "g", Seat: seat}, "easy", tb.ms())
		}},
		{"stop", func(tb *clockTable, r *rand.Rand, seat engine.Seat) (engine.Record, error) {
			c, endings := engine.Command{ID: "s", Seat: seat}, tb.f.Endings()
			p := endings.Proposal()
			switch {
			case p == nil:
				return tb.f.ProposeStop(c, tb.ms())
			case r.IntN(6) == 0:
				return tb.f.DeclineStop(c, p.Seq, tb.ms())
			case r.IntN(2) == 0:
				return tb.f.StopIfAgreed(tb.ms())
			}
			return tb.f.AgreeToStop(c, p.Seq, tb.ms())
		}},
		{"settle", func(tb *clockTable, _ *rand.Rand, _ engine.Seat) (engine.Record, error) {
			return tb.f.PauseIfAgreed(tb.ms())
		}},
	}...)
	seen := map[string]int{}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 33))
		pace := []engine.Options{live(3600, 5), days(aDay, 20), vacations(9*aDay, 20)}[r.IntN(3)]
		tb := newClockTable(t, []engine.Title{turns{}, tally{}}[seed%2], 3, pace)
		w := &agreementOracle{seats: map[engine.Seat]int64{}, absence: max(aDay, map[bool]int64{true: max(7*aDay, int64(pace[clock.OptionBank]))}[pace[clock.OptionPace] == 2]) * aSecond}
		for range 80 {
			tb.after(r.Int64N(600))
			if r.IntN(4) == 0 {
				tb.after(r.Int64N(6 * aDay))
			}
			record, err := acts[r.IntN(len(acts))].do(tb, r, engine.Seat(r.IntN(3)))
			if err != nil {
				continue
			}
			events := must.Return(tb.f.Decode(record.Entry))(t)
			tb.add(record, nil)
			if fault := w.follow(record.Entry, events); fault != "" {
				t.Fatalf("seed %d, entry %d: %s", seed, record.Entry.Seq, fault)
			}
			for _, event := range events {
				if e, isEnd := event.(engine.TableEnded); isEnd {
					seen[fmt.Sprint(e.By, len(events))]++
				} else if _, isPause := event.(engine.Paused); isPause {
					seen[fmt.Sprint("pause", len(events))]++
				}
			}
		}
		if seed%50 == 0 {
			tb.replays()
		}
	}
	for _, what := range []string{"agreement1", "agreement2", "pause1", "pause2"} {
		if seen[what] == 0 {
			t.Errorf("no game has a %s: %v", what, seen)
		}
	}
}

// agreementOracle follows who agreed to the open proposals, and when each person acted last.
type agreementOracle struct {
	absence     int64
	seats       map[engine.Seat]int64 // last acts
	out         [3]bool               // conceded
	stop, pause map[engine.Seat]bool
}

func (w *agreementOracle) follow(e engine.Entry, events []engine.Event) (fault string) {
	missing := func(agreed map[engine.Seat]bool) string {
		for seat := range engine.Seat(3) {
			if !w.out[seat] && !agreed[seat] && (e.Actor == engine.ActorPlayer && e.Seat == seat || e.Time-w.seats[seat] < w.absence) {
				return fmt.Sprintf("seat %d was not asked: it acted %d ms ago", seat, e.Time-w.seats[seat])
			}
		}
		return ""
	}
	for _, event := range events {
		switch ev := event.(type) {
		case engine.StopProposed:
			w.stop = map[engine.Seat]bool{ev.Seat: true}
		case engine.StopAgreed:
			w.stop[ev.Seat] = true
		case engine.PauseProposed:
			w.pause = map[engine.Seat]bool{ev.Seat: true}
		case engine.PauseAgreed:
			w.pause[ev.Seat] = true
		case engine.HandedOver:
			delete(w.stop, ev.Seat)
			delete(w.pause, ev.Seat)
		case engine.Conceded:
			w.out[ev.Seat] = true
		case engine.Paused:
			if fault = missing(w.pause); fault != "" {
				return "pause: " + fault
			}
		case engine.TableEnded:
			if fault = missing(w.stop); ev.By == engine.EndedByAgreement && fault != "" {
				return "stop: " + fault
			}
		}
	}
	if e.Actor == engine.ActorPlayer && e.Seat >= 0 {
		w.seats[e.Seat] = e.Time
	}
	return ""
}
