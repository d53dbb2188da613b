package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/export"
	"nemeton/server/store"
)

// Verdict is the result for one table.
type Verdict string

// The verdicts.
const (
	Same    Verdict = "same"    // the current rules decide every entry in the same way
	Other   Verdict = "other"   // the current rules decide an entry differently or refuse it
	Damaged Verdict = "damaged" // the log cannot be read, its chain is broken, or no program would have written its rules versions
	Unknown Verdict = "unknown" // this program does not have the title, so the entries were not judged
)

// Finding is the result for one table.
type Finding struct {
	Table   store.TableID `json:"table"`
	Title   string        `json:"title"`
	Entries int           `json:"entries"` // entries examined, up to the first wrong one
	Verdict Verdict       `json:"verdict"`
	Seq     engine.Seq    `json:"seq,omitempty"` // the first wrong entry
	Detail  string        `json:"detail,omitempty"`
}

// Running audits all running tables, private ones included, the last changed first, and calls report with each result. Errors: those
// of the store, and of report.
func Running(ctx context.Context, s store.Store, find func(string) (engine.Title, bool), report func(Finding) error) error {
	for row, err := range store.EachTable(ctx, s, store.Query{State: store.Running, AllTables: true}) {
		if err != nil {
			return err
		}
		f, err := examine(ctx, s, row, find)
		if err != nil {
			return err
		}
		if err := report(f); err != nil {
			return err
		}
	}
	return nil
}

func examine(ctx context.Context, s store.Store, row store.Table, find func(string) (engine.Title, bool)) (Finding, error) {
	out := Finding{Table: row.ID, Title: row.Title, Verdict: Same}
	w := replay{}
	if title, ok := find(row.Title); !ok {
		out.Verdict = Unknown
	} else if row.Sealed {
		out.Verdict, out.Detail = Damaged, store.ErrSealed.Error()
		return out, nil
	} else {
		w = replay{title: title, fold: engine.NewFold(title), secret: row.Secret}
	}
	for r, err := range store.EachRecord(ctx, s, row.ID, math.MaxInt64) {
		if errors.Is(err, engine.ErrCorrupt) {
			out.Verdict, out.Seq, out.Detail = Damaged, w.last.Seq+1, err.Error()
			return out, nil
		}
		if err != nil {
			return out, err
		}
		if verdict, reason := w.fault(r); reason != "" {
			out.Verdict, out.Seq, out.Detail = verdict, r.Entry.Seq, reason
			return out, nil
		}
		out.Entries++
	}
	return out, nil
}

// replay decides a table's entries again. Without a title it checks the rules versions alone.
type replay struct {
	title  engine.Title // nil if it is unknown
	fold   *engine.Fold
	begun  engine.Started
	secret chance.Secret
	key    chance.Key
	last   engine.Entry
}

var errOtherwise = errors.New("the current rules decide this entry differently")

// fault takes one step, and returns the verdict and its reason if something is wrong; otherwise the reason is empty.
func (w *replay) fault(r engine.Record) (verdict Verdict, reason string) {
	verdict, err := w.step(r)
	if err != nil {
		return verdict, err.Error()
	}
	return Same, ""
}

// step decides one entry again and applies the stored one. The error is nil if nothing is wrong; otherwise it gives the reason of
// the verdict.
func (w *replay) step(r engine.Record) (Verdict, error) {
	last := w.last
	w.last = r.Entry
	if w.title == nil {
		return Damaged, engine.CheckRulesVersion(r.Entry.Rules, last.Rules, 0)
	}
	if r.Entry.Kind == engine.KindStart && len(r.Entry.Events) > 0 {
		if err := json.Unmarshal(r.Entry.Events[0].Data, &w.begun); err != nil {
			return Damaged, err
		}
		var err error
		if w.key, err = engine.KeyOf(w.secret, w.begun); err != nil {
			return Damaged, err
		}
	}
	same, wrong := export.SameRecord(w.title, w.fold, w.begun, w.key, r)
	if _, err := w.fold.Apply(r); err != nil { // it refuses rules versions that no program would have written
		return Damaged, err
	}
	switch {
	case wrong != nil:
		return Other, fmt.Errorf("entry %d: %w", r.Entry.Seq, wrong)
	case !same:
		return Other, errOtherwise
	}
	return Same, nil
}
