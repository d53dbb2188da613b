package table

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"nemeton/engine"
	"nemeton/server/store"
)

// Turn is a decision that a bot owes: its seat, the bot's level, and the knowledge of the seat.
type Turn struct {
	Seat      engine.Seat
	Level     string
	Title     engine.Title
	Knowledge engine.Knowledge
}

// Turn finds the first seat that a bot plays and that owes a decision; ok is false if there is none.
func (r *Registry) Turn(ctx context.Context, id store.TableID) (t Turn, ok bool, err error) {
	err = r.call(ctx, id, func(l *live) (err error) {
		if err := l.ensureCurrent(); err != nil {
			return err
		}
		if t.Seat, ok = l.botToMove(); !ok {
			return nil
		}
		t = l.turn(t.Seat)
		return nil
	})
	return t, ok && err == nil, err
}

// TurnOf returns the turn of a seat, to think about the decision it owes. It counts as having seen the player. Level is empty if a player plays the
// seat. Errors: stale_decision if the seat owes none, conceded, table_finished.
func (r *Registry) TurnOf(ctx context.Context, id store.TableID, seat engine.Seat) (t Turn, err error) {
	err = r.call(ctx, id, func(l *live) (err error) {
		if err := l.ensureCurrent(); err != nil {
			return err
		}
		endings := l.fold.Endings()
		switch {
		case l.row.State == store.Finished:
			return refusal(engine.ErrFinished)
		case endings.HasConceded(seat):
			return refusal(engine.ErrConceded)
		case l.row.State != store.Running || !slices.Contains(l.fold.OwingSeats(), seat):
			return refusal(engine.ErrStaleDecision)
		}
		t = l.turn(seat)
		l.noteSeen(seat)
		return nil
	})
	return t, err
}

func (l *live) turn(seat engine.Seat) Turn {
	title, _ := l.reg.cfg.Title(l.row.Title)
	return Turn{Seat: seat, Level: l.botLevel(seat), Title: title, Knowledge: l.knowledge(seat)}
}

// ActBot is Act for the bot that plays the seat. It fails with not_your_decision if no bot does.
func (r *Registry) ActBot(ctx context.Context, id store.TableID, seat engine.Seat, command string, decision engine.DecisionID, move json.RawMessage) (Point, error) {
	return r.submit(ctx, id, request{id: command, seat: seat, kind: engine.KindMove, decision: decision, move: move, actor: engine.ActorBot}, decideMove)
}

// botLevel is the level of the bot or stand-in that plays a seat; empty if none does.
func (l *live) botLevel(seat engine.Seat) string {
	if seat < 0 || int(seat) >= len(l.row.Seats) {
		return ""
	}
	return cmp.Or(l.row.Seats[seat].Bot, l.fold.StandIn(seat))
}

// botToMove is the first seat that a bot plays and that owes a decision.
func (l *live) botToMove() (seat engine.Seat, ok bool) {
	if l.row.State != store.Running {
		return engine.NoSeat, false
	}
	for _, seat := range l.fold.OwingSeats() {
		if l.botLevel(seat) != "" {
			return seat, true
		}
	}
	return engine.NoSeat, false
}

func (l *live) notifyBots(which bots) {
	if _, ok := l.botToMove(); ok {
		l.out.bots = which
	}
}
