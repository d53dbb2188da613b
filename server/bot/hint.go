package bot

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
)

// BestFound is the reason for a move that came out best, if the title has no reason of its own.
const BestFound = "best_found"

// Hint is the move that a medium bot would make.
type Hint struct {
	Decision engine.DecisionID
	Index    int // of the move in the decision's list
	Move     json.RawMessage
	Reason   string
	Params   map[string]any
}

// Hint returns the move that a medium bot would make on the seat. It stores nothing. Errors: stale_decision, table_finished,
// unavailable.
func (s *Service) Hint(ctx context.Context, id store.TableID, seat engine.Seat) (Hint, error) {
	select {
	case s.hints <- struct{}{}:
		defer func() { <-s.hints }()
	case <-ctx.Done():
		return Hint{}, apperr.Wrap(ctx.Err(), apperr.Unavailable, "too many hints at once; try again")
	case <-s.ctx.Done():
		return Hint{}, apperr.New(apperr.Unavailable, "the server is stopping; try again")
	}
	turn, err := s.tables.TurnOf(ctx, id, seat)
	if err != nil {
		return Hint{}, err
	}
	choice, err := s.choose(turn, bot.Medium)
	if err != nil {
		return Hint{}, err
	}
	raw, err := engine.Canonical(choice.Move)
	if err != nil {
		return Hint{}, err
	}
	h := Hint{
		Decision: choice.Decision.ID, Index: slices.Index(choice.Decision.Moves, choice.Move), Move: raw, Reason: BestFound,
	}
	if key, params := s.reason(turn, choice); key != "" {
		h.Reason, h.Params = key, params
	}
	return h, nil
}

// reason asks the title for the reason in a sampled state. If the title panics, there is none.
func (s *Service) reason(turn table.Turn, choice bot.Choice) (key string, params map[string]any) {
	defer func() {
		if bad := recover(); bad != nil {
			s.cfg.Log.Error().Interface("panic", bad).Str("title", turn.Title.Info().ID).Msg("a title failed to give a reason")
			key, params = "", nil
		}
	}()
	state, err := turn.Title.Sample(turn.Knowledge, rand.New(rand.NewPCG(s.cfg.Seed(), 0)))
	if err != nil {
		return "", nil
	}
	if title, ok := state.(bot.Reasoner); ok {
		return title.Reason(choice.Decision, choice.Move)
	}
	return "", nil
}
