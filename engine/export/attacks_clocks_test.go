package export_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/testkit/must"
	"nemeton/testkit/packed"
	"nemeton/testkit/poolgame"
)

// writeForgeries writes the file of forged records that the test of the web client's check reads as well.
var writeForgeries = flag.Bool("clock-forgeries", false, "write testdata/clock-forgeries.json.gz again")

const (
	forgeriesPath = "testdata/clock-forgeries.json.gz"
	aDay          = 24 * 60 * 60 * 1000
)

// clockForgery is a manipulation of the clocks of a record in which no device signed. It changes an entry in place, or adds one after it, so that the
// check refuses that entry.
type clockForgery struct {
	name string
	base string // live, days or free
	at   func(e engine.Entry) bool
	// forge changes the entry in place.
	forge func(e *engine.Entry)
	// add returns an entry to insert after it, which has the time of that entry and no command id. Nil: none.
	add func(e engine.Entry) engine.Entry
}

// storedForgery is a forged record in the file. Seq is the entry that the checks refuse; 0: the record is right.
type storedForgery struct {
	Name   string          `json:"name"`
	Seq    engine.Seq      `json:"seq"`
	Record json.RawMessage `json:"record"`
}

func isTimedOut(e engine.Entry) bool { return isSystem("timed_out")(e) }
func isPaused(e engine.Entry) bool   { return len(e.Events) == 2 && e.Events[1].Name == "frame.paused" }
func isStart(e engine.Entry) bool    { return e.Kind == engine.KindStart }

func stored(event engine.Event) engine.Stored {
	data, err := codec.Canonical(event)
	if err != nil {
		panic(err)
	}
	return engine.Stored{Name: engine.SystemEventName(event), Version: 1, Data: data}
}

// entryOf is a system entry with events.
func entryOf(seat engine.Seat, actor engine.Actor, later int64, events ...engine.Event) func(engine.Entry) engine.Entry {
	return func(before engine.Entry) engine.Entry {
		e := engine.Entry{Kind: engine.KindSystem, Seat: seat, Actor: actor, Rules: before.Rules, Format: before.Format, Time: before.Time + later}
		for _, event := range events {
			e.Events = append(e.Events, stored(event))
		}
		return e
	}
}

func setEvents(events ...engine.Event) func(*engine.Entry) {
	return func(e *engine.Entry) {
		e.Events = nil
		for _, event := range events {
			e.Events = append(e.Events, stored(event))
		}
	}
}

// decoded decodes the first event of an entry.
func decoded[T engine.Event](e engine.Entry) (event T) {
	if err := json.Unmarshal(e.Events[0].Data, &event); err != nil {
		panic(err)
	}
	return event
}

func clockForgeries() []clockForgery {
	timedOut := func(seat engine.Seat, level string) []engine.Event {
		return []engine.Event{engine.TimedOut{Seat: seat}, engine.TakenOver{Seat: seat, Level: level}}
	}
	person := func(change func(e *engine.Entry, seat engine.Seat)) func(*engine.Entry) {
		return func(e *engine.Entry) { change(e, decoded[engine.TimedOut](*e).Seat) }
	}
	var list []clockForgery
	for base, level := range map[string]string{"live": "medium", "days": "easy"} {
		list = append(list, []clockForgery{
			{"a time-out that is a millisecond early", base, isTimedOut, func(e *engine.Entry) { e.Time-- }, nil},
			{"a time-out of another seat", base, isTimedOut, person(func(e *engine.Entry, seat engine.Seat) {
				other := 1 - seat
				setEvents(timedOut(other, level)...)(e)
				if e.Seat = seat; base == "live" {
					e.Seat = other
				}
			}), nil},
			{"a time-out with a bot of another level", base, isTimedOut, person(func(e *engine.Entry, seat engine.Seat) { setEvents(timedOut(seat, "hard")...)(e) }), nil},
			{"a time-out without a bot", base, isTimedOut, func(e *engine.Entry) { e.Events = e.Events[:1] }, nil},
			{"a second time-out", base, isTimedOut, nil, func(e engine.Entry) engine.Entry { return e }},
			{"a time that runs back", base, isTimedOut, nil, entryOf(0, engine.ActorPlayer, -1, engine.Left{Seat: 0})},
			{"a gift of more time", base, isSystem("time_given"), func(e *engine.Entry) {
				g := decoded[engine.TimeGiven](*e)
				g.Time++
				setEvents(g)(e)
			}, nil},
			{"a gift to oneself", base, isSystem("time_given"), func(e *engine.Entry) {
				g := decoded[engine.TimeGiven](*e)
				g.To = g.Seat
				setEvents(g)(e)
			}, nil},
			{"a gift in another's name", base, isSystem("time_given"), func(e *engine.Entry) { e.Seat = 1 - e.Seat }, nil},
			{"a gift to a bot", base, isSystem("time_given"), func(e *engine.Entry) {
				g := decoded[engine.TimeGiven](*e)
				g.To = 2
				setEvents(g)(e)
			}, nil},
			{"a gift of the timer", base, isSystem("time_given"), func(e *engine.Entry) { e.Actor = engine.ActorTimer }, nil},
			{"an outage that is not over", base, isSystem("outages"), func(e *engine.Entry) {
				setEvents(engine.OutagesNoted{Outages: []engine.Outage{{From: e.Time - 1000, To: e.Time + 1}}})(e)
			}, nil},
			{"an outage before the last entry", base, isSystem("outages"), func(e *engine.Entry) {
				setEvents(engine.OutagesNoted{Outages: []engine.Outage{{From: e.Time - 2*aDay, To: e.Time - aDay}}})(e)
			}, nil},
			{"an outage that counts twice", base, isSystem("outages"), func(e *engine.Entry) {
				setEvents(engine.OutagesNoted{Outages: []engine.Outage{{From: e.Time - 30_000, To: e.Time - 10_000}, {From: e.Time - 20_000, To: e.Time}}})(e)
			}, nil},
			{"no outage", base, isSystem("outages"), setEvents(engine.OutagesNoted{Outages: []engine.Outage{}}), nil},
			{"an outage by a player", base, isSystem("outages"), func(e *engine.Entry) { e.Seat, e.Actor = 0, engine.ActorPlayer }, nil},
			{"a pause without agreement", base, isSystem("pause_proposed"), func(e *engine.Entry) {
				setEvents(engine.PauseProposed{Seat: e.Seat}, engine.Paused{Until: e.Time + 7*aDay})(e)
			}, nil},
			{"a longer pause", base, isPaused, func(e *engine.Entry) { e.Events[1] = stored(engine.Paused{Until: e.Time + 7*aDay + 1}) }, nil},
			{"an agreed pause that does not begin", base, isPaused, func(e *engine.Entry) { e.Events = e.Events[:1] }, nil},
			{"an agreement to another proposal", base, isPaused, func(e *engine.Entry) {
				a := decoded[engine.PauseAgreed](*e)
				a.Proposal--
				e.Events[0] = stored(a)
			}, nil},
			{"an agreement of another person", base, isPaused, func(e *engine.Entry) { e.Seat = 0 }, nil},
			{"an agreement of a bot", base, isPaused, func(e *engine.Entry) {
				a := decoded[engine.PauseAgreed](*e)
				e.Seat, a.Seat = 2, 2
				e.Events[0] = stored(a)
			}, nil},
			{"a second refusal", base, isSystem("pause_declined"), nil, func(e engine.Entry) engine.Entry { return e }},
			{"a second proposal", base, isSystem("pause_proposed"), nil, func(e engine.Entry) engine.Entry { return e }},
			{"a pause of nobody", base, isStart, nil, entryOf(0, engine.ActorPlayer, 1000, engine.Paused{Until: aDay})},
			{"a time-out in a pause", base, isPaused, nil, func(e engine.Entry) engine.Entry {
				return entryOf(0, engine.ActorPlayer, 6*aDay, timedOut(1, level)...)(e)
			}},
			{"a time-out claimed by its own seat", base, isTimedOut, person(func(e *engine.Entry, seat engine.Seat) { e.Seat, e.Actor = seat, engine.ActorPlayer }), nil},
			{"a time-out claimed by a bot", base, isTimedOut, func(e *engine.Entry) { e.Seat, e.Actor = 2, engine.ActorBot }, nil},
		}...)
	}
	list = append(list, []clockForgery{
		{"a takeover by the timer without a time-out", "live", isTimedOut, func(e *engine.Entry) { e.Events = e.Events[1:] }, nil},
		{"a time-out by the timer where players claim it", "days", isTimedOut, person(func(e *engine.Entry, seat engine.Seat) { e.Seat, e.Actor = seat, engine.ActorTimer }), nil},
		{"a vacation at a table without vacations", "live", isStart, nil, entryOf(0, engine.ActorPlayer, 1000, engine.Vacation{Seat: 0, Until: 1_900_000_000_000})},
		{"a vacation that is too long", "days", isSystem("vacation"), func(e *engine.Entry) { setEvents(engine.Vacation{Seat: 0, Until: e.Time + 30*aDay + 1})(e) }, nil},
		{"a vacation of another person", "days", isSystem("vacation"), func(e *engine.Entry) { e.Seat = 1 }, nil},
		{"a vacation of a bot", "days", isSystem("vacation"), func(e *engine.Entry) {
			e.Seat = 2
			setEvents(engine.Vacation{Seat: 2, Until: e.Time + aDay})(e)
		}, nil},
		{"a vacation that is over before it begins", "days", isSystem("vacation"), func(e *engine.Entry) { setEvents(engine.Vacation{Seat: 0, Until: e.Time - 1})(e) }, nil},
		{"the same vacation again", "days", isSystem("vacation"), nil, func(e engine.Entry) engine.Entry { return e }},
		{"the end of no vacation", "days", isStart, nil, entryOf(0, engine.ActorPlayer, 1000, engine.Vacation{Seat: 0})},
		{"a time-out without clocks", "free", isMove, nil, entryOf(0, engine.ActorTimer, aDay, timedOut(0, "medium")...)},
		{"a gift without clocks", "free", isMove, nil, entryOf(0, engine.ActorPlayer, 1000, engine.TimeGiven{Seat: 0, To: 1, Time: 1000})},
		{"a pause without clocks", "free", isMove, nil, entryOf(0, engine.ActorPlayer, 1000, engine.PauseProposed{Seat: 0})},
		{"a vacation without clocks", "free", isMove, nil, entryOf(0, engine.ActorPlayer, 1000, engine.Vacation{Seat: 0, Until: 1_900_000_000_000})},
		{"an outage without clocks", "free", isMove, nil, entryOf(engine.NoSeat, engine.ActorTimer, aDay, engine.OutagesNoted{Outages: []engine.Outage{{From: 1_800_000_070_000, To: 1_800_000_080_000}}})},
	}...)
	slices.SortStableFunc(list, func(a, b clockForgery) int { return bytes.Compare([]byte(a.base), []byte(b.base)) })
	return list
}

// TestAttacks_Clocks: the check finds every manipulation of clocks, at the entry that was changed. The file has the same forged records, with which the
// test of the web client compares its own check.
func TestAttacks_Clocks(t *testing.T) {
	t.Parallel()
	title, _ := catalog.Find("druids")
	bases := map[string]*original{}
	var file []storedForgery
	for _, base := range []string{"days", "free", "live"} {
		pace := map[string]engine.Options{"live": poolgame.Live(), "days": poolgame.Days()}[base]
		bases[base] = newOriginal(t, brief(t, title, poolgame.Options{Seats: 3, Seed: 6, Plain: true, Pace: pace, Ending: poolgame.Stopped}), title)
		file = append(file, storedForgery{base, 0, bases[base].raw})
	}
	for _, c := range clockForgeries() {
		name := c.base + ": " + c.name
		o := bases[c.base]
		f := &forgery{title: title, doc: o.doc, entries: slices.Clone(o.entries), original: o}
		f.doc.Seats = slices.Clone(o.doc.Seats)
		at := slices.IndexFunc(f.entries, c.at)
		if at < 0 {
			t.Errorf("%s: the record has no such entry", name)
			continue
		}
		seq := engine.Seq(at + 1)
		if f.entries[at].Events = slices.Clone(f.entries[at].Events); c.add == nil {
			c.forge(&f.entries[at])
		} else {
			seq++
			f.entries = slices.Insert(f.entries, at+1, c.add(f.entries[at]))
			shiftFrom(f.entries[at+2:], seq)
		}
		raw := f.sealed(t)
		got := export.Check(raw, catalog.Find)
		if got.Fault == nil || !slices.Contains([]string{export.CheckForm, export.CheckRules, export.CheckProofs}, got.Fault.Check) || got.Fault.Seq != seq && (got.Fault.Check != export.CheckForm || got.Fault.Seq < seq) {
			t.Errorf("%s, entry %d: got %s, %+v", name, seq, got.Verdict, got.Fault)
		}
		file = append(file, storedForgery{name, seq, raw})
	}
	compareFile(t, file)
}

// references finds the entries to which an entry refers: in its decision, in the answer to a proposal, and in a take-back.
var references = regexp.MustCompile(`^\d+|"proposal":\d+|"to":\d+}`)

// shiftFrom adds one to the references to the entries at and after seq, because an entry was inserted there.
func shiftFrom(entries []engine.Entry, seq engine.Seq) {
	number := regexp.MustCompile(`\d+`)
	shift := func(text []byte) []byte {
		return references.ReplaceAllFunc(text, func(found []byte) []byte {
			return number.ReplaceAllFunc(found, func(digits []byte) []byte {
				n, err := strconv.Atoi(string(digits))
				if err == nil && n >= int(seq) {
					n++
				}
				return strconv.AppendInt(nil, int64(n), 10)
			})
		})
	}
	for i := range entries {
		e := &entries[i]
		e.Decision = engine.DecisionID(shift([]byte(e.Decision)))
		e.Events = slices.Clone(e.Events)
		for j := range e.Events {
			if name := e.Events[j].Name; strings.HasSuffix(name, "_agreed") || strings.HasSuffix(name, "_declined") || name == "frame.taken_back" {
				e.Events[j].Data = shift(e.Events[j].Data)
			}
		}
	}
}

// compareFile compares the forged records with those of the file.
func compareFile(t *testing.T, list []storedForgery) {
	t.Helper()
	want := must.Return(codec.Canonical(list))(t)
	packed.Compare(t, forgeriesPath, want, *writeForgeries, "go test ./engine/export -run Attacks_Clocks -args -clock-forgeries")
}
