package results

import (
	"context"
	"errors"
	"fmt"
	"math"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/table"
)

// RebuildStore is the part of the store that Rebuild uses.
type RebuildStore interface {
	store.TableLister
	store.LogReader
	SaveOutcome(ctx context.Context, id store.TableID, o store.Outcome) error
}

// Skipped is a finished table whose results could not be made.
type Skipped struct {
	Table store.TableID
	Cause error
}

// errUnended means that the log of a finished table does not lead to its end.
var errUnended = errors.New("the log does not end the game")

// errUnknownTitle means that this program does not have the title of a table.
var errUnknownTitle = errors.New("this program does not know the title")

// Rebuild makes the results of all finished tables from their logs, and replaces the stored ones. It returns the number of tables that it rebuilt, and calls skip
// for each one whose log cannot be folded; its stored results stay. It can be repeated, and may run while servers use the store.
func Rebuild(ctx context.Context, s RebuildStore, find func(string) (engine.Title, bool), skip func(Skipped) error) (rebuilt int, err error) {
	for row, err := range store.EachTable(ctx, s, store.Query{State: store.Finished, AllTables: true}) {
		if err != nil {
			return rebuilt, err
		}
		if row.Origin != nil {
			continue // a fork has no results
		}
		outcome, cause, err := replay(ctx, s, row, find)
		if err == nil && cause == nil {
			err = s.SaveOutcome(ctx, row.ID, *outcome)
			rebuilt++
		} else if err == nil {
			err = skip(Skipped{row.ID, cause})
		}
		if err != nil {
			return rebuilt, err
		}
	}
	return rebuilt, nil
}

// replay folds the log of a table. cause is the reason for which there is no outcome; err is an error of the store.
func replay(ctx context.Context, s RebuildStore, row store.Table, find func(string) (engine.Title, bool)) (outcome *store.Outcome, cause, err error) {
	title, ok := find(row.Title)
	if !ok {
		return nil, errUnknownTitle, nil
	}
	fold := engine.NewFold(title)
	var last int64
	for r, err := range store.EachRecord(ctx, s, row.ID, math.MaxInt64) {
		if errors.Is(err, engine.ErrCorrupt) {
			return nil, err, nil
		}
		if err != nil {
			return nil, nil, err
		}
		if _, err := fold.Apply(r); err != nil {
			return nil, fmt.Errorf("entry %d: %w", r.Entry.Seq, err), nil
		}
		last = r.Entry.Time
	}
	if outcome = table.OutcomeOf(fold, row.Ending.Recovered, last); outcome == nil || len(outcome.Scores) != len(row.Seats) {
		return nil, errUnended, nil
	}
	return outcome, nil, nil
}
