package hostile

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
)

// padByLeaving lengthens the log of the own table: a guest leaves and returns.
func (a *attacker) padByLeaving(ctx context.Context, r *rand.Rand) {
	token := a.tokens[r.IntN(2)]
	for _, step := range []string{"/leave", "/return"} {
		_ = a.call(ctx, token, "POST", "/tables/"+a.ownTable()+step, fmt.Sprintf(`{"id":"%s"}`, a.commandID()), nil)
	}
}

// openDecision is a decision with its moves.
type openDecision struct {
	ID    string            `json:"id"`
	Moves []json.RawMessage `json:"moves"`
}

// padByTakingBack lengthens the log of the own table: a guest makes a move, takes it back, and so on. If a move cannot be taken back, the
// game goes on, and another table follows after its end.
func (a *attacker) padByTakingBack(ctx context.Context, r *rand.Rand) {
	table := a.ownTable()
	acted := false
	for _, token := range a.tokens {
		var view struct {
			Decisions []openDecision `json:"decisions"`
		}
		if a.call(ctx, token, "GET", "/tables/"+table+"/view", "", &view) != nil {
			return
		}
		for _, d := range view.Decisions {
			if len(d.Moves) == 0 {
				continue
			}
			acted = true
			move := d.Moves[r.IntN(len(d.Moves))]
			body := fmt.Sprintf(`{"id":"%s","decision":"%s","move":%s}`, a.commandID(), d.ID, move)
			if a.call(ctx, token, "POST", "/tables/"+table+"/commands", body, nil) == nil {
				_ = a.call(ctx, token, "POST", "/tables/"+table+"/takeback", fmt.Sprintf(`{"id":"%s"}`, a.commandID()), nil)
			}
			break
		}
	}
	if !acted {
		_ = a.newTable(ctx) // a refusal is counted, and the next run tries again
	}
}
