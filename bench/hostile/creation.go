package hostile

import (
	"context"
	"math/rand/v2"
)

// createAndLeave creates a table and leaves it, which closes it.
func (a *attacker) createAndLeave(ctx context.Context, r *rand.Rand) {
	token := a.tokens[r.IntN(2)]
	if id, err := a.create(ctx, token); err == nil {
		_ = a.call(ctx, token, "DELETE", "/tables/"+id+"/seats/0", "", nil)
	}
}

// register creates a guest with an open table and forgets both.
func (a *attacker) register(ctx context.Context, _ *rand.Rand) {
	var me struct{ Token string }
	if a.call(ctx, "", "POST", "/players", `{"name":"Sybil"}`, &me) == nil {
		_, _ = a.create(ctx, me.Token)
	}
}

func (a *attacker) create(ctx context.Context, token string) (id string, err error) {
	var made struct{ Table struct{ ID string } }
	err = a.call(ctx, token, "POST", "/tables", `{"title":"meduris","seats":2}`, &made)
	return made.Table.ID, err
}
