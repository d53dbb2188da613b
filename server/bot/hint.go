package bot

import (
	"context"
	"encoding/json"
	"slices"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// Reasoner is implemented by titles that can say why a move may be good: a key of the title's catalogue with its parameters.
type Reasoner interface {
	Reason(k engine.Knowledge, d engine.Decision, m engine.Move) (key string, params map[string]any)
}

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
	if title, ok := turn.Title.(Reasoner); ok {
		h.Reason, h.Params = title.Reason(turn.Knowledge, choice.Decision, choice.Move)
	}
	return h, nil
}
