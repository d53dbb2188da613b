package hostile

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
)

// exportWhole asks for the record of a finished table.
func (a *attacker) exportWhole(ctx context.Context, _ *rand.Rand) {
	_, _ = a.export(ctx, "")
}

// exportCached asks for the record of a finished table, and then again with the validator of the answer. Without a validator it makes one up.
func (a *attacker) exportCached(ctx context.Context, _ *rand.Rand) {
	etag, err := a.export(ctx, "")
	for err == nil && ctx.Err() == nil {
		_, err = a.export(ctx, cmp.Or(etag, `"made-up"`))
	}
}

func (a *attacker) export(ctx context.Context, etag string) (newETag string, err error) {
	header, _, err := a.send(ctx, "", "GET", api+"/tables/"+a.target.Finished.Table+"/export", "", etag)
	if err != nil {
		return "", err
	}
	return header.Get("ETag"), nil
}

// askHint asks for a hint at the own table, for the seat that owes a decision.
func (a *attacker) askHint(ctx context.Context, r *rand.Rand) {
	seat := r.IntN(2)
	err := a.call(ctx, a.tokens[seat], "POST", "/tables/"+a.ownTable()+"/hint", "", nil)
	if isRefusal(err, "stale_decision") {
		_ = a.call(ctx, a.tokens[1-seat], "POST", "/tables/"+a.ownTable()+"/hint", "", nil)
	}
}

// readPages asks for a view or a page of a log.
func (a *attacker) readPages(ctx context.Context, r *rand.Rand) {
	all := a.target.histories()
	h := all[r.IntN(len(all))]
	if r.IntN(2) == 0 {
		_ = a.readView(ctx, h)
		return
	}
	_ = a.readLog(ctx, h, r.IntN(h.Seq))
}

func (a *attacker) readView(ctx context.Context, h History) error {
	return a.call(ctx, "", "GET", "/tables/"+h.Table+"/view", "", nil)
}

func (a *attacker) readLog(ctx context.Context, h History, since int) error {
	return a.call(ctx, "", "GET", fmt.Sprintf("/tables/%s/log?since=%d", h.Table, since), "", nil)
}
