package engine_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
)

func TestTakeOver(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 3)
	plays := func(when string, want ...string) {
		t.Helper()
		expect.Slice(t, tb.f.StandIns(), want, when, "stand-ins")
	}
	refused := func(_ engine.Record, err error) {
		t.Helper()
		expect.Error(t, err, engine.ErrNoChange)
	}
	refused(tb.f.Agree(0, 0, false, "", "a", 0))
	refused(tb.f.Agree(0, 3, false, "", "a", 0))
	refused(tb.f.Agree(engine.NoSeat, 1, false, "", "a", 0))
	refused(tb.f.TakeOver(3, "medium", 0))
	refused(tb.f.HandOver(engine.NoSeat, codec.Optional{1}, "h", 0))
	plays("at first")

	tb.add(tb.f.Agree(0, 1, false, "medium", "a", 0))
	expect.Slice(t, tb.f.Agreed(1), []engine.Seat{0}, "agreed")
	refused(tb.f.Agree(0, 1, true, "medium", "a2", 0))
	plays("with half of the votes")
	tb.add(tb.f.Return(1, "here", 0)) // the player of seat 1 is present: all votes expire
	expect.Slice(t, tb.f.Agreed(1), nil, "agreed after the return")
	tb.add(tb.f.Agree(0, 1, false, "medium", "a3", 0))
	tb.add(tb.f.Agree(2, 1, true, "medium", "a4", 0))
	plays("with all votes", "", "medium", "")
	refused(tb.f.Agree(0, 1, true, "medium", "a5", 0))
	refused(tb.f.TakeOver(1, "medium", 0))

	c := tb.command(1, "free")
	c.Actor = engine.ActorBot
	tb.add(tb.f.Decide(c, tb.key, 0))
	plays("after the bot's move", "", "medium", "")
	tb.play("1free")
	plays("after the player's move")
	refused(tb.f.Return(1, "back", 0))

	tb.add(tb.f.TakeOver(1, "hard", 0))
	if got := tb.log[len(tb.log)-1].Entry; got.Actor != engine.ActorTimer || got.Command != "" || got.Seat != 1 {
		t.Errorf("a seat whose time is over: got actor %s, command %q, seat %d", got.Actor, got.Command, got.Seat)
	}
	tb.add(tb.f.Return(1, "back", 0))
	plays("after the return")
	tb.add(tb.f.TakeOver(2, "hard", 0))
	tb.play("2left")
	tb.add(tb.f.HandOver(2, codec.Optional{1}, "h", 0))
	plays("after the handover")
	expect.Slice(t, tb.f.Away(), nil, "away after the handover")
	tb.replays()
	tb.play("0end")
	for name, err := range map[string]error{
		"agree":     second(tb.f.Agree(0, 1, true, "easy", "x", 0)),
		"take over": second(tb.f.TakeOver(1, "easy", 0)),
		"hand over": second(tb.f.HandOver(1, codec.Optional{1}, "x", 0)),
	} {
		expect.Error(t, err, engine.ErrFinished, name, "at a finished table")
	}
}

func second(_ engine.Record, err error) error { return err }

func TestOwesSince(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	since := func(when string, seat engine.Seat, want int64) {
		t.Helper()
		if got, ok := tb.f.OwesSince(seat); !ok || got != want {
			t.Errorf("%s seat %d: got since %d (%v), want %d", when, seat, got, ok, want)
		}
	}
	c := tb.command(0, "free")
	tb.add(tb.f.Decide(c, tb.key, 100))
	since("after a move of its own,", 0, 100)
	other, _ := tb.f.OwesSince(1)
	if other == 100 {
		t.Error("the decision of seat 1 was open before, but the other seat's move restarted its waiting time")
	}
	tb.add(tb.f.TakeOver(1, "easy", 200))
	since("a bot playing,", 1, other)
	tb.add(tb.f.Return(1, "back", 300))
	since("back,", 1, 300)
	if _, ok := tb.f.OwesSince(7); ok {
		t.Error("a seat that does not exist owes a decision")
	}
	tb.play("0end")
	if _, ok := tb.f.OwesSince(1); ok {
		t.Error("a seat owes a decision at a finished table")
	}
}

// A return without a leave restarts the waiting time of a seat that owes a decision. Like other entries without progress it is limited in each turn.
func TestHere(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	expect.Error(t, expect.Second(tb.f.Here(7, "h", 0)), engine.ErrNoChange, "a seat that does not exist")
	now := int64(0)
	for n := range 60 {
		now += 60_000
		tb.add(tb.f.Here(1, "h", now))
		if got, ok := tb.f.OwesSince(1); !ok || got != now {
			t.Fatalf("sign %d: got a silence since %d, want %d", n, got, now)
		}
	}
	expect.Error(t, expect.Second(tb.f.Here(1, "h", now+60_000)), engine.ErrTooOften, "one too many")
	tb.add(tb.f.Here(0, "other", now))
	tb.add(tb.f.TakeOver(1, "easy", now))
	tb.play("1free")
	tb.add(tb.f.Leave(0, "leave", now))
	tb.add(tb.f.Here(0, "back", now))
	expect.Slice(t, tb.f.Away(), nil, "away after a return")
	before, _ := tb.f.OwesSince(0)
	tb.add(tb.f.Agree(0, 1, false, "easy", "agree", before+5000))
	expect.Equal(t, expect.First(tb.f.OwesSince(0)), before+5000, "after an agreement of the seat, a silence since")
	tb.replays()
	tb.play("0end")
	expect.Error(t, expect.Second(tb.f.Here(1, "x", now)), engine.ErrFinished, "at a finished table")
}
