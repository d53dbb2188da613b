package export_test

import (
	"encoding/json"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/engine/export"
)

// log is an attack on the list of entries. forge returns nil if the game has nothing that it could change.
func log(name, found string, forge func(list []engine.Entry, f *forgery) []engine.Entry) attack {
	return attack{name: name, found: found, forge: func(_ *testing.T, f *forgery) bool {
		list := forge(f.entries, f)
		if list != nil {
			f.entries = list
		}
		return list != nil
	}}
}

// without removes the first entry that fits; with draws after it, if they must shift.
func without(fits func(engine.Entry) bool) func(list []engine.Entry, f *forgery) []engine.Entry {
	return func(list []engine.Entry, f *forgery) []engine.Entry {
		at := f.indexOf(fits)
		if at < 0 {
			return nil
		}
		return slices.Delete(list, at, at+1)
	}
}

func attacksOnLog() []attack {
	const drawsOrRules = export.CheckDraws + "|" + export.CheckRules
	system := func(seat engine.Seat, name, data string) engine.Entry {
		return engine.Entry{
			Format: engine.EntryFormat, Kind: engine.KindSystem, Seat: seat, Actor: engine.ActorPlayer, Command: forgedCommand, Time: 6,
			Events: []engine.Stored{{Name: "frame." + name, Version: 1, Data: json.RawMessage(data)}},
		}
	}
	early := func(added ...engine.Entry) func(list []engine.Entry, _ *forgery) []engine.Entry {
		return func(list []engine.Entry, _ *forgery) []engine.Entry { return slices.Insert(list, 1, added...) }
	}
	late := func(added ...engine.Entry) func(list []engine.Entry, _ *forgery) []engine.Entry {
		return func(list []engine.Entry, _ *forgery) []engine.Entry { return append(list, added...) }
	}
	return []attack{
		log("two moves swapped", drawsOrRules, func(list []engine.Entry, f *forgery) []engine.Entry {
			at := f.indexOf(isMove)
			next := at + 1 + slices.IndexFunc(list[at+1:], isMove)
			list[at], list[next] = list[next], list[at]
			return list
		}),
		log("two draws swapped", export.CheckDraws, func(list []engine.Entry, f *forgery) []engine.Entry {
			at := f.indexOf(isDraw)
			next := at + 1 + slices.IndexFunc(list[at+1:], func(e engine.Entry) bool { return isDraw(e) && e.Draws[0] != list[at].Draws[0] })
			if next <= at {
				return nil
			}
			list[at], list[next] = list[next], list[at]
			return list
		}),
		log("the start not first", export.CheckStart, func(list []engine.Entry, _ *forgery) []engine.Entry {
			list[0], list[1] = list[1], list[0]
			return list
		}),
		log("a second start", drawsOrRules, func(list []engine.Entry, _ *forgery) []engine.Entry { return slices.Insert(list, 1, list[0]) }),
		log("the start removed", export.CheckStart, func(list []engine.Entry, _ *forgery) []engine.Entry { return list[1:] }),
		log("a move removed", drawsOrRules, without(isMove)),
		log("a draw removed", drawsOrRules, without(isDraw)),
		log("a move repeated", drawsOrRules, func(list []engine.Entry, f *forgery) []engine.Entry {
			at := f.indexOf(isMove)
			return slices.Insert(list, at, list[at])
		}),
		log("the end cut off", export.CheckOutcome, func(list []engine.Entry, _ *forgery) []engine.Entry { return list[:len(list)-1] }),
		log("the end cut off, without an outcome", export.CheckOutcome, func(list []engine.Entry, f *forgery) []engine.Entry {
			f.doc.Outcome = nil
			return list[:len(list)-1]
		}),
		log("everything after the start cut off", export.CheckOutcome, func(list []engine.Entry, _ *forgery) []engine.Entry { return list[:1] }),
		log("a move after the end", export.CheckRules, func(list []engine.Entry, _ *forgery) []engine.Entry {
			e := list[len(list)-1]
			e.Draws = nil
			return append(list, e)
		}),
		log("a player leaves after the end", export.CheckRules, late(system(0, "left", `{"seat":0}`))),
		log("a handover after the end", export.CheckRules, late(system(0, "handed_over", `{"seat":0}`))),
		log("leave and return inserted", drawsOrRules, early(system(0, "left", `{"seat":0}`), system(0, "returned", `{"seat":0}`))),
		log("a take-back of nothing", drawsOrRules, early(system(0, "taken_back", `{"seat":0,"to":1}`))),
		log("a return of a player who never left", drawsOrRules, early(system(0, "returned", `{"seat":0}`), system(1, "returned", `{"seat":1}`))),
		log("an agreement with oneself", drawsOrRules, early(system(0, "agreed", `{"seat":0,"to":0}`))),
		log("a system entry without events", drawsOrRules, func(list []engine.Entry, _ *forgery) []engine.Entry {
			e := system(0, "left", `{}`)
			e.Events = nil
			return append(list, e)
		}),
		log("a system entry with a title's event", export.CheckRules, func(list []engine.Entry, f *forgery) []engine.Entry {
			e := system(0, "left", `{}`)
			e.Events = list[f.indexOf(isMove)].Events
			return append(list, e)
		}),
		log("a system entry with a start", export.CheckRules, func(list []engine.Entry, _ *forgery) []engine.Entry {
			e := system(0, "left", `{}`)
			e.Events = list[0].Events[:1]
			return append(list, e)
		}),
		log("a leave removed", drawsOrRules, without(isSystem("left"))),
		log("a return removed", drawsOrRules, without(isSystem("returned"))),
		log("a take-back removed", drawsOrRules, without(isSystem("taken_back"))),
		log("a handover removed", drawsOrRules, without(isSystem("handed_over"))),
		log("an agreement removed", drawsOrRules, without(isSystem("agreed"))),
		log("a stand-in removed", drawsOrRules, without(isSystem("taken_over"))),
		log("a restore removed", export.CheckDraws, without(isSystem("restored"))),
		log("a restore repeated", drawsOrRules, func(list []engine.Entry, f *forgery) []engine.Entry {
			if at := f.indexOf(isSystem("restored")); at > 0 {
				return slices.Insert(list, at, list[at])
			}
			return nil
		}),
		log("a restore moved to the start", drawsOrRules, func(list []engine.Entry, f *forgery) []engine.Entry {
			if at := f.indexOf(isSystem("restored")); at > 0 {
				e := list[at]
				return slices.Insert(slices.Delete(list, at, at+1), 1, e)
			}
			return nil
		}),
		{name: "a seq left out", found: export.CheckChain, forge: func(t *testing.T, f *forgery) bool {
			f.broken = true
			f.entries[len(f.entries)-1].Seq++
			return true
		}},
		{name: "another previous hash", found: export.CheckChain, forge: func(t *testing.T, f *forgery) bool {
			f.broken = true
			f.entries[len(f.entries)-1].Prev = codec.Hash{1}
			return true
		}},
		{name: "an entry changed without its hash", found: export.CheckChain, forge: func(t *testing.T, f *forgery) bool {
			f.entries, f.doc.Entries = nil, slices.Clone(f.doc.Entries)
			e := &f.doc.Entries[1]
			e.Entry = bumped(t, e.Entry)
			return true
		}},
		{name: "another head", found: export.CheckChain, forge: func(t *testing.T, f *forgery) bool {
			f.entries = nil
			f.doc.Head[0]++
			return true
		}},
	}
}
