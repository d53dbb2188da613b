package engine_test

import (
	"errors"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

const aSecond = 1000 // milliseconds

// accepted applies the record of a command. It reports whether the command was accepted; a refusal must be want.
func (tb *table) accepted(want error, r engine.Record, err error) bool {
	tb.Helper()
	if err == nil {
		tb.add(r, nil)
		return true
	}
	if !errors.Is(err, want) {
		tb.Fatalf("got the refusal %v, want %v", err, want)
	}
	return false
}

// leaves leaves and returns, and reports whether the leave was accepted. The return must always be.
func (tb *table) leaves(seat engine.Seat, now int64, want error) bool {
	tb.Helper()
	r, err := tb.f.Leave(seat, "leave", now)
	if !tb.accepted(want, r, err) {
		return false
	}
	tb.add(tb.f.Return(seat, "return", now))
	return true
}

// count returns how often in a row do is accepted, at most 1000 times.
func count(do func() bool) (n int) {
	for n < 1000 && do() {
		n++
	}
	return n
}

func TestNoProgress_Burst(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	expect.Equal(t, count(func() bool { return tb.leaves(0, 0, engine.ErrTooFast) }), 20, "leaves at once")
	tb.do(0, "free")
	taken := func() bool {
		r, err := tb.f.TakeBack(engine.Command{ID: "back", Seat: 0}, 0)
		if !tb.accepted(engine.ErrTooFast, r, err) {
			return false
		}
		tb.do(0, "free")
		return true
	}
	expect.Equal(t, count(taken), 40, "take-backs at once")
	if !tb.leaves(1, 0, nil) {
		t.Error("the other seat has its own account")
	}
	if tb.leaves(0, 2*aSecond-1, engine.ErrTooFast) || !tb.leaves(0, 2*aSecond, nil) || tb.leaves(0, 2*aSecond, engine.ErrTooFast) {
		t.Error("after the burst, one leave in two seconds is accepted")
	}
	if tb.leaves(0, -3600*aSecond, engine.ErrTooFast) {
		t.Error("a clock that is behind must not restore the burst")
	}
}

// A person who closes and opens the page ten times in a minute, in every minute of a game with a move a minute, is never
// refused.
func TestNoProgress_HumanPace(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	for minute := range int64(120) {
		for n := range int64(10) {
			now := (minute*60 + n*6) * aSecond
			if minute < 5 && !tb.leaves(0, now, nil) {
				t.Fatalf("minute %d: a leave was refused", minute)
			}
			tb.do(0, "free")
			if n < 2 {
				tb.add(tb.f.TakeBack(engine.Command{ID: "back", Seat: 0}, now))
				tb.do(0, "free")
			}
		}
	}
}

// However slowly, a seat leaves and takes back at most 60 times until a move of its own advances the game. A replayed
// move does not.
func TestNoProgress_CeilingOfATurn(t *testing.T) {
	t.Parallel()
	tb, now := newTable(t, 2), int64(0)
	hour := func() int64 { now += 3600 * aSecond; return now }
	tb.do(0, "free")
	takesBack := func() bool {
		r, err := tb.f.TakeBack(engine.Command{ID: "back", Seat: 0}, hour())
		if !tb.accepted(engine.ErrTooOften, r, err) {
			return false
		}
		tb.do(0, "free")
		return true
	}
	expect.Equal(t, count(takesBack), 60, "take-backs")
	expect.Slice(t, tb.can(), nil, "seats that may take back")
	if tb.leaves(0, hour(), engine.ErrNoChange) {
		t.Error("leaves and take-backs share one ceiling")
	}
	expect.Equal(t, count(func() bool { return tb.leaves(1, hour(), engine.ErrNoChange) }), 60, "leaves of the other seat")
	tb.do(1, "free")
	if tb.leaves(0, hour(), engine.ErrNoChange) {
		t.Error("a move of another seat must not lower the count")
	}
	tb.do(0, "free")
	expect.Equal(t, count(func() bool { return tb.leaves(0, hour(), engine.ErrNoChange) }), 2, "leaves after a move that advances the game")
}

// At the ceiling of leaves, a seat can still be handed over and agree to a stand-in, a limited number of times.
func TestNoProgress_Reserve(t *testing.T) {
	t.Parallel()
	tb, now := newTable(t, 2), int64(0)
	hour := func() int64 { now += 3600 * aSecond; return now }
	count(func() bool { return tb.leaves(0, hour(), engine.ErrTooOften) })
	handovers := func() bool {
		r, err := tb.f.HandOver(0, codec.Optional{1}, "hand", hour())
		return tb.accepted(engine.ErrTooOften, r, err)
	}
	agreements := func() bool {
		r, err := tb.f.Agree(1, 0, false, "easy", "agree", hour())
		if !tb.accepted(engine.ErrTooOften, r, err) {
			return false
		}
		tb.add(tb.f.Return(0, "return", now))
		return true
	}
	expect.Equal(t, count(handovers), 10, "handovers above the ceiling of leaves")
	expect.Equal(t, count(agreements), 70, "agreements")
}

// After seven takeovers by the timer in one turn, the stand-in plays on until the game advances or the player moves.
func TestNoProgress_Takeovers(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	takenOver := func() bool {
		tb.add(tb.f.TakeOver(0, "easy", 0))
		r, err := tb.f.Return(0, "return", 0)
		return tb.accepted(engine.ErrTooFast, r, err)
	}
	if got := count(takenOver); got != 6 {
		t.Fatalf("got %d returns after a takeover, want 6", got)
	}
	c := tb.command(0, "free")
	c.Actor = engine.ActorBot
	tb.add(tb.f.Decide(c, tb.key, 0))
	tb.add(tb.f.Return(0, "return", 0))
	if takenOver() {
		t.Fatal("the next takeover reaches the limit again")
	}
	tb.do(0, "free") // the player's own move
	expect.Equal(t, tb.f.StandIn(0), "", "the stand-in after a move of the player")
}

// Logs of programs without the limits fold, and can be decided again.
func TestNoProgress_OldLogs(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	for range 500 {
		tb.add(tb.f.Unlimited().Leave(0, "leave", 0))
		tb.add(tb.f.Unlimited().Return(0, "return", 0))
	}
	again := engine.NewFold(tally{})
	for _, r := range tb.log {
		must.Return(again.Apply(r))(t)
	}
	_, err := again.Leave(0, "leave", 3600*aSecond)
	if _, here := tb.f.Leave(0, "leave", 3600*aSecond); !errors.Is(err, engine.ErrTooOften) || !errors.Is(here, err) {
		t.Errorf("got %v after a replay and %v before it", err, here)
	}
	for range 10 {
		tb.do(0, "free")
	}
	expect.Equal(t, count(func() bool { return tb.leaves(0, 3600*aSecond, engine.ErrTooOften) }), 10, "leaves after ten moves")
}
