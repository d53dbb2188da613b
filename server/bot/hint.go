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

// BestFound is the reason of a move for which the title has none: it came out best.
const BestFound = "best_found"

// Hint is what a medium bot would do.
type Hint struct {
	Decision engine.DecisionID
	Index    int // of the move in the decision's list
	Move     json.RawMessage
	Reason   string
	Params   map[string]any
}

// Hint tells a seat what a medium bot would do in its place. Nothing is stored. Errors: stale_decision, table_finished, unavailable.
func (s *Service) Hint(ctx context.Context, id store.TableID, seat engine.Seat) (Hint, error) {
	select {
	case s.hints <- struct{}{}:
		defer func() { <-s.hints }()
	case <-ctx.Done():
		return Hint{}, apperr.Wrap(ctx.Err(), apperr.Unavailable, "too many ask for hints; ask again")
	case <-s.ctx.Done():
		return Hint{}, apperr.New(apperr.Unavailable, "the server stops; ask again")
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

// reason asks the title why, in a world that the seat may hold for true. A title that breaks down has none.
func (s *Service) reason(turn table.Turn, choice bot.Choice) (key string, params map[string]any) {
	defer func() {
		if bad := recover(); bad != nil {
			s.cfg.Log.Error().Interface("panic", bad).Str("title", turn.Title.Info().ID).Msg("a title could not tell why")
			key, params = "", nil
		}
	}()
	world, err := turn.Title.Sample(turn.Knowledge, rand.New(rand.NewPCG(s.cfg.Seed(), 0)))
	if err != nil {
		return "", nil
	}
	if title, ok := world.(bot.Reasoner); ok {
		return title.Reason(choice.Decision, choice.Move)
	}
	return "", nil
}
