package export_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/export"
	"nemeton/testkit/expect"
	"nemeton/testkit/poolgame"
	"nemeton/testkit/testsize"
)

// endingAttack is a manipulation of a table that ended early.
type endingAttack struct {
	name string
	// needs is the system event that the record must have.
	needs string
	forge func(f *forgery, at int)
}

// endings are forged ends, concessions and stops. Neither the forger nor the operator has the devices of the players.
var endings = []endingAttack{
	{"the end cut off", "ended", func(f *forgery, at int) {
		e := &f.entries[at]
		e.Events = e.Events[:len(e.Events)-1]
	}},
	{"an entry after the end", "ended", func(f *forgery, at int) { f.entries = append(f.entries, systemEntry(0, "left", `{"seat":0}`)) }},
	{"a move after the end", "ended", func(f *forgery, at int) {
		f.entries = append(f.entries, f.entries[f.indexOf(isMove)])
	}},
	{"the people of the end changed", "ended", func(f *forgery, at int) {
		last := &f.entries[at].Events[len(f.entries[at].Events)-1]
		last.Data = json.RawMessage(strings.Replace(string(last.Data), `"people":[`, `"people":[4,`, 1))
		last.Data = json.RawMessage(strings.Replace(string(last.Data), `4,]`, `4]`, 1))
	}},
	{"an end for the other reason", "ended", func(f *forgery, at int) {
		last := &f.entries[at].Events[len(f.entries[at].Events)-1]
		was, is := "agreement", "concession"
		if strings.Contains(string(last.Data), is) {
			was, is = is, was
		}
		last.Data = json.RawMessage(strings.Replace(string(last.Data), was, is, 1))
	}},
	{"an outcome without its reason", "ended", func(f *forgery, at int) {
		o := *f.doc.Outcome
		o.Ended = ""
		f.doc.Outcome = &o
	}},
	{"another winner of the end", "ended", func(f *forgery, at int) {
		o := *f.doc.Outcome
		o.Winners = []engine.Seat{1}
		f.doc.Outcome = &o
	}},
	{"a concession by nobody", "conceded", func(f *forgery, at int) {
		f.entries[at].Seat = engine.NoSeat
		f.entries[at].Events[0].Data = json.RawMessage(`{"level":"","seat":-1}`)
	}},
	{"a concession in another's name", "conceded", func(f *forgery, at int) {
		f.entries[at].Events[0].Data = json.RawMessage(strings.Replace(string(f.entries[at].Events[0].Data), `"seat":1`, `"seat":0`, 1))
	}},
	{"a concession by the operator", "conceded", func(f *forgery, at int) { f.entries[at].Actor = engine.ActorHost }},
	{"a concession removed", "conceded", func(f *forgery, at int) {
		f.entries = slices.Delete(f.entries, at, at+1)
	}},
	{"a concession hidden in the outcome", "conceded", func(f *forgery, at int) {
		o := *f.doc.Outcome
		o.Conceded = nil
		f.doc.Outcome = &o
	}},
	{"a stop without the agreement of all", "stop_agreed", func(f *forgery, at int) {
		f.entries[at] = f.entries[at-1]
		f.entries[at-1] = systemEntry(0, "left", `{"seat":0}`)
		end := engine.Stored{Name: "frame.ended", Version: 1, Data: json.RawMessage(`{"by":"agreement","people":[0,1]}`)}
		f.entries[at].Events = append(f.entries[at].Events, end)
		f.entries = f.entries[:at+1]
	}},
	{"an agreement to the declined proposal", "stop_agreed", func(f *forgery, at int) {
		declined := f.indexOf(isSystem("stop_proposed")) + 1
		f.entries[at].Events[0].Data = json.RawMessage(fmt.Sprintf(`{"proposal":%d,"seat":0}`, declined))
	}},
	{"an agreement after the withdrawal", "stop_agreed", func(f *forgery, at int) {
		proposal := f.entries[at].Seq - 1
		f.entries = slices.Insert(f.entries, at, systemEntry(1, "stop_declined", fmt.Sprintf(`{"proposal":%d,"seat":1}`, proposal)))
	}},
	{"the proposal removed", "stop_agreed", func(f *forgery, at int) {
		f.entries = slices.Delete(f.entries, at-1, at)
	}},
	{"an end by the timer without an agreement", "stop_agreed", func(f *forgery, at int) {
		f.entries[at] = systemEntry(engine.NoSeat, "ended", `{"by":"agreement","people":[0,1]}`)
		f.entries[at].Actor, f.entries[at].Command = engine.ActorTimer, ""
	}},
}

// systemEntry is a forged entry of the table's own.
func systemEntry(seat engine.Seat, name, data string) engine.Entry {
	return engine.Entry{
		Format: engine.EntryFormat, Rules: 1, Kind: engine.KindSystem, Seat: seat, Actor: engine.ActorPlayer, Command: "forged", Time: 6,
		Events: []engine.Stored{{Name: "frame." + name, Version: 1, Data: json.RawMessage(data)}},
	}
}

// has returns the index of the first entry with a system event; -1 if there is none.
func (f *forgery) has(name string) int {
	return f.indexOf(func(e engine.Entry) bool {
		return slices.ContainsFunc(e.Events, func(s engine.Stored) bool { return s.Name == "frame."+name })
	})
}

// ended lists finished records of tables that ended early or had a concession.
func endedRecords(t *testing.T, title engine.Title) map[string]export.Document {
	t.Helper()
	return map[string]export.Document{
		"stopped":           brief(t, title, poolgame.Options{Seats: 2, Seed: 4, Ending: poolgame.Stopped}),
		"stopped, plain":    brief(t, title, poolgame.Options{Seats: 3, Seed: 6, Plain: true, Ending: poolgame.Stopped}),
		"closed":            brief(t, title, poolgame.Options{Seats: 3, Seed: 4, Ending: poolgame.Closed}),
		"conceded of two":   brief(t, title, poolgame.Options{Seats: 2, Seed: 4, Ending: poolgame.Gives}),
		"conceded of three": brief(t, title, poolgame.Options{Seats: 3, Seed: 4, Plain: true, Ending: poolgame.Gives}),
	}
}

// TestAttacks_Endings: records of tables that ended early hold, and every forged end is wrong, also for a program without the title.
func TestAttacks_Endings(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	title, _ := catalog.Find("meduris")
	unknown := func(string) (engine.Title, bool) { return nil, false }
	tried := map[string]bool{}
	for name, doc := range endedRecords(t, title) {
		o := newOriginal(t, doc, title)
		expect.Equal(t, export.Check(o.raw, unknown).Verdict, export.NotJudged, name, "without the title")
		for _, a := range endings {
			changed := attack{name: a.name, forge: func(_ *testing.T, f *forgery) bool {
				at := f.has(a.needs)
				if at < 0 {
					return false
				}
				a.forge(f, at)
				return true
			}}
			raw := changed.forged(t, o)
			if raw == nil {
				continue
			}
			tried[a.name] = true
			for _, find := range []func(string) (engine.Title, bool){catalog.Find, unknown} {
				expect.Equal(t, export.Check(raw, find).Verdict, export.Wrong, name, a.name)
			}
		}
	}
	for _, a := range endings {
		if !tried[a.name] {
			t.Errorf("no record has what %q changes", a.name)
		}
	}
}
