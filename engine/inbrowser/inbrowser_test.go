package inbrowser_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/codec"
	"nemeton/engine/corpus"
	"nemeton/engine/export"
	"nemeton/engine/inbrowser"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// desk is an engine whose clock advances by a millisecond at each look, so that long commands have several slices.
type desk struct {
	t testing.TB
	*inbrowser.Engine
	slices int // of the last command
}

func newDesk(t testing.TB) *desk {
	t.Helper()
	now := 0.0
	return &desk{t: t, Engine: inbrowser.New(catalog.Find, func() float64 { now++; return now })}
}

// ask carries out a command to its end.
func (d *desk) ask(do string, in any) inbrowser.Answer {
	d.t.Helper()
	raw := must.Return(json.Marshal(in))(d.t)
	raw = append([]byte(fmt.Sprintf(`{"do":%q,`, do)), raw[1:]...)
	if bytes.HasSuffix(raw, []byte(",}")) {
		raw = append(raw[:len(raw)-2], '}')
	}
	for d.slices = 1; ; d.slices++ {
		var a inbrowser.Answer
		must.Succeed(d.t, json.Unmarshal(d.Handle(raw), &a))
		if a.Busy == nil {
			return a
		}
		raw = fmt.Appendf(nil, `{"do":"continue","job":%d}`, a.Busy.Job)
	}
}

// accepted returns the answer to a command that is accepted.
func accepted[T any](d *desk, do string, in any) (out T) {
	d.t.Helper()
	a := d.ask(do, in)
	if a.Error != nil {
		d.t.Fatalf("%s: %s: %s", do, a.Error.Code, a.Error.Detail)
	}
	must.Succeed(d.t, json.Unmarshal(a.Answer, &out))
	return out
}

// records returns one recorded game of each file of the corpus, as an export.
func records(t testing.TB) map[string]string {
	t.Helper()
	list, err := readRecords()
	if err != nil || len(list) == 0 {
		t.Fatal("there is no corpus", err)
	}
	return list
}

var readRecords = sync.OnceValues(func() (map[string]string, error) {
	list := map[string]string{}
	paths, err := filepath.Glob("../corpus/testdata/*.jsonl.gz")
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		games, err := corpus.Read(bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		sealed, err := games[0].Seal()
		if err != nil {
			return nil, err
		}
		list[strings.TrimSuffix(filepath.Base(path), ".jsonl.gz")] = string(sealed)
	}
	return list, err
})

// someRecords are the games for two of each title and one with clocks. A long run has all records.
func someRecords(t testing.TB) map[string]string {
	t.Helper()
	some := maps.Clone(records(t))
	maps.DeleteFunc(some, func(name, _ string) bool {
		forTwo := strings.HasPrefix(name, "pool-") && strings.HasSuffix(name, "-2")
		return testsize.Get() != testsize.Long && name != "clocks-meduris-4" && !forTwo
	})
	return some
}

// TestRecords: every moment of a record is what the fold of its entries gives, in any order of asking.
func TestRecords(t *testing.T) {
	t.Parallel()
	for name, record := range someRecords(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			opened := accepted[inbrowser.Opened](d, "open", inbrowser.OpenCommand{Record: record})
			if d.slices < 2 {
				t.Errorf("a record of %d entries was opened in one slice", len(opened.Entries))
			}
			doc := must.Return(export.Read([]byte(record)))(t)
			title, _ := catalog.Find(doc.Title)
			fold := engine.NewFold(title)
			var want []inbrowser.Shown
			for i, e := range doc.Entries {
				r, err := engine.ReadRecord(e.Entry)
				must.Succeed(t, err)
				events, err := fold.Apply(r)
				must.Succeed(t, err)
				v := engine.SeatViewer(engine.Seat(i%(len(doc.Seats)+1) - 1))
				var s inbrowser.Shown
				if s.View, err = codec.AppendJSON(nil, fold.View(v)); err != nil {
					t.Fatal(err)
				}
				if s.Events, err = codec.AppendJSON(nil, fold.Redact(events, v)); err != nil {
					t.Fatal(err)
				}
				want = append(want, s)
			}
			for n := range doc.Entries {
				i := n * 37 % len(doc.Entries) // in another order
				got := accepted[inbrowser.Shown](d, "entry", inbrowser.MomentCommand{Game: opened.Game, Seq: engine.Seq(i + 1), Viewer: engine.Seat(i%(len(doc.Seats)+1) - 1)})
				if !bytes.Equal(got.View, want[i].View) || !bytes.Equal(got.Events, want[i].Events) {
					t.Fatalf("entry %d: got view %s and events %s, want %s and %s", i+1, got.View, got.Events, want[i].View, want[i].Events)
				}
				var events []any
				if err := json.Unmarshal(got.Events, &events); err != nil || len(got.Views) != len(events) && i > 0 {
					t.Fatalf("entry %d: %d events and %d views (%v)", i+1, len(events), len(got.Views), err)
				}
			}
			report := accepted[export.Report](d, "check", inbrowser.CheckCommand{Record: record})
			if want := export.Check([]byte(record), catalog.Find); !cmp.Equal(report, want) || want.Fault != nil {
				t.Errorf("the check says %+v, want %+v", report, want)
			}
		})
	}
}

// TestEverybody: to everybody together each event is open as to the seat that knows most of it, and each seat keeps the view of its own.
func TestEverybody(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	for name, record := range someRecords(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			opened := accepted[inbrowser.Opened](d, "open", inbrowser.OpenCommand{Record: record})
			see := func(seq, viewer int) (s inbrowser.Shown, events []string) {
				s = accepted[inbrowser.Shown](d, "entry", inbrowser.MomentCommand{Game: opened.Game, Seq: engine.Seq(seq), Viewer: engine.Seat(viewer)})
				var list []json.RawMessage
				must.Succeed(t, json.Unmarshal(s.Events, &list))
				for _, event := range list {
					events = append(events, string(event))
				}
				return s, events
			}
			hidden := 0
			for seq := 1; seq <= len(opened.Entries); seq += 3 {
				all, events := see(seq, -2)
				spectator, public := see(seq, -1)
				if !bytes.Equal(all.View, spectator.View) || len(all.Seats) != len(opened.Seats) || spectator.Seats != nil {
					t.Fatalf("entry %d: got the view %s with %d seats, want that of a spectator with all seats", seq, all.View, len(all.Seats))
				}
				known := slices.Clone(public)
				for seat := range opened.Seats {
					own, seen := see(seq, seat)
					if !bytes.Equal(all.Seats[seat], own.View) {
						t.Fatalf("entry %d: the view of seat %d is %s, want %s", seq, seat, all.Seats[seat], own.View)
					}
					if len(seen) > len(events) {
						t.Fatalf("entry %d: seat %d sees %d events and everybody %d", seq, seat, len(seen), len(events))
					}
					known = append(known, seen...)
				}
				for _, event := range events {
					if !slices.Contains(known, event) {
						t.Fatalf("entry %d: no seat knows %s", seq, event)
					}
					if !slices.Contains(public, event) {
						hidden++
					}
				}
			}
			if hidden == 0 {
				t.Error("no event was hidden from spectators, so the test says nothing")
			}
		})
	}
}

// TestLocalTable: bots and a person play local tables to the end. Each can be stored and resumed at any moment, and its record passes the check.
func TestLocalTable(t *testing.T) {
	t.Parallel()
	for _, title := range catalog.Titles() {
		info := title.Info()
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			colors := info.ColorsFor(2)
			begun := accepted[inbrowser.Begun](d, "new", inbrowser.NewCommand{
				Table: "local", Title: info.ID, Options: engine.Options{}, Secret: strings.Repeat("5a", 32), Contributions: []string{"", ""}, Time: 1,
				Seats: []inbrowser.NewSeat{{Color: colors[0], Name: "Ada"}, {Color: colors[1], Bot: "easy"}},
			})
			id, owing, added := begun.Game, begun.Entries[0].Owing, begun.Added
			for n := 0; len(owing) > 0; n++ {
				choice := accepted[inbrowser.Choice](d, "choose", inbrowser.ChooseCommand{Game: id, Seat: owing[0], Level: "random", Seed: int64(n)})
				one := accepted[inbrowser.Added](d, "act", inbrowser.ActCommand{
					Game: id, Seat: owing[0], Do: "act", ID: fmt.Sprint(n), Decision: choice.Decision, Move: choice.Move, Time: int64(n + 2),
				})
				added = append(added, one.Entry)
				if n%50 == 7 {
					var stored export.Document
					record := accepted[inbrowser.RecordText](d, "record", inbrowser.RecordCommand{Game: id})
					must.Succeed(t, json.Unmarshal([]byte(record.Record), &stored))
					stored.Entries = added
					accepted[inbrowser.GameCommand](d, "close", inbrowser.GameCommand{Game: id})
					id = accepted[inbrowser.Opened](d, "resume", inbrowser.ResumeCommand{Game: stored}).Game
				}
				var list []engine.Decision
				moment := accepted[inbrowser.Moment](d, "moment", inbrowser.MomentCommand{Game: id, Seq: one.Seq, Viewer: -1})
				must.Succeed(t, json.Unmarshal(moment.Decisions, &list))
				owing = nil
				for _, open := range list {
					owing = append(owing, open.Seat)
				}
			}
			record := accepted[inbrowser.RecordText](d, "record", inbrowser.RecordCommand{Game: id}).Record
			report := accepted[export.Report](d, "check", inbrowser.CheckCommand{Record: record})
			expect.Equal(t, report.Verdict, export.Holds, "the record of a local table", report.Fault)
		})
	}
}

// TestBranch: the person of a seat plays on from a moment of a record against bots.
func TestBranch(t *testing.T) {
	t.Parallel()
	for name, record := range someRecords(t) {
		if !strings.HasPrefix(name, "pool-") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			from := accepted[inbrowser.Opened](d, "open", inbrowser.OpenCommand{Record: record})
			person := 0
			for from.Seats[person].Bot != "" {
				person++
			}
			half := engine.Seq(len(from.Entries) / 2)
			branch := accepted[inbrowser.Begun](d, "branch", inbrowser.BranchCommand{
				Game: from.Game, Seq: half, Seat: engine.Seat(person), Level: "easy", Entropy: strings.Repeat("7b", 32), Time: from.Entries[half-1].Time,
			})
			if branch.Outcome != nil || len(branch.Added) != len(branch.Entries) || len(branch.Added) <= int(half) {
				t.Fatalf("got %d of %d entries and outcome %v", len(branch.Added), len(branch.Entries), branch.Outcome)
			}
			seat := branch.Entries[len(branch.Entries)-1].Owing[0]
			level := ""
			if seat == engine.Seat(person) {
				level = "easy"
			}
			choice := accepted[inbrowser.Choice](d, "choose", inbrowser.ChooseCommand{Game: branch.Game, Seat: seat, Level: level})
			accepted[inbrowser.Added](d, "act", inbrowser.ActCommand{
				Game: branch.Game, Seat: seat, Do: "act", ID: "next", Decision: choice.Decision, Move: choice.Move, Time: from.Entries[half-1].Time + 1,
			})
		})
	}
}

// TestRefusals: wrong commands get typed errors, and the engine goes on.
func TestRefusals(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	record := records(t)["pool-meduris-2"]
	opened := accepted[inbrowser.Opened](d, "open", inbrowser.OpenCommand{Record: record})
	for name, c := range map[string]struct {
		do   string
		in   any
		code string
	}{
		"an unknown command": {"dance", inbrowser.GameCommand{}, inbrowser.BadCommand},
		"an unknown game":    {"moment", inbrowser.MomentCommand{Game: 99, Seq: 1}, inbrowser.BadCommand},
		"no such entry":      {"moment", inbrowser.MomentCommand{Game: opened.Game, Seq: 100_000}, inbrowser.BadCommand},
		"no such viewer":     {"moment", inbrowser.MomentCommand{Game: opened.Game, Seq: 1, Viewer: 5}, inbrowser.BadCommand},
		"no such job":        {"continue", inbrowser.JobCommand{Job: 99}, inbrowser.BadCommand},
		"a text":             {"open", inbrowser.OpenCommand{Record: "hello"}, inbrowser.Unreadable},
		"another title":      {"new", inbrowser.NewCommand{Title: "chess"}, "unknown_title"},
		"a move at the end":  {"act", inbrowser.ActCommand{Game: opened.Game, Do: "act", Decision: "1-1"}, "table_finished"},
	} {
		a := d.ask(c.do, c.in)
		if a.Error == nil || a.Error.Code != c.code {
			t.Errorf("%s: got %+.200v, want %s", name, a.Error, c.code)
		}
	}
}

// TestCancel: a canceled command ends, and other commands run while it waits.
func TestCancel(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	raw := must.Return(json.Marshal(map[string]any{"do": "check", "record": records(t)["pool-meduris-4"]}))(t)
	var a inbrowser.Answer
	if err := json.Unmarshal(d.Handle(raw), &a); err != nil || a.Busy == nil {
		t.Fatalf("got %+v, %v", a, err)
	}
	job := inbrowser.JobCommand{Job: a.Busy.Job}
	accepted[inbrowser.JobCommand](d, "cancel", job)
	if a := d.ask("continue", job); a.Error == nil {
		t.Errorf("a canceled job went on: %+v", a)
	}
}
