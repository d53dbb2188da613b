package engine_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// A commitment of version 2 covers the secret and all terms, so that no secret serves two tables.
func TestCommitTo_CoversTheTerms(t *testing.T) {
	t.Parallel()
	secret := chance.Secret{1}
	terms := engine.Terms{Table: "t", Title: "tally", Seats: 2, Options: engine.Options{"hints": 1, "takeover": 0}}
	seen := map[codec.Hash]string{}
	commit := func(name string, secret chance.Secret, change func(*engine.Terms)) {
		changed := terms
		changed.Options = engine.Options{"hints": 1, "takeover": 0}
		change(&changed)
		got := must.Return(changed.CommitTo(secret))(t)
		if before, ok := seen[got]; ok {
			t.Errorf("%s and %s have the same commitment", name, before)
		}
		seen[got] = name
	}
	commit("the table", secret, func(*engine.Terms) {})
	commit("another secret", chance.Secret{2}, func(*engine.Terms) {})
	commit("another table", secret, func(t *engine.Terms) { t.Table = "u" })
	commit("another title", secret, func(t *engine.Terms) { t.Title = "example" })
	commit("another number of seats", secret, func(t *engine.Terms) { t.Seats = 3 })
	commit("another option", secret, func(t *engine.Terms) { t.Options["hints"] = 0 })
	commit("one option more", secret, func(t *engine.Terms) { t.Options["more"] = 0 })
	commit("one option less", secret, func(t *engine.Terms) { delete(t.Options, "takeover") })
	commit("the table's name in the title", secret, func(t *engine.Terms) { t.Table, t.Title = "", "ttally" })
}

// The base key covers the secret, the terms, and the contribution, device and chain of each seat; and nothing that the operator chooses after them.
func TestKeyOf_CoversTheAnswers(t *testing.T) {
	t.Parallel()
	seen := map[chance.Key]string{}
	base := func(name string, secret chance.Secret, change func(*engine.Started)) chance.Key {
		start := poolStart(t, chance.Secret{1})
		change(&start)
		key := must.Return(engine.KeyOf(secret, start))(t)
		if before, ok := seen[key]; ok {
			t.Errorf("%s and %s have the same key", name, before)
		}
		return key
	}
	secret := chance.Secret{1}
	want := base("the table", secret, func(*engine.Started) {})
	for name, change := range map[string]func(*engine.Started){
		"the time of creation": func(s *engine.Started) { s.Created++ },
		"the names":            func(s *engine.Started) { s.Names[0][0]++ },
		"the levels of bots":   func(s *engine.Started) { s.Bots[2] = "hard" },
		"the colors":           func(s *engine.Started) { s.Setup.Colors = []string{"c", "b", "a"} },
		"a signature":          func(s *engine.Started) { s.Answers[0].Signature[0]++ },
	} {
		expect.Equal(t, base(name, secret, change), want, name, "the operator could choose another key")
	}
	seen[want] = "the table"
	for name, change := range map[string]func(*engine.Started){
		"another table":        func(s *engine.Started) { s.Table = "u" },
		"another title":        func(s *engine.Started) { s.Title = "example" },
		"other options":        func(s *engine.Started) { s.Setup.Options = engine.Options{"hints": 1} },
		"another contribution": func(s *engine.Started) { s.Contributions[0] = "0b" },
		"one more":             func(s *engine.Started) { s.Contributions[1] = "0a" },
		"swapped ones":         func(s *engine.Started) { s.Contributions = []string{"", "0a", ""} },
		"another device":       func(s *engine.Started) { s.Answers[0].Device[0]++ },
		"no device":            func(s *engine.Started) { s.Answers[0].Device = chance.DeviceKey{} },
		"another chain":        func(s *engine.Started) { s.Answers[1].Chain[0]++ },
		"no chain":             func(s *engine.Started) { s.Answers[1].Chain = codec.Optional{} },
	} {
		seen[base(name, secret, change)] = name
	}
	seen[base("another secret", chance.Secret{2}, func(*engine.Started) {})] = "another secret"
	for _, bad := range []string{"0A", "0", "xy"} {
		start := poolStart(t, secret)
		start.Contributions[0] = bad
		expect.Failure(t, expect.Second(engine.KeyOf(secret, start)), "the contribution", bad, "is accepted")
	}
}

// A start has the members of its version of chance, and a complete answer of each seat.
func TestStarted_CheckChance(t *testing.T) {
	t.Parallel()
	must.Succeed(t, poolStart(t, chance.Secret{1}).CheckChance())
	for name, change := range map[string]func(*engine.Started){
		"a later version":              func(s *engine.Started) { s.Chance = 3 },
		"an earlier version":           func(s *engine.Started) { s.Chance = 1 },
		"no version":                   func(s *engine.Started) { s.Chance = 0 },
		"a name missing":               func(s *engine.Started) { s.Names = s.Names[:2] },
		"a name too many":              func(s *engine.Started) { s.Names = append(s.Names, codec.Optional{1}) },
		"no bots":                      func(s *engine.Started) { s.Bots = nil },
		"an answer missing":            func(s *engine.Started) { s.Answers = s.Answers[:2] },
		"a contribution missing":       func(s *engine.Started) { s.Contributions = s.Contributions[:2] },
		"a person without a name":      func(s *engine.Started) { s.Names[0] = codec.Optional{} },
		"a person without an answer":   func(s *engine.Started) { s.Answers[1].Declined = false },
		"a person with two answers":    func(s *engine.Started) { s.Answers[0].Declined = true },
		"a bot with a name":            func(s *engine.Started) { s.Names[2] = codec.Optional{1} },
		"a bot that contributes":       func(s *engine.Started) { s.Contributions[2] = "0a" },
		"a bot that declines":          func(s *engine.Started) { s.Answers[2].Declined = true },
		"a bot with a device":          func(s *engine.Started) { s.Answers[2] = s.Answers[0] },
		"a device without a signature": func(s *engine.Started) { s.Answers[0].Signature = chance.Signature{} },
		"a signature without a device": func(s *engine.Started) { s.Answers[0].Device = chance.DeviceKey{} },
		"a chain without a device": func(s *engine.Started) {
			s.Answers[0].Device, s.Answers[0].Signature = chance.DeviceKey{}, chance.Signature{}
		},
		"more seats than the set-up": func(s *engine.Started) { s.Setup.Colors = s.Setup.Colors[:2] },
	} {
		start := poolStart(t, chance.Secret{1})
		change(&start)
		expect.Failure(t, start.CheckChance(), name, "accepted")
		expect.Failure(t, expect.Second(engine.Begin(tally{}, start, chance.Key{}, 0)), name, "the table begins")
	}
}

// Only entries of the present format, with a salt, can be read.
func TestReadRecord_Formats(t *testing.T) {
	t.Parallel()
	proof := reveal(exampleDevices()[0], 1)
	voids := []engine.Void{{Seat: 0, Device: proof.Device, Index: 1}}
	for name, c := range map[string]struct {
		entry engine.Entry
		bad   bool
	}{
		"format 1":                     {engine.Entry{Format: 1, Salt: codec.Optional{1}}, true},
		"format 2":                     {engine.Entry{Format: 2, Salt: codec.Optional{1}}, false},
		"format 2 with all members":    {engine.Entry{Format: 2, Salt: codec.Optional{1}, Proof: proof, Voids: voids}, false},
		"format 2 without a salt":      {engine.Entry{Format: 2}, true},
		"format 2 with all but a salt": {engine.Entry{Format: 2, Proof: proof, Voids: voids}, true},
		"format 0":                     {engine.Entry{Format: 0}, true},
		"format 3":                     {engine.Entry{Format: 3, Salt: codec.Optional{1}}, true},
	} {
		r := must.Return(engine.NewRecord(c.entry))(t)
		back, err := engine.ReadRecord(r.Bytes)
		if errors.Is(err, engine.ErrCorrupt) != c.bad || !c.bad && back.Hash != r.Hash {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// A log holds no entry of another format.
func TestApply_RefusesOtherFormats(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	for _, format := range []int{0, 1, 3} {
		r := must.Return(tb.f.Decide(tb.command(0, "free"), tb.key, 5))(t)
		r.Entry.Format = format
		r = must.Return(engine.NewRecord(r.Entry))(t)
		expect.Error(t, expect.Second(tb.f.Apply(r)), engine.ErrCorrupt, "format", format)
	}
}

// The digest of a person depends on table, seat, holder and name, and on the secret.
func TestPersonDigest(t *testing.T) {
	t.Parallel()
	secret := chance.Secret{1}
	list := []codec.Optional{
		secret.PersonDigest("t", 0, 0, "Ada"), secret.PersonDigest("u", 0, 0, "Ada"), secret.PersonDigest("t", 1, 0, "Ada"),
		secret.PersonDigest("t", 0, 1, "Ada"), secret.PersonDigest("t", 0, 0, "Bob"), (chance.Secret{2}).PersonDigest("t", 0, 0, "Ada"),
	}
	for i, digest := range list {
		expect.Equal(t, slices.Index(list, digest), i, "digest equals an earlier one")
		expect.Equal(t, len(must.Return(json.Marshal(digest))(t)), 66, "digest", i)
	}
}
