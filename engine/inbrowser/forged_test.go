package inbrowser_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/export"
	"nemeton/engine/inbrowser"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// firstForgery is the first seed of the forgeries. Its forgery lets the rules of Meduris panic in a short run, too.
const firstForgery = 38

// TestForged: a record whose log lacks, repeats, swaps or changes an event is refused, or shown. No command about it ends the program.
func TestForged(t *testing.T) {
	t.Parallel()
	for name, record := range someRecords(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := must.Return(export.Read([]byte(record)))(t)
			for n := range testsize.Pick(4, 12, 2000) {
				r := rand.New(rand.NewPCG(uint64(firstForgery+n), 1))
				d, forged := newDesk(t), string(must.Return(forge(t, r, doc).Seal())(t))
				d.refusedOrAnswered("check", inbrowser.CheckCommand{Record: forged})
				var opened inbrowser.Opened
				a := d.refusedOrAnswered("open", inbrowser.OpenCommand{Record: forged})
				if a.Error != nil {
					continue
				}
				must.Succeed(t, json.Unmarshal(a.Answer, &opened))
				game, last := opened.Game, engine.Seq(len(opened.Entries))
				for viewer := engine.Seat(-2); int(viewer) < len(doc.Seats); viewer++ {
					at := inbrowser.MomentCommand{Game: game, Seq: last, Viewer: viewer}
					d.refusedOrAnswered("moment", at)
					d.refusedOrAnswered("entry", at)
					d.refusedOrAnswered("log", inbrowser.LogCommand{Game: game, Since: max(last, 9) - 9, Viewer: viewer})
					d.refusedOrAnswered("choose", inbrowser.ChooseCommand{Game: game, Seat: max(viewer, 0), Level: "medium", Iterations: 1})
				}
			}
		})
	}
}

// refusedOrAnswered carries out a command that may be refused with a code.
func (d *desk) refusedOrAnswered(do string, in any) inbrowser.Answer {
	d.t.Helper()
	a := d.ask(do, in)
	if a.Error != nil && a.Error.Code == "" {
		d.t.Errorf("%s: an error without a code: %s", do, a.Error.Detail)
	}
	return a
}

// forge returns the beginning of a log with one changed entry, and with at most six entries after it.
func forge(t *testing.T, r *rand.Rand, d export.Document) export.Document {
	t.Helper()
	changed := 1 + r.IntN(len(d.Entries)-1)
	d.Entries = slices.Clone(d.Entries[:min(len(d.Entries), changed+1+r.IntN(7))])
	for i := changed; i < len(d.Entries); i++ {
		e := must.Return(engine.ReadRecord(d.Entries[i].Entry))(t).Entry
		if i == changed {
			e.Events = change(t, r, e.Events)
		}
		e.Prev = d.Entries[i-1].Hash
		record := must.Return(engine.NewRecord(e))(t)
		d.Entries[i] = export.Entry{Entry: record.Bytes, Hash: record.Hash}
		d.Head = record.Hash
	}
	return d
}

// change removes, repeats, swaps or changes one of the events.
func change(t *testing.T, r *rand.Rand, events []engine.Stored) []engine.Stored {
	t.Helper()
	if len(events) == 0 {
		return events
	}
	events, n := slices.Clone(events), r.IntN(len(events))
	switch r.IntN(6) {
	case 0:
		return slices.Delete(events, n, n+1)
	case 1:
		return slices.Insert(events, n, events[n])
	case 2:
		other := r.IntN(len(events))
		events[n], events[other] = events[other], events[n]
		return events
	}
	var data map[string]any
	must.Succeed(t, json.Unmarshal(events[n].Data, &data))
	for member, value := range data {
		if number, ok := value.(float64); ok {
			data[member] = []float64{number - 1, number + 1, -1, 99, 30_000}[r.IntN(5)]
			break
		}
	}
	events[n].Data = must.Return(json.Marshal(data))(t)
	return events
}
