package table

import (
	"context"

	"nemeton/engine"
	"nemeton/server/store"
)

// Owed is what a player owes at a table.
type Owed struct {
	Since int64 // time since which the player was not seen, in milliseconds since 1970 UTC
	Zero  int64 // time at which the clock of the seat reaches zero, in the same unit; 0: no clock runs
	Bank  int64 // of the table's pace, in milliseconds
}

// Owed returns what the person at a seat owes. ok is false if the seat owes nothing, or a bot plays it.
func (r *Registry) Owed(ctx context.Context, id store.TableID, seat engine.Seat) (o Owed, ok bool, err error) {
	err = r.call(ctx, id, func(l *live) error {
		if err := l.ensureCurrent(); err != nil {
			return err
		}
		since, owes := l.silentSince(seat)
		if ok = owes; owes {
			zero, _ := l.fold.ZeroAt(seat)
			o = Owed{Since: since.UnixMilli(), Zero: zero, Bank: l.fold.Pace().Bank}
		}
		return nil
	})
	return o, ok && err == nil, err
}
