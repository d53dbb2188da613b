package bot

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/codec"
	"nemeton/server/table"
)

// BestFound is the reason for a move that came out best, if the title has no reason of its own.
const BestFound = "best_found"

// Hint is the move that a medium bot would make.
type Hint struct {
	Decision engine.DecisionID
	Index    int // of the move in the decision's list
	Second   int // of the second best move; -1 if there is none
	Move     json.RawMessage
	Reason   string
	Params   map[string]any
}

// Hint returns the move that a medium bot would make on the seat. It stores nothing. It blocks until the hints before it are
// ready, as hintQueue orders them, and stops once ctx ends. Errors: stale_decision, conceded, table_finished, too_fast, unavailable.
func (s *Service) Hint(ctx context.Context, r HintRequest) (Hint, error) {
	return s.hints.ask(ctx, s.ctx, r)
}

// think computes a hint. A panic of the title ends this hint alone.
func (s *Service) think(ctx context.Context, r HintRequest) (h Hint, err error) {
	defer func() {
		if bad := recover(); bad != nil {
			err = s.panicked(bad, r.Table)
		}
	}()
	if ctx.Err() != nil {
		return Hint{}, ctx.Err()
	}
	turn, err := s.tables.TurnOf(ctx, r.Table, r.Seat)
	if err != nil {
		return Hint{}, err
	}
	choice, err := s.choose(ctx, r.Table, turn, bot.Medium, s.cfg.Now().Add(s.cfg.Think))
	if err != nil {
		return Hint{}, err
	}
	raw, err := codec.Canonical(choice.Move)
	if err != nil {
		return Hint{}, err
	}
	h = Hint{
		Decision: choice.Decision.ID, Index: slices.Index(choice.Decision.Moves, choice.Move), Move: raw, Reason: BestFound,
		Second: slices.Index(choice.Decision.Moves, choice.Second),
	}
	if key, params := s.reason(r, turn, choice); key != "" {
		h.Reason, h.Params = key, params
	}
	return h, nil
}

// reason asks the title for the reason in a sampled state. If the title panics, there is none.
func (s *Service) reason(r HintRequest, turn table.Turn, choice bot.Choice) (key string, params map[string]any) {
	defer func() {
		if bad := recover(); bad != nil {
			_ = s.panicked(bad, r.Table)
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
