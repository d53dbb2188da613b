package engine_test

import (
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/testkit/expect"
)

const aDay = 24 * 60 * 60

// vacations is a pace of days whose tables stand still during vacations.
func vacations(bank, increment int) engine.Options {
	o := days(bank, increment)
	o[clock.OptionVacation] = 1
	return o
}

func TestPause_ByAgreement(t *testing.T) {
	t.Parallel()
	tb := newClockTable(t, turns{}, 3, live(60, 5))
	tb.after(11).add(tb.f.ProposePause(0, "p", tb.ms()))
	proposal := tb.f.Seq()
	tb.add(tb.f.AgreeToPause(1, proposal, "a", tb.ms()))
	r, err := tb.f.AgreeToPause(1, proposal, "b", tb.ms())
	tb.refuses(engine.ErrNoChange, r, err)
	r, err = tb.f.AgreeToPause(2, proposal-1, "c", tb.ms())
	tb.refuses(engine.ErrStaleDecision, r, err)
	r, err = tb.f.ProposePause(2, "d", tb.ms())
	tb.refuses(engine.ErrNoChange, r, err)
	if p := tb.f.Pause(tb.ms()); p == nil || p.Until != 0 || !slices.Equal(p.Proposal.Agreed, []engine.Seat{0, 1}) {
		t.Errorf("got the pause %+v", p)
	}
	tb.after(5).add(tb.f.AgreeToPause(2, proposal, "e", tb.ms()))
	tb.shows("45+ 60 60")
	if p := tb.f.Pause(tb.ms()); p == nil || p.Until != tb.ms()+7*aDay*aSecond || p.Proposal != nil {
		t.Errorf("got the pause %+v", p)
	}
	tb.after(3 * aDay)
	r, err = tb.f.TimeOut(0, tb.ms())
	tb.refuses(engine.ErrTimeLeft, r, err)
	tb.moves(0, engine.ActorPlayer) // moves stay possible
	tb.shows("50 60+ 60")

	// All of them end it before its time.
	tb.add(tb.f.ProposePause(2, "f", tb.ms()))
	resume := tb.f.Seq()
	tb.add(tb.f.AgreeToPause(1, resume, "g", tb.ms()))
	tb.add(tb.f.DeclinePause(0, resume, "h", tb.ms()))
	tb.after(3600).add(tb.f.ProposePause(0, "i", tb.ms()))
	resume = tb.f.Seq()
	for _, seat := range []engine.Seat{2, 1} {
		tb.add(tb.f.AgreeToPause(seat, resume, "j", tb.ms()))
	}
	expect.Equal(t, tb.f.Pause(tb.ms()), nil, "the pause")
	tb.after(21).moves(1, engine.ActorPlayer) // one second is free
	tb.shows("50 45 60+")
}

func TestPause_EndsByItself(t *testing.T) {
	t.Parallel()
	tb := newClockTable(t, turns{}, 2, live(60, 0))
	tb.after(1).add(tb.f.ProposePause(0, "p", tb.ms()))
	tb.add(tb.f.AgreeToPause(1, tb.f.Seq(), "a", tb.ms()))
	tb.after(aDay).add(tb.f.ProposePause(0, "q", tb.ms())) // to end it
	resume := tb.f.Seq()
	tb.after(6*aDay + 60)
	r, err := tb.f.AgreeToPause(1, resume, "late", tb.ms())
	tb.refuses(engine.ErrStaleDecision, r, err)
	r, err = tb.f.TimeOut(1, tb.ms())
	tb.refuses(engine.ErrNoChange, r, err)
	tb.add(tb.f.TimeOut(0, tb.ms())) // a minute after its end
	tb.shows("0 60")
}

func TestPause_Refused(t *testing.T) {
	t.Parallel()
	tb := newClockTable(t, turns{}, 2, nil)
	r, err := tb.f.ProposePause(0, "p", 0)
	tb.refuses(engine.ErrNoChange, r, err)
	r, err = tb.f.SetVacation(0, aDay*aSecond, "p", 0)
	tb.refuses(engine.ErrNoChange, r, err)
	tb = newClockTable(t, turns{}, 2, days(60, 0))
	r, err = tb.f.ProposePause(7, "p", 0)
	tb.refuses(engine.ErrNoPerson, r, err)
	r, err = tb.f.SetVacation(0, aDay*aSecond, "p", 0)
	tb.refuses(engine.ErrNoChange, r, err)
	r, err = tb.f.DeclinePause(0, 0, "p", 0)
	tb.refuses(engine.ErrStaleDecision, r, err)
}

func TestVacation(t *testing.T) {
	t.Parallel()
	tb := newClockTable(t, turns{}, 2, vacations(100, 30))
	tb.after(10).add(tb.f.SetVacation(1, tb.ms()+aDay*aSecond, "v", tb.ms()))
	tb.shows("90+ 100")
	tb.after(aDay + 20)
	tb.moves(0, engine.ActorPlayer)
	tb.shows("100 100+")
	// The rest of thirty days.
	tb.add(tb.f.SetVacation(1, tb.ms()+100*aDay*aSecond, "w", tb.ms()))
	expect.Equal(t, tb.f.VacationOf(1)-tb.ms(), int64(29*aDay*aSecond), "the vacation in ms")
	r, err := tb.f.SetVacation(1, tb.ms()+200*aDay*aSecond, "x", tb.ms())
	tb.refuses(engine.ErrNoChange, r, err)
	tb.after(9 * aDay).add(tb.f.SetVacation(1, 0, "y", tb.ms()))
	tb.after(5)
	tb.moves(1, engine.ActorPlayer)
	tb.shows("100+ 100")
	tb.add(tb.f.SetVacation(1, tb.ms()+100*aDay*aSecond, "z", tb.ms()))
	expect.Equal(t, tb.f.VacationOf(1)-tb.ms(), int64(20*aDay*aSecond), "the vacation in ms")
	tb.add(tb.f.Concede(engine.Command{ID: "c", Seat: 1}, "easy", tb.ms())) // nobody waits for a player who gave up
	if until := tb.f.PausedUntil(); until > tb.ms() {
		t.Errorf("the table is paused until %d", until)
	}
}
