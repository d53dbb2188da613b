package enginetest

import (
	"bytes"
	"fmt"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// stateCodec: a state and a whole fold encode in one way, and read back as equal ones: the same views, decisions and future.
// A second fold is restored from a snapshot again and again and plays the same log.
func stateCodec(x suite) error {
	blank := x.title.Blank(x.newGame(x.title.Info().MinSeats, 0, plain).start.Setup)
	if lost := codec.UncoveredFields(blank, blank.SnapshotFields()); len(lost) > 0 {
		return fmt.Errorf("the encoding of a state loses the fields %v: add them to SnapshotFields, or tag derived ones state:\"derived\"", lost)
	}
	return x.snapshots("")
}

// poolCodec is the same for tables with devices, whose ledgers hold reveals.
func poolCodec(x suite) error {
	x.pool, x.devices, x.Games = true, deviceCache{}, max(1, x.Games/10)
	if x.seats == extremeSeats {
		x.seats = fewestSeats // the ledger is the same at every number of seats
	}
	return x.snapshots("-pool")
}

// snapshots restores folds again and again, and then reads damaged and frozen snapshots. kind is a part of the file's name.
func (x suite) snapshots(kind string) error {
	var second *engine.Fold
	var sample []byte // the longest snapshot, because its lists are rarely empty
	err := x.each(lively, func(g *game, r engine.Record, _ []engine.Event) error {
		if r.Entry.Seq == 1 {
			second = engine.NewFold(x.title)
		}
		if _, err := second.Apply(r); err != nil {
			return fmt.Errorf("continue a restored fold: %w", err)
		}
		if !g.due() && !g.over() {
			return nil
		}
		raw, err := g.fold.Snapshot()
		if err != nil {
			return err
		}
		if again, err := second.Snapshot(); err != nil || !bytes.Equal(raw, again) {
			return fmt.Errorf("a restored fold that continued encodes to other bytes, %v:\n- %s\n+ %s", err, raw, again)
		}
		if len(raw) > len(sample) {
			sample = raw
		}
		if second, err = engine.RestoreFold(x.title, raw); err != nil {
			return fmt.Errorf("restore a snapshot: %w\n%s", err, raw)
		}
		if err := g.equals(second); err != nil {
			return fmt.Errorf("restored from a snapshot: %w", err)
		}
		if err := g.sameFuture(second); err != nil {
			return fmt.Errorf("restored from a snapshot: %w", err)
		}
		return g.stateRoundTrips()
	})
	if err != nil {
		return err
	}
	if err := x.damaged(sample); err != nil {
		return err
	}
	return x.frozenSnapshots(sample, kind)
}

// sameFuture compares the records of the commands that are possible now.
func (g *game) sameFuture(f *engine.Fold) error {
	for _, d := range engineDecisions(g.fold) {
		for _, m := range g.some(d.Moves) {
			c, err := command(d, m)
			if err != nil {
				return err
			}
			want, err := g.fold.Decide(c, g.key, g.time())
			if err != nil {
				return err
			}
			got, err := f.Decide(c, g.key, g.time())
			if err != nil || got.Hash != want.Hash {
				return fmt.Errorf("%q with %s is decided differently, %v:\n- %s\n+ %s", d.Kind, c.Move, err, want.Bytes, got.Bytes)
			}
		}
	}
	for seat := range engine.Seat(g.seats) {
		want, wantErr := g.fold.TakeBack(engine.Command{ID: "back", Seat: seat}, g.time())
		got, gotErr := f.TakeBack(engine.Command{ID: "back", Seat: seat}, g.time())
		if got.Hash != want.Hash || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
			return fmt.Errorf("take-back of seat %d: got %s, %v, want %s, %v", seat, got.Bytes, gotErr, want.Bytes, wantErr)
		}
	}
	return nil
}

// stateRoundTrips encodes the bare state, reads it back, and plays on with clones of what was read.
func (g *game) stateRoundTrips() error {
	state := g.fold.State()
	raw, err := engine.EncodeState(state)
	if err != nil {
		return err
	}
	if again, err := engine.EncodeState(state); err != nil || !bytes.Equal(raw, again) {
		return fmt.Errorf("a state encodes in two ways, %v:\n- %s\n+ %s", err, raw, again)
	}
	back, err := engine.DecodeState(g.title, g.start.Setup, raw)
	if err != nil {
		return fmt.Errorf("read a state: %w\n%s", err, raw)
	}
	g.wander(back.Clone())
	if diff := diffValues(state, back); diff != "" {
		return fmt.Errorf("a state that was read differs (-encoded +read):\n%s", diff)
	}
	clone := back.Clone()
	g.wander(back)
	if again, err := engine.EncodeState(clone); err != nil || !bytes.Equal(raw, again) {
		return fmt.Errorf("the clone of a state that was read changed, %v:\n- %s\n+ %s", err, raw, again)
	}
	return nil
}
