package table

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"nemeton/engine"
	"nemeton/server/store"
)

// Turn is a decision that a bot owes: its seat, the level it plays at, and all that the seat was given.
type Turn struct {
	Seat      engine.Seat
	Level     string
	Title     engine.Title
	Knowledge engine.Knowledge
}

// Turn finds the first seat that a bot plays and that owes a decision; ok is false where there is none.
func (r *Registry) Turn(ctx context.Context, id store.TableID) (t Turn, ok bool, err error) {
	err = r.use(ctx, id, func(l *live) error {
		if err := l.current(ctx); err != nil {
			return err
		}
		if t.Seat, t.Level, ok = l.botToMove(); !ok {
			return nil
		}
		var err error
		t.Title, _ = r.cfg.Title(l.row.Title)
		t.Knowledge, err = l.know(ctx, t.Seat)
		return err
	})
	return t, ok && err == nil, err
}

// TurnOf is what a seat was given, to think about the decision it owes; Level is empty where its player plays it. Errors:
// stale_decision where it owes none, table_finished.
func (r *Registry) TurnOf(ctx context.Context, id store.TableID, seat engine.Seat) (t Turn, err error) {
	err = r.use(ctx, id, func(l *live) error {
		if err := l.current(ctx); err != nil {
			return err
		}
		switch {
		case l.row.State == store.Finished:
			return refusal(engine.ErrFinished)
		case l.row.State != store.Running || !slices.Contains(l.fold.OwingSeats(), seat):
			return refusal(engine.ErrStaleDecision)
		}
		t.Seat, t.Level = seat, l.playedBy(seat)
		t.Title, _ = r.cfg.Title(l.row.Title)
		var err error
		t.Knowledge, err = l.know(ctx, seat)
		return err
	})
	return t, err
}

// ActBot is Act for the bot that plays the seat. It is not_your_decision where none does.
func (r *Registry) ActBot(ctx context.Context, id store.TableID, seat engine.Seat, command string, decision engine.DecisionID, move json.RawMessage) (engine.Seq, error) {
	return r.act(ctx, id, engine.Command{ID: command, Seat: seat, Actor: engine.ActorBot, Decision: decision, Move: move})
}

// playedBy is the level of the bot that plays a seat, its own or in its player's absence; empty where none does.
func (l *live) playedBy(seat engine.Seat) string {
	if seat < 0 || int(seat) >= len(l.row.Seats) {
		return ""
	}
	return cmp.Or(l.row.Seats[seat].Bot, l.fold.StandIn(seat))
}

// botToMove is the first seat that a bot plays and that owes a decision.
func (l *live) botToMove() (engine.Seat, string, bool) {
	if l.row.State != store.Running {
		return engine.NoSeat, "", false
	}
	for _, seat := range l.fold.OwingSeats() {
		if level := l.playedBy(seat); level != "" {
			return seat, level, true
		}
	}
	return engine.NoSeat, "", false
}

// wake tells the bots where they have to move; standBy where those of another node are about to.
func (l *live) wake()    { l.rouse(l.reg.cfg.Wake) }
func (l *live) standBy() { l.rouse(l.reg.cfg.StandBy) }

func (l *live) rouse(bots func(store.TableID)) {
	if bots == nil {
		return
	}
	if _, _, ok := l.botToMove(); ok {
		bots(l.id)
	}
}
