package pangea_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// fold is a table with its log, for take-back.
type fold struct {
	*testing.T
	*engine.Fold
	key chance.Key
}

// play answers the open decision with the first listed move for which which is true.
func (f *fold) play(which func(engine.Move) bool) {
	f.Helper()
	seat := f.OwingSeats()[0]
	d := f.Decisions(engine.SeatViewer(seat))[0]
	for _, m := range d.Moves {
		if !which(m) {
			continue
		}
		raw := must.Return(codec.Canonical(m))(f)
		f.add(f.Decide(engine.Command{ID: "c", Seat: seat, Actor: engine.ActorPlayer, Decision: d.ID, Move: raw}, f.key, 0))
		return
	}
	f.Fatalf("no such move for seat %d: %+v", seat, d.Moves)
}

func (f *fold) add(r engine.Record, err error) {
	f.Helper()
	if err == nil {
		_, err = f.Apply(r)
	}
	must.Succeed(f, err)
}

// back takes a step back.
func (f *fold) back(seat engine.Seat) {
	f.Helper()
	f.add(f.TakeBack(engine.Command{ID: "b", Seat: seat}, 0))
}

func (f *fold) can(seat engine.Seat) bool { return f.View(engine.SeatViewer(seat)).CanTakeBack }

func (f *fold) seen() View { return f.State().View(spectator).(View) }

// of is true of every move of a type.
func of[M any](m engine.Move) bool { _, ok := m.(M); return ok }

// started is a table of two after its start, all towers placed.
func started(t *testing.T) *fold {
	t.Helper()
	f := &fold{T: t, Fold: engine.NewFold(Title{})}
	start := engine.Started{Table: "t", Title: "pangea", Setup: setup(2)}
	f.key = enginetest.Sit(&start, chance.Secret{})
	f.add(engine.Begin(Title{}, start, f.key, 0))
	f.play(of[PlaceTower])
	expect.Deep(t, f.can(0) || f.can(1), false, "towers stay")
	f.play(of[PlaceTower])
	return f
}

func TestTakeBack(t *testing.T) {
	t.Parallel()

	t.Run("the steps of the current phase, one by one [P25]", func(t *testing.T) {
		t.Parallel()
		f := started(t)
		seat := f.OwingSeats()[0]
		f.play(of[End])
		expect.Deep(t, f.can(seat), false, "an end")
		before := f.seen()
		f.play(of[Step])
		f.play(of[Step])
		expect.Deep(t, f.seen().Turn.Phase, PhaseMovement, "phase")
		expect.Deep(t, f.can(1-seat), false, "the other seat")
		f.back(seat)
		f.back(seat)
		expect.Deep(t, f.can(seat), false, "nothing more")
		after := f.seen()
		expect.Deep(t, after.Peoples, before.Peoples, "peoples")
		expect.Deep(t, after.Turn, before.Turn, "turn")
	})

	t.Run("what a player ends, ends [P25]", func(t *testing.T) {
		t.Parallel()
		f := started(t)
		seat := f.OwingSeats()[0]
		f.play(of[End])
		f.play(of[Step])
		f.play(of[End])
		expect.Deep(t, f.can(seat), false, "after movement")
	})

	t.Run("a draw stays, and what came before it [P25]", func(t *testing.T) {
		t.Parallel()
		f := started(t)
		seat := f.OwingSeats()[0]
		f.play(of[Found])
		expect.Deep(t, f.can(seat), false, "after a draw")
	})

	t.Run("the last step of a phase that ended by itself, until the next answer [P25]", func(t *testing.T) {
		t.Parallel()
		f := started(t)
		seat := f.OwingSeats()[0]
		before := f.seen()
		f.play(of[Shift]) // the one action there is
		expect.Deep(t, f.seen().Turn.Phase, PhaseMovement, "phase")
		f.back(seat)
		expect.Deep(t, f.seen().Turn, before.Turn, "phase")
		f.play(of[Shift])
		f.play(of[Step])
		expect.Deep(t, f.can(seat), true, "the step")
		f.back(seat)
		expect.Deep(t, f.can(seat), false, "the action before it")
		expect.Deep(t, f.seen().Turn.Phase, PhaseMovement, "phase")
	})

	t.Run("the spell ends the turn [P25]", func(t *testing.T) {
		t.Parallel()
		f := started(t)
		seat := f.OwingSeats()[0]
		for f.seen().Turn.Phase != PhaseSpell {
			f.play(of[End])
		}
		f.play(of[LaySpell])
		expect.Deep(t, f.can(seat), false, "after the spell")
	})
}
