package table

import (
	"context"

	"nemeton/engine"
	"nemeton/server/store"
)

// CloseByOperator ends a running table for good, as its server's operator wants. Nobody wins. It returns the entry. Errors: table_finished;
// stale_decision if the table has not started.
func (r *Registry) CloseByOperator(ctx context.Context, id store.TableID) (Point, error) {
	req := request{seat: engine.NoSeat, kind: engine.KindSystem, event: engine.TableClosed{}}
	return r.submit(ctx, id, req, func(l *live, _ *request, now int64) (engine.Record, error) { return l.fold.Close(now) })
}
