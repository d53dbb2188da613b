package engine_test

import (
	"errors"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// ending is a table of tally with the commands that end it early.
type ending struct{ *table }

func (tb ending) by(seat engine.Seat) engine.Command { return engine.Command{ID: "e", Seat: seat} }

// everybody is the list of persons that a server states: all seats.
var everybody = []engine.Seat{0, 1, 2}

func (tb ending) concede(seat engine.Seat) {
	tb.Helper()
	tb.add(tb.f.Concede(tb.by(seat), "medium", 0))
}

func (tb ending) propose(seat engine.Seat) engine.Seq {
	tb.Helper()
	tb.add(tb.f.ProposeStop(tb.by(seat), 0))
	return tb.f.Seq()
}

func (tb ending) agree(seat engine.Seat, proposal engine.Seq) {
	tb.Helper()
	tb.add(tb.f.AgreeToStop(tb.by(seat), proposal, 0))
}

func (tb ending) decline(seat engine.Seat, proposal engine.Seq) {
	tb.Helper()
	tb.add(tb.f.DeclineStop(tb.by(seat), proposal, 0))
}

func (tb ending) refused(want error) func(engine.Record, error) {
	return func(_ engine.Record, err error) {
		tb.Helper()
		if !errors.Is(err, want) {
			tb.Errorf("got %v, want %v", err, want)
		}
	}
}

// ended checks the outcome and that nobody owes a decision.
func (tb ending) ended(want engine.Outcome) {
	tb.Helper()
	got := tb.f.Outcome()
	if got == nil || got.Ended != want.Ended || got.Winners == nil || !slices.Equal(got.Winners, want.Winners) || !slices.Equal(got.Conceded, want.Conceded) {
		tb.Fatalf("outcome: got %+v, want %+v", got, want)
	}
	if open := tb.open(); len(open) != 0 {
		tb.Errorf("open decisions after the end: %v", open)
	}
	tb.refused(engine.ErrFinished)(tb.f.Concede(tb.by(0), "easy", 0))
	tb.refused(engine.ErrFinished)(tb.f.ProposeStop(tb.by(1), 0))
	tb.refused(engine.ErrFinished)(tb.f.TakeOver(0, "easy", 0))
	tb.replays()
	tb.restores()
}

func TestConcede_OfTwo(t *testing.T) {
	t.Parallel()
	tb := ending{newTable(t, 2)}
	tb.do(0, "free")
	tb.concede(1)
	tb.ended(engine.Outcome{Ended: engine.EndedByConcession, Winners: []engine.Seat{0}, Conceded: []engine.Seat{1}})
	expect.Contains(t, string(tb.log[2].Bytes), `"data":{"level":"","seat":1},"name":"frame.conceded"`, "the concession that ends the table")
}

func TestConcede_OfThree(t *testing.T) {
	t.Parallel()
	tb := ending{newTable(t, 3)}
	tb.do(1, "free")
	tb.concede(1)
	if got := tb.f.StandIn(1); got != "medium" || tb.f.Outcome() != nil {
		t.Fatalf("after a concession of three: stand-in %q, outcome %+v", got, tb.f.Outcome())
	}
	tb.refused(engine.ErrConceded)(tb.f.Concede(tb.by(1), "easy", 0))
	tb.refused(engine.ErrConceded)(tb.f.ProposeStop(tb.by(1), 0))
	tb.refused(engine.ErrNoTakeBack)(tb.f.TakeBack(tb.by(1), 0))
	tb.refused(engine.ErrNoChange)(tb.f.Return(1, "r", 0))
	tb.refused(engine.ErrNoChange)(tb.f.Here(1, "r", 0))
	tb.refused(engine.ErrNoChange)(tb.f.Leave(1, "l", 0))
	tb.refused(engine.ErrNoChange)(tb.f.HandOver(1, codec.Optional{1}, "h", 0))
	tb.refused(engine.ErrNoChange)(tb.f.Agree(1, 0, true, "easy", "a", 0))
	tb.refused(engine.ErrNoChange)(tb.f.TakeOver(1, "easy", 0))
	tb.refused(engine.ErrNotYours)(tb.f.Decide(tb.command(1, "free"), tb.key, 0))
	tb.replays()
	bot := tb.command(1, "end")
	bot.Actor = engine.ActorBot
	tb.add(tb.f.Decide(bot, tb.key, 0)) // the bot of the seat that conceded wins by the rules of tally
	if got := tb.f.Outcome(); got.Ended != "" || !slices.Equal(got.Winners, []engine.Seat{0}) || !slices.Equal(got.Conceded, []engine.Seat{1}) {
		t.Errorf("at the end of the game: got %+v", got)
	}
	tb.replays()
	tb.restores()

	tb = ending{newTable(t, 3)}
	tb.concede(2)
	tb.concede(0)
	tb.ended(engine.Outcome{Ended: engine.EndedByConcession, Winners: []engine.Seat{1}, Conceded: []engine.Seat{2, 0}})
}

func TestConcede_OnlyBotsAreLeft(t *testing.T) {
	t.Parallel()
	p := ending{newPoolTable(t, 1).table}
	p.refused(engine.ErrNoPerson)(p.f.Concede(p.by(2), "medium", 0))
	p.refused(engine.ErrNoPerson)(p.f.ProposeStop(p.by(2), 0))
	p.refused(engine.ErrNoPerson)(p.f.Concede(p.by(3), "medium", 0))
	p.refused(engine.ErrNoPerson)(p.f.Concede(p.by(engine.NoSeat), "medium", 0))
	p.concede(0)
	p.concede(1)
	p.ended(engine.Outcome{Ended: engine.EndedByConcession, Winners: []engine.Seat{2}, Conceded: []engine.Seat{0, 1}})
}

func TestStop(t *testing.T) {
	t.Parallel()
	tb := ending{newTable(t, 3)}
	tb.refused(engine.ErrStaleDecision)(tb.f.AgreeToStop(tb.by(0), 0, 0))
	first := tb.propose(0)
	tb.refused(engine.ErrNoChange)(tb.f.ProposeStop(tb.by(1), 0))
	tb.refused(engine.ErrNoChange)(tb.f.AgreeToStop(tb.by(0), first, 0))
	tb.refused(engine.ErrStaleDecision)(tb.f.AgreeToStop(tb.by(1), first+1, 0))
	tb.agree(1, first)
	tb.do(2, "free") // a move does not end the proposal
	if got := tb.f.Endings(); got.Proposal() == nil || !slices.Equal(got.Proposal().Agreed, []engine.Seat{0, 1}) {
		t.Fatalf("the proposal after a move: %+v", got.Proposal())
	}
	tb.replays()
	tb.decline(2, first)
	tb.refused(engine.ErrStaleDecision)(tb.f.AgreeToStop(tb.by(2), first, 0))

	second := tb.propose(1)
	tb.agree(0, second)
	tb.decline(1, second) // withdrawn
	tb.refused(engine.ErrStaleDecision)(tb.f.AgreeToStop(tb.by(2), second, 0))

	third := tb.propose(2)
	tb.agree(0, third)
	tb.agree(1, third)
	tb.ended(engine.Outcome{Ended: engine.EndedByAgreement})
}

func TestStop_VotersChange(t *testing.T) {
	t.Parallel()
	tb := ending{newTable(t, 3)}
	proposal := tb.propose(0)
	tb.agree(1, proposal)
	tb.add(tb.f.HandOver(1, codec.Optional{1}, "h", 0)) // the agreement was that of the previous person
	tb.refused(engine.ErrNoChange)(tb.f.StopIfAgreed(0))
	tb.add(tb.f.TakeOver(2, "easy", 0))
	tb.refused(engine.ErrNoChange)(tb.f.StopIfAgreed(0))
	tb.concede(1)
	tb.refused(engine.ErrNoChange)(tb.f.StopIfAgreed(30*aDay*aSecond - 1)) // a stand-in gives no right away
	tb.add(tb.f.StopIfAgreed(30 * aDay * aSecond))
	tb.ended(engine.Outcome{Ended: engine.EndedByAgreement, Conceded: []engine.Seat{1}})

	tb = ending{newTable(t, 3)}
	tb.propose(0)
	tb.add(tb.f.HandOver(0, codec.Optional{1}, "h", 0)) // the proposer is gone
	endings := tb.f.Endings()
	expect.Equal(t, endings.Proposal(), nil, "the proposal of a person who handed the seat over")

	tb = ending{newPoolTable(t, 1).table}
	tb.concede(0)
	tb.add(tb.f.ProposeStop(tb.by(1), 0)) // the only other seat is a bot's
	tb.ended(engine.Outcome{Ended: engine.EndedByAgreement, Conceded: []engine.Seat{0}})
}

// TestStop_Limits: proposals are entries that do not advance the game, so a seat can make only so many.
func TestStop_Limits(t *testing.T) {
	t.Parallel()
	tb := ending{newTable(t, 2)}
	var err error
	for n := 0; err == nil; n++ {
		var r engine.Record
		if r, err = tb.f.ProposeStop(tb.by(0), int64(n)*60_000); err == nil {
			tb.add(r, nil)
			tb.decline(1, tb.f.Seq())
		}
		if n > 100 {
			t.Fatal("a seat can propose without end")
		}
	}
	expect.Error(t, err, engine.ErrTooOften)
}

// TestEndings_Signed: devices sign these acts, and an answer names the proposal.
// The operator closes a table in the middle of anything: nobody wins, and the concessions before stay.
func TestClose(t *testing.T) {
	t.Parallel()
	tb := ending{newTable(t, 3)}
	tb.do(1, "free")
	tb.concede(1)
	tb.propose(0)
	tb.add(tb.f.Close(5))
	tb.ended(engine.Outcome{Ended: engine.EndedByOperator, Conceded: []engine.Seat{1}})
	tb.refused(engine.ErrFinished)(tb.f.Close(6))
	expect.Contains(t, string(tb.log[len(tb.log)-1].Bytes), `"events":[{"data":{},"name":"frame.closed","version":1}]`, "the entry that closes the table")

	p := ending{newPoolTable(t, 1).table}
	p.add(p.f.Close(5))
	p.ended(engine.Outcome{Ended: engine.EndedByOperator})
}

func TestEndings_Signed(t *testing.T) {
	t.Parallel()
	p := newPoolTable(t, 1)
	devices := exampleDevices()
	seat := func(seat engine.Seat, decision string) engine.Command {
		return engine.Command{ID: "e" + decision, Seat: seat, Actor: engine.ActorPlayer, Decision: engine.DecisionID(decision)}
	}
	p.add(p.f.ProposeStop(p.proved(seat(0, ""), "propose_stop", devices[0], 1), 0))
	expect.Error(t, expect.Second(p.f.AgreeToStop(p.proved(seat(1, "3"), "agree_to_stop", devices[1], 1), 2, 0)), engine.ErrBadProof, "a signature for another proposal")
	expect.Error(t, expect.Second(p.f.DeclineStop(p.proved(seat(1, "2"), "agree_to_stop", devices[1], 1), 2, 0)), engine.ErrBadProof, "a signature of another answer")
	p.add(p.f.DeclineStop(p.proved(seat(1, "2"), "decline_stop", devices[1], 1), 2, 0))
	p.add(p.f.Concede(p.proved(seat(1, ""), "concede", devices[1], 2), "easy", 0))
	p.replays()
	expect.Equal(t, p.f.Ledger().Devices(1)[0].Accepted, 2, "accepted reveals")
}

// TestEndings_Corrupt: the fold refuses records that no server would have stored.
func TestEndings_Corrupt(t *testing.T) {
	t.Parallel()
	for name, forge := range map[string]func(tb ending) (engine.Record, error){
		"a concession of nobody":         func(tb ending) (engine.Record, error) { return tb.made(-1, engine.Conceded{Seat: -1, Level: "easy"}) },
		"a concession in another's name": func(tb ending) (engine.Record, error) { return tb.made(0, engine.Conceded{Seat: 1, Level: "easy"}) },
		"a concession without a bot":     func(tb ending) (engine.Record, error) { return tb.made(0, engine.Conceded{Seat: 0}) },
		"a second concession": func(tb ending) (engine.Record, error) {
			tb.concede(0)
			return tb.made(0, engine.Conceded{Seat: 0, Level: "easy"})
		},
		"a return after a concession": func(tb ending) (engine.Record, error) { tb.concede(0); return tb.made(1, engine.Returned{Seat: 0}) },
		"an end of nothing": func(tb ending) (engine.Record, error) {
			return tb.made(-1, engine.TableEnded{By: engine.EndedByAgreement})
		},
		"an end that two of three agreed": func(tb ending) (engine.Record, error) {
			n := tb.propose(0)
			return tb.made(1, engine.StopAgreed{Seat: 1, Proposal: n}, engine.TableEnded{By: engine.EndedByAgreement, People: everybody})
		},
		"an agreement to another proposal": func(tb ending) (engine.Record, error) {
			n := tb.propose(0)
			return tb.made(1, engine.StopAgreed{Seat: 1, Proposal: n + 1})
		},
		"an agreement after a withdrawal": func(tb ending) (engine.Record, error) {
			n := tb.propose(0)
			tb.decline(0, n)
			return tb.made(1, engine.StopAgreed{Seat: 1, Proposal: n})
		},
		"a second proposal":    func(tb ending) (engine.Record, error) { tb.propose(0); return tb.made(1, engine.StopProposed{Seat: 1}) },
		"a decline of nothing": func(tb ending) (engine.Record, error) { return tb.made(1, engine.StopDeclined{Seat: 1}) },
		"a win by a concession of one of three": func(tb ending) (engine.Record, error) {
			return tb.made(1, engine.Conceded{Seat: 1}, engine.TableEnded{By: engine.EndedByConcession, People: []engine.Seat{0, 2}})
		},
		"an end for another reason": func(tb ending) (engine.Record, error) {
			return tb.made(1, engine.StopProposed{Seat: 1}, engine.TableEnded{By: "hunger", People: nil})
		},
		"a closing in the name of a player": func(tb ending) (engine.Record, error) { return tb.made(0, engine.TableClosed{}) },
		"a closing beside other events": func(tb ending) (engine.Record, error) {
			return tb.made(-1, engine.TableClosed{}, engine.TakenOver{Seat: 0, Level: "easy"})
		},
		"a closing after other events": func(tb ending) (engine.Record, error) {
			return tb.made(-1, engine.TakenOver{Seat: 0, Level: "easy"}, engine.TableClosed{})
		},
		"a second closing": func(tb ending) (engine.Record, error) {
			tb.add(tb.f.Close(5))
			return tb.made(-1, engine.TableClosed{})
		},
		"an end by the reason of a closing": func(tb ending) (engine.Record, error) {
			return tb.made(-1, engine.TableEnded{By: engine.EndedByOperator})
		},
		"an act after the end": func(tb ending) (engine.Record, error) {
			tb.concede(0)
			tb.concede(1)
			return tb.made(2, engine.Left{Seat: 2})
		},
	} {
		tb := ending{newTable(t, 3)}
		r := must.Return(forge(tb))(t)
		expect.Error(t, expect.Second(tb.f.Apply(r)), engine.ErrCorrupt, name)
		tb.replays()
	}
}

// made is a forged record of a seat with these events, in its place in the chain.
func (tb ending) made(seat engine.Seat, events ...engine.Event) (engine.Record, error) {
	e := engine.Entry{Format: engine.EntryFormat, Seq: tb.f.Seq() + 1, Prev: tb.f.Head(), Rules: 7, Kind: engine.KindSystem, Seat: seat, Actor: engine.ActorPlayer, Command: "f"}
	if seat < 0 {
		e.Actor = engine.ActorTimer
	}
	for _, event := range events {
		data, err := codec.Canonical(event)
		if err != nil {
			return engine.Record{}, err
		}
		e.Events = append(e.Events, engine.Stored{Name: engine.SystemEventName(event), Version: 1, Data: data})
	}
	return engine.NewRecord(e)
}
