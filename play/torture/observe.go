package torture

import (
	"bytes"
	"encoding/json"
	"fmt"

	"nemeton/engine"
	"nemeton/engine/export"
	"nemeton/play"
)

// Untrue is a table whose log does not say what its viewers were told.
type Untrue struct {
	Table  string
	Seq    engine.Seq
	Who    engine.Viewer
	Detail string
}

// Error implements error.
func (u *Untrue) Error() string {
	who := "a spectator"
	if seat, ok := u.Who.Seat(); ok {
		who = fmt.Sprintf("seat %d", seat)
	}
	return fmt.Sprintf("table %s, seq %d, %s: %s", u.Table, u.Seq, who, u.Detail)
}

// observe folds the log of a finished table as somebody who never left, and compares what was told of every seq. It returns how
// many states were the same.
func observe(l play.Ledger, find func(string) (engine.Title, bool)) (same int, err error) {
	wrong := func(seq engine.Seq, v engine.Viewer, format string, args ...any) error {
		return &Untrue{Table: l.Game.Table, Seq: seq, Who: v, Detail: fmt.Sprintf(format, args...)}
	}
	report := export.Check(l.Export, find)
	switch {
	case report.Fault != nil:
		return 0, wrong(report.Fault.Seq, engine.Spectator(), "%s: %s", report.Fault.Check, report.Fault.Detail)
	case !report.Known:
		return 0, wrong(0, engine.Spectator(), "the observer does not know the title %q", report.Title)
	}
	doc, err := export.Read(l.Export)
	if err != nil {
		return 0, err
	}
	told := map[engine.Seq][]play.Telling{}
	for _, t := range l.Told {
		told[engine.Seq(t.Seq)] = append(told[engine.Seq(t.Seq)], t)
	}
	title, _ := find(report.Title)
	fold := engine.NewFold(title)
	for _, e := range doc.Entries {
		record, err := engine.ReadRecord(e.Entry)
		if err != nil {
			return same, err
		}
		if _, err := fold.Apply(record); err != nil {
			return same, err
		}
		for _, t := range told[fold.Seq()] {
			v := engine.Spectator()
			if t.Who >= 0 {
				v = engine.SeatViewer(engine.Seat(t.Who))
			}
			is, err := sight(fold, v)
			if err != nil {
				return same, err
			}
			was, err := engine.Canonical(t.State)
			if err != nil {
				return same, err
			}
			if !bytes.Equal(is, was) {
				return same, wrong(fold.Seq(), v, "was told\n%s\nand the log says\n%s", was, is)
			}
			same++
		}
	}
	return same, nil
}

// sight is what a viewer may know, in canonical form.
func sight(fold *engine.Fold, v engine.Viewer) ([]byte, error) {
	raw, err := json.Marshal(struct {
		View      engine.View       `json:"view"`
		Decisions []engine.Decision `json:"decisions"`
	}{fold.View(v), fold.Decisions(v)})
	if err != nil {
		return nil, err
	}
	return engine.Canonical(json.RawMessage(raw))
}
