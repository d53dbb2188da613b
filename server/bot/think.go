package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/codec"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
)

type seat = engine.Seat

// moveSafely is move. A panic of the title ends this attempt alone, which is repeated after a pause.
func (s *Service) moveSafely(id store.TableID, deadline time.Time) (err error) {
	defer func() {
		if bad := recover(); bad != nil {
			err = s.panicked(bad, id)
		}
	}()
	return s.move(id, deadline)
}

// panicked logs and counts a panic, and returns it as an error. The caller has recovered it.
func (s *Service) panicked(bad any, id store.TableID) error {
	s.cfg.Log.Error().Interface("panic", bad).Str("stack", string(debug.Stack())).Str("table", string(id)).Msg("a title panicked while a bot was thinking")
	if s.cfg.Panicked != nil {
		s.cfg.Panicked()
	}
	return fmt.Errorf("a title panicked: %v", bad)
}

// move answers the first decision that a bot owes at a table. After an error it has to be tried again.
func (s *Service) move(id store.TableID, deadline time.Time) error {
	turn, ok, err := s.tables.Turn(s.ctx, id)
	if err != nil || !ok {
		return s.failed(id, err)
	}
	choice, err := s.choose(s.ctx, id, turn, bot.Level(turn.Level), deadline)
	if err != nil {
		return s.failed(id, err)
	}
	raw, err := codec.Canonical(choice.Move)
	if err != nil {
		return s.failed(id, err)
	}
	_, err = s.tables.ActBot(s.ctx, id, turn.Seat, command(choice.Decision.ID), choice.Decision.ID, raw)
	switch apperr.CodeOf(err) {
	case apperr.StaleDecision, apperr.IDReused, apperr.TableFinished, apperr.NotYourDecision:
		return nil // another node, or the returned player, was first
	}
	return s.failed(id, err)
}

// command is the id of the answer to a decision. Clients cannot send it, because their ids contain no spaces.
func command(d engine.DecisionID) string { return "bot " + string(d) }

// failed logs an error that is worth a retry and returns it. It returns nil for a table that is gone or damaged.
func (s *Service) failed(id store.TableID, err error) error {
	code := apperr.CodeOf(err)
	if code == "" || s.closed() {
		return nil
	}
	s.cfg.Log.Warn().Err(err).Str("table", string(id)).Msg("a bot could not move")
	if code == apperr.UnknownTable || code == apperr.Damaged {
		return nil
	}
	return err
}

// choose returns the move of a search at the level. If that fails, it takes a one-step evaluation, then a random move.
func (s *Service) choose(ctx context.Context, id store.TableID, turn table.Turn, level bot.Level, deadline time.Time) (bot.Choice, error) {
	for _, l := range []bot.Level{level, bot.Easy} {
		choice, err := s.search(ctx, id, turn, l, deadline)
		if err == nil {
			return choice, nil
		}
		s.cfg.Log.Error().Err(err).Str("title", turn.Title.Info().ID).Str("level", string(l)).Msg("the search of a bot failed")
	}
	at := slices.IndexFunc(turn.Knowledge.Decisions, func(d engine.Decision) bool { return d.Seat == turn.Seat && len(d.Moves) > 0 })
	if at < 0 {
		return bot.Choice{}, bot.ErrNothingOwed
	}
	d := turn.Knowledge.Decisions[at]
	return bot.Choice{Decision: d, Move: d.Moves[rand.New(rand.NewPCG(s.cfg.Seed(), 0)).IntN(len(d.Moves))]}, nil
}

// search runs one search within its time, and stops it once ctx ends. It ends earlier at the deadline, or after its share of the time if other tables
// wait for a worker. Neither ends it before it has the iterations of a medium bot. A panic of a title becomes an error.
func (s *Service) search(ctx context.Context, id store.TableID, turn table.Turn, level bot.Level, deadline time.Time) (choice bot.Choice, err error) {
	defer func() {
		if bad := recover(); bad != nil {
			err = s.panicked(bad, id)
		}
	}()
	budget, least, began := level.Budget(), bot.Medium.Budget().Iterations, s.cfg.Now()
	budget.Stop = func(iterations int) bool {
		runtime.Gosched() // let players' commands run first
		now := s.cfg.Now()
		took := now.Sub(began)
		return ctx.Err() != nil || took >= s.cfg.Think || iterations >= least && (!now.Before(deadline) || s.pace.over(took))
	}
	return bot.Choose(turn.Title, turn.Knowledge, level, budget, s.cfg.Seed())
}
