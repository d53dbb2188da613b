package torture

import (
	"bytes"
	"encoding/json"
	"fmt"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/play"
)

// Mismatch is the error of a table whose log differs from what was acknowledged or observed.
type Mismatch struct {
	Table  string
	Seq    engine.Seq
	Detail string
}

func (u *Mismatch) Error() string {
	return fmt.Sprintf("table %s, seq %d: %s", u.Table, u.Seq, u.Detail)
}

// readExport checks the export of a finished table and returns its records.
func readExport(transcript play.Transcript, find func(string) (engine.Title, bool)) ([]engine.Record, error) {
	report := export.Check(transcript.Export, find)
	if f := report.Fault; f != nil {
		return nil, &Mismatch{Table: transcript.Game.Table, Seq: f.Seq, Detail: fmt.Sprintf("%s: %s", f.Check, f.Detail)}
	}
	doc, err := export.Read(transcript.Export)
	if err != nil {
		return nil, err
	}
	records := make([]engine.Record, len(doc.Entries))
	for i, e := range doc.Entries {
		if records[i], err = engine.ReadRecord(e.Entry); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// compareTranscript folds the records of a table and compares them with its transcript. The chain is valid, and every acknowledged
// command is in the log once and in order. Every observation equals the fold at its seq. It returns the number of observations.
func compareTranscript(transcript play.Transcript, title engine.Title, records []engine.Record) (compared int, err error) {
	o := comparison{transcript: transcript, fold: engine.NewFold(title), observations: map[engine.Seq][]play.Observation{}, acked: map[engine.Seq]play.Acked{}}
	for _, t := range transcript.Observations {
		o.observations[engine.Seq(t.Seq)] = append(o.observations[engine.Seq(t.Seq)], t)
	}
	for _, a := range transcript.Acked {
		o.acked[engine.Seq(a.Seq)] = a
	}
	if len(records) != transcript.Game.Seq {
		return 0, o.mismatch("%d entries, but the last acknowledged seq is %d", len(records), transcript.Game.Seq)
	}
	for _, r := range records {
		if _, err := o.fold.Apply(r); err != nil {
			return o.compared, o.mismatch("%v", err)
		}
		if err := o.checkEntry(r.Entry); err != nil {
			return o.compared, err
		}
		for _, t := range o.observations[o.fold.Seq()] {
			if err := o.checkObservation(t); err != nil {
				return o.compared, err
			}
		}
	}
	return o.compared, nil
}

// comparison is one run of compareTranscript.
type comparison struct {
	transcript   play.Transcript
	fold         *engine.Fold
	observations map[engine.Seq][]play.Observation
	acked        map[engine.Seq]play.Acked
	compared     int
}

func (o *comparison) mismatch(format string, args ...any) error {
	return &Mismatch{Table: o.transcript.Game.Table, Seq: o.fold.Seq(), Detail: fmt.Sprintf(format, args...)}
}

// checkEntry compares an entry with the command that was acknowledged with its seq.
func (o *comparison) checkEntry(e engine.Entry) error {
	a, ok := o.acked[e.Seq]
	switch {
	case e.Kind == engine.KindStart:
		return nil
	case !ok:
		return o.mismatch("command %s of seat %d was never acknowledged", e.Command, e.Seat)
	case a.ID != e.Command || a.Seat != int(e.Seat) || a.Decision != string(e.Decision):
		return o.mismatch("command %s of seat %d was acknowledged, but the log has %s of seat %d", a.ID, a.Seat, e.Command, e.Seat)
	case a.Decision == "":
		return nil
	}
	move, err := codec.Canonical(a.Move)
	if err != nil {
		return err
	}
	if !bytes.Equal(move, e.Move) {
		return o.mismatch("move %s was acknowledged, but the log has %s", a.Move, e.Move)
	}
	return nil
}

// checkObservation compares one observation with the fold.
func (o *comparison) checkObservation(t play.Observation) error {
	v := engine.Spectator()
	if t.Viewer >= 0 {
		v = engine.SeatViewer(engine.Seat(t.Viewer))
	}
	raw, err := json.Marshal(struct {
		View      engine.View       `json:"view"`
		Decisions []engine.Decision `json:"decisions"`
	}{o.fold.View(v), o.fold.Decisions(v)})
	if err != nil {
		return err
	}
	want, err := codec.Canonical(json.RawMessage(raw))
	if err != nil {
		return err
	}
	got, err := codec.Canonical(t.State)
	if err != nil {
		return err
	}
	if !bytes.Equal(want, got) {
		return o.mismatch("viewer %d received\n%s\nbut the fold of the log gives\n%s", t.Viewer, got, want)
	}
	o.compared++
	return nil
}
