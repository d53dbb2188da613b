package export_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/export"
	"nemeton/testkit/poolgame"
)

// attacksOnVersions are attacks on the rules versions of the entries, so that the rules judge nothing.
func attacksOnVersions() []attack {
	var list []attack
	for _, version := range []int{-1, 0, 7, 42, 99} {
		list = append(list,
			entry(fmt.Sprintf("rules version %d in one entry", version), export.CheckVersion, isMove, func(e *engine.Entry) { e.Rules = version }),
			attack{name: fmt.Sprintf("rules version %d in all entries", version), found: export.CheckVersion, forge: func(_ *testing.T, f *forgery) bool {
				for i := range f.entries {
					f.entries[i].Rules = version
				}
				return true
			}},
		)
	}
	return append(list,
		attack{name: "rules versions going backwards", found: export.CheckVersion, rules: 3, forge: func(_ *testing.T, f *forgery) bool {
			for i := range f.entries {
				f.entries[i].Rules = 1 + 2*min(1, i%2)
			}
			return true
		}},
		attack{name: "rules versions going backwards, of an unknown title", found: export.CheckVersion, forge: func(t *testing.T, f *forgery) bool {
			f.doc.Title = "unknown"
			f.entries[1].Rules = 7
			return f.changeStart(t, func(begun *engine.Started) { begun.Title = "unknown" })
		}},
		attack{name: "another outcome of a move, as of older rules", rules: 9, forge: func(t *testing.T, f *forgery) bool { return f.drawMore(t) }},
	)
}

// inventions are records whose hashes, draws and rules are all right, because the forger decided every entry anew with the secret.
func inventions() []attack {
	type adds = func(fold *engine.Fold, key chance.Key) (engine.Record, error)
	owing := func(fold *engine.Fold) engine.Seat { return fold.OwingSeats()[0] }
	inserted := func(name string, list ...adds) attack {
		return attack{name: name, forge: func(t *testing.T, f *forgery) bool {
			return f.playOn(t, len(f.entries)/2, list...)
		}}
	}
	leaver := engine.NoSeat
	return []attack{
		{name: "all bots' moves as players'", forge: func(t *testing.T, f *forgery) bool {
			for i, e := range f.entries {
				if e.Kind == engine.KindSystem {
					f.entries = f.entries[:i] // presence and moves by players would contradict each other
					break
				}
			}
			for i := range f.entries {
				if e := &f.entries[i]; e.Actor == engine.ActorBot {
					e.Actor, e.Proof = engine.ActorPlayer, nil
				}
			}
			return f.playOn(t, len(f.entries))
		}},
		{name: "another last choice, played on", forge: func(t *testing.T, f *forgery) bool {
			at, move := f.choice(t, true)
			e := f.entries[at]
			return f.playOn(t, at, func(fold *engine.Fold, key chance.Key) (engine.Record, error) {
				return fold.Decide(engine.Command{ID: "forged", Seat: e.Seat, Actor: e.Actor, Decision: e.Decision, Move: move}, key, e.Time)
			})
		}},
		{name: "all moves after the middle replaced", forge: func(t *testing.T, f *forgery) bool {
			middle := len(f.entries) / 2
			for i := range f.entries[middle:] {
				f.entries[middle+i].Move = json.RawMessage(`"forged"`)
			}
			return f.playOn(t, middle)
		}},
		inserted("leave and return inserted, played on",
			func(fold *engine.Fold, _ chance.Key) (engine.Record, error) {
				if leaver = owing(fold); slices.Contains(fold.Away(), leaver) {
					return fold.Return(leaver, "forged", 6)
				}
				return fold.Leave(leaver, "forged", 6)
			},
			func(fold *engine.Fold, _ chance.Key) (engine.Record, error) {
				if slices.Contains(fold.Away(), leaver) {
					return fold.Return(leaver, "forged", 6)
				}
				return fold.Leave(leaver, "forged", 6)
			}),
		inserted("a handover inserted, played on", func(fold *engine.Fold, _ chance.Key) (engine.Record, error) {
			return fold.HandOver(owing(fold), heirOf(fold, owing(fold)), "forged", 6)
		}),
		inserted("a stand-in inserted, played on", func(fold *engine.Fold, _ chance.Key) (engine.Record, error) {
			return fold.TakeOver(owing(fold), "hard", 6)
		}),
		inserted("a restore inserted, played on", func(fold *engine.Fold, _ chance.Key) (engine.Record, error) {
			return fold.Restore(chance.Entropy{1, 2, 3}, 6)
		}),
		{name: "a restore removed, played on", forge: func(t *testing.T, f *forgery) bool {
			at := f.indexOf(isSystem("restored"))
			return at > 0 && f.playOn(t, at)
		}},
		{name: "another secret with its commitment, played anew", forge: func(t *testing.T, f *forgery) bool {
			swapSecret(f)
			return f.changeStart(t, f.rebind) && f.playOn(t, 0)
		}},
		{name: "other contributions, played anew", forge: func(t *testing.T, f *forgery) bool {
			f.doc.Contributions = []string{"abcd", "ef"}
			return f.changeStart(t, func(begun *engine.Started) {
				begun.Contributions = f.doc.Contributions
				for i := range begun.Answers {
					begun.Answers[i].Declined = false
				}
			}) && f.playOn(t, 0)
		}},
		{name: "colors swapped, played anew", forge: func(t *testing.T, f *forgery) bool {
			return f.changeStart(t, func(begun *engine.Started) {
				colors := slices.Clone(begun.Setup.Colors)
				slices.Reverse(colors)
				f.recolor(begun, colors)
			}) && f.playOn(t, 0)
		}},
		{name: "a whole game made up", forge: func(t *testing.T, f *forgery) bool {
			table := f.doc.Table
			f.doc = brief(t, f.title, poolgame.Options{Seats: 2, Seed: 9, Plain: true}) // the operator has no devices of the players
			f.doc.Table, f.entries = table, entriesOf(t, f.doc)
			f.recommit()
			return f.changeStart(t, f.rebind) && f.playOn(t, 0)
		}},
	}
}
