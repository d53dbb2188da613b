package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"nemeton/engine"
	"nemeton/engine/export"
	"nemeton/server/store"
)

// Verdict is what was found at a table.
type Verdict string

// The verdicts.
const (
	Same    Verdict = "same"    // today's rules decide every entry the same
	Other   Verdict = "other"   // today's rules decide an entry otherwise, or refuse it
	Damaged Verdict = "damaged" // the log cannot be read, or breaks its chain
	Unknown Verdict = "unknown" // this program has no such title
)

// Finding is what was found at one table.
type Finding struct {
	Table   store.TableID `json:"table"`
	Title   string        `json:"title"`
	Entries int           `json:"entries"` // looked at; where something is wrong, up to there
	Verdict Verdict       `json:"verdict"`
	Seq     engine.Seq    `json:"seq,omitempty"` // the first entry that is wrong
	Detail  string        `json:"detail,omitempty"`
}

// page is how many tables and entries are read at once.
const page = 200

// Running goes through all running tables, private ones included, and tells what it finds, the table changed last first. Errors:
// those of the store, and of tell.
func Running(ctx context.Context, s store.Store, find func(string) (engine.Title, bool), tell func(Finding) error) error {
	q := store.Query{State: store.Running, AllTables: true, Limit: page}
	for {
		list, err := s.ListTables(ctx, q)
		if err != nil {
			return err
		}
		for _, row := range list {
			f, err := look(ctx, s, row, find)
			if err != nil {
				return err
			}
			if err := tell(f); err != nil {
				return err
			}
			q.Before, q.BeforeID = row.UpdatedAt, row.ID
		}
		if len(list) < page {
			return nil
		}
	}
}

// look goes through one table.
func look(ctx context.Context, s store.Store, row store.Table, find func(string) (engine.Title, bool)) (Finding, error) {
	out := Finding{Table: row.ID, Title: row.Title, Verdict: Same}
	title, ok := find(row.Title)
	if !ok {
		out.Verdict = Unknown
		return out, nil
	}
	if row.Sealed {
		out.Verdict, out.Detail = Damaged, store.ErrSealed.Error()
		return out, nil
	}
	w := walk{title: title, fold: engine.NewFold(title), key: engine.NewKey(row.Secret, row.Contributions)}
	for {
		records, err := s.Read(ctx, row.ID, w.fold.Seq(), page)
		if errors.Is(err, engine.ErrCorrupt) {
			out.Verdict, out.Seq, out.Detail = Damaged, w.fold.Seq()+1, err.Error()
			return out, nil
		}
		if err != nil {
			return out, err
		}
		for _, r := range records {
			if out.Verdict, err = w.step(r); out.Verdict != Same {
				out.Seq, out.Detail = r.Entry.Seq, err.Error()
				return out, nil
			}
			out.Entries++
		}
		if len(records) < page {
			return out, nil
		}
	}
}

// walk is a table being decided again.
type walk struct {
	title engine.Title
	fold  *engine.Fold
	begun engine.Started
	key   engine.Key
}

var errOtherwise = errors.New("today's rules decide this entry otherwise")

// step decides one entry again, and applies it as it was stored. The error says what is wrong where the verdict is not Same.
func (w *walk) step(r engine.Record) (Verdict, error) {
	if r.Entry.Kind == engine.KindStart && len(r.Entry.Events) > 0 {
		if err := json.Unmarshal(r.Entry.Events[0].Data, &w.begun); err != nil {
			return Damaged, err
		}
	}
	same, wrong := export.SameRecord(w.title, w.fold, w.begun, w.key, r)
	if errors.Is(wrong, export.ErrOlder) {
		same, wrong = true, nil // the frame's own, decided by no rules
	}
	if _, err := w.fold.Apply(r); err != nil {
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
