package bot

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
)

type seat = engine.Seat

// move answers the first decision that a bot owes at a table. An error says that it is to be tried again.
func (s *Service) move(id store.TableID) error {
	turn, ok, err := s.tables.Turn(s.ctx, id)
	if err != nil || !ok {
		return s.failed(id, err)
	}
	choice, err := s.choose(turn, bot.Level(turn.Level))
	if err != nil {
		return s.failed(id, err)
	}
	raw, err := engine.Canonical(choice.Move)
	if err != nil {
		return s.failed(id, err)
	}
	_, err = s.tables.ActBot(s.ctx, id, turn.Seat, command(choice.Decision.ID), choice.Decision.ID, raw)
	switch apperr.CodeOf(err) {
	case apperr.StaleDecision, apperr.IDReused, apperr.TableFinished, apperr.NotYourDecision:
		return nil // another node, or the player who came back, was first
	}
	return s.failed(id, err)
}

// command is the id of the answer to a decision. No client can send it: theirs have no spaces.
func command(d engine.DecisionID) string { return "bot " + string(d) }

// failed logs what is to be tried again. A table that is gone or damaged is left alone.
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

// choose asks the level for a move; where that fails a glance, then chance.
func (s *Service) choose(turn table.Turn, level bot.Level) (bot.Choice, error) {
	for _, l := range []bot.Level{level, bot.Easy} {
		choice, err := s.search(turn, l)
		if err == nil {
			return choice, nil
		}
		s.cfg.Log.Error().Err(err).Str("title", turn.Title.Info().ID).Str("level", string(l)).Msg("a bot could not think")
	}
	at := slices.IndexFunc(turn.Knowledge.Decisions, func(d engine.Decision) bool { return d.Seat == turn.Seat && len(d.Moves) > 0 })
	if at < 0 {
		return bot.Choice{}, bot.ErrNothingOwed
	}
	d := turn.Knowledge.Decisions[at]
	return bot.Choice{Decision: d, Move: d.Moves[rand.New(rand.NewPCG(s.cfg.Seed(), 0)).IntN(len(d.Moves))]}, nil
}

// search is one search within its time; what breaks down in a title is an error.
func (s *Service) search(turn table.Turn, level bot.Level) (choice bot.Choice, err error) {
	defer func() {
		if bad := recover(); bad != nil {
			err = fmt.Errorf("the search broke down: %v", bad)
		}
	}()
	budget, end := level.Budget(), s.cfg.Now().Add(s.cfg.Think)
	budget.Stop = func() bool {
		runtime.Gosched() // people's commands first
		return s.closed() || !s.cfg.Now().Before(end)
	}
	return bot.Choose(turn.Title, turn.Knowledge, level, budget, s.cfg.Seed())
}
