package enginetest

import (
	"errors"
	"fmt"
	"slices"

	"nemeton/engine"
)

// ends: a player who picks random moves finishes every game.
func ends(x suite) error {
	longest := 0
	err := x.each(plain, func(g *game, r engine.Record, events []engine.Event) error {
		longest = max(longest, len(g.log))
		if len(g.log) > x.MaxMoves {
			return fmt.Errorf("the game does not end within %d entries", x.MaxMoves)
		}
		if x.Check != nil {
			return x.Check(g.fold, r, events)
		}
		return nil
	})
	x.Logf("longest game: %d entries", longest)
	return err
}

// openUntilOutcome: at least one decision is open until the outcome, and none after it. The outcome names seats of the
// table. A finished table refuses every command.
func openUntilOutcome(x suite) error {
	return x.each(lively, func(g *game, _ engine.Record, _ []engine.Event) error {
		out, open := g.fold.Outcome(), engineDecisions(g.fold)
		if out == nil {
			if len(open) == 0 {
				return errors.New("the game is not over, but no decision is open")
			}
			return nil
		}
		if len(open) > 0 {
			return fmt.Errorf("the game is over, but seat %d owes %q", open[0].Seat, open[0].Kind)
		}
		if len(out.Winners) == 0 || len(out.Scores) != g.seats {
			return fmt.Errorf("the outcome has %d winners and %d scores for %d seats", len(out.Winners), len(out.Scores), g.seats)
		}
		for i, w := range out.Winners {
			if w < 0 || int(w) >= g.seats || i > 0 && w <= out.Winners[i-1] {
				return fmt.Errorf("the winners %v are not ascending seats below %d", out.Winners, g.seats)
			}
		}
		if err := g.standingIsOutcome(); err != nil {
			return err
		}
		return g.finishedRefuses()
	})
}

// standingIsOutcome: if all seats can win, State.Standing is the outcome. If a winner cannot, another seat wins.
func (g *game) standingIsOutcome() error {
	state := g.fold.State()
	own, all := state.Outcome(), []engine.Seat{}
	for seat := range engine.Seat(g.seats) {
		all = append(all, seat)
	}
	if got := state.Standing(all); !slices.Equal(got.Winners, own.Winners) || !slices.Equal(got.Scores, own.Scores) {
		return fmt.Errorf("standing of all seats: got %+v, want the outcome %+v", got, *own)
	}
	if rest := slices.DeleteFunc(all, func(s engine.Seat) bool { return s == own.Winners[0] }); len(rest) > 0 {
		got := state.Standing(rest).Winners
		if len(got) == 0 || slices.ContainsFunc(got, func(s engine.Seat) bool { return !slices.Contains(rest, s) }) {
			return fmt.Errorf("the winners among %v: got %v", rest, got)
		}
	}
	return nil
}

func (g *game) finishedRefuses() error {
	for _, r := range g.log {
		if r.Entry.Kind != engine.KindMove {
			continue
		}
		c := engine.Command{ID: "late", Seat: r.Entry.Seat, Actor: engine.ActorPlayer, Decision: r.Entry.Decision, Move: r.Entry.Move}
		if _, err := g.fold.Decide(c, g.key, g.time()); !errors.Is(err, engine.ErrFinished) {
			return fmt.Errorf("a move after the end: got %v, want %v", err, engine.ErrFinished)
		}
	}
	for seat := range engine.Seat(g.seats) {
		if _, err := g.fold.TakeBack(engine.Command{ID: "late", Seat: seat}, g.time()); !errors.Is(err, engine.ErrFinished) {
			return fmt.Errorf("a take-back after the end: got %v, want %v", err, engine.ErrFinished)
		}
	}
	return nil
}
