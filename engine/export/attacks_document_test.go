package export_test

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/chance"
	"nemeton/engine/export"
)

func catalogOfAttacks() []attack {
	return slices.Concat(attacksOnBytes(), attacksOnDocument(), attacksOnStart(), attacksOnLog(), attacksOnEntries(), attacksOnVersions(), inventions())
}

// replaced is an attack on the bytes of the sealed document, for a forger who hopes that readers understand them differently.
func replaced(name, from, to, found string) attack {
	return attack{name: name, found: found, forge: func(_ *testing.T, f *forgery) bool {
		f.bytes = func(raw string) string { return strings.Replace(raw, from, to, 1) }
		return true
	}}
}

func attacksOnBytes() []attack {
	return []attack{
		replaced("an unknown member", "{", `{"more":1,`, export.CheckDocument),
		replaced("a member twice", "{", `{"title":"another",`, export.CheckDocument),
		replaced("a member in another letter case", `"outcome":`, `"Outcome":`, export.CheckDocument),
		replaced("a second member in another letter case", `"outcome":`, `"Outcome":{"scores":[9,9],"winners":[1]},"outcome":`, export.CheckDocument),
		replaced("a member missing", `"createdAt":1800000000000,`, "", export.CheckDocument),
		replaced("a fraction", `"seq":1,`, `"seq":1.0,`, export.CheckDocument),
		replaced("a number beyond 2^53", `"createdAt":`, `"createdAt":9007199254740993`, export.CheckDocument),
		replaced("a member twice in an entry", `{"entry":{`, `{"entry":{"actor":"host",`, export.CheckDocument),
		replaced("an unknown member in an entry", `{"entry":{`, `{"entry":{"aaa":1,`, export.CheckDigest),
		replaced("a name changed without the digest", `"name":"`, `"name":"x`, export.CheckDigest),
	}
}

// document is an attack on a member of the document alone.
func document(name, found string, forge func(f *forgery)) attack {
	return attack{name: name, found: found, forge: func(_ *testing.T, f *forgery) bool {
		forge(f)
		return true
	}}
}

func attacksOnDocument() []attack {
	outcome := func(change func(o *engine.Outcome)) func(f *forgery) {
		return func(f *forgery) {
			o := engine.Outcome{Winners: slices.Clone(f.doc.Outcome.Winners), Scores: slices.Clone(f.doc.Outcome.Scores)}
			change(&o)
			f.doc.Outcome = &o
		}
	}
	return []attack{
		document("another table", export.CheckStart, func(f *forgery) { f.doc.Table = "another" }),
		document("another title", export.CheckStart, func(f *forgery) { f.doc.Title = another(f.doc.Title) }),
		document("an unknown title", export.CheckStart, func(f *forgery) { f.doc.Title = "unknown" }),
		document("the date of creation changed", "", func(f *forgery) { f.doc.CreatedAt-- }),
		document("an option added", export.CheckStart, func(f *forgery) { f.doc.Options["more"] = 1 }),
		document("a seat removed", export.CheckStart, func(f *forgery) { f.doc.Seats = f.doc.Seats[:1] }),
		document("a seat added", export.CheckStart, func(f *forgery) {
			f.doc.Seats = append(f.doc.Seats, export.Seat{Seat: 2, Color: "red", Name: "nobody"})
		}),
		document("the list of seats reversed", export.CheckStart, func(f *forgery) { slices.Reverse(f.doc.Seats) }),
		document("the numbers of seats swapped", export.CheckStart, func(f *forgery) { f.doc.Seats[0].Seat, f.doc.Seats[1].Seat = 1, 0 }),
		document("a color changed", export.CheckStart, func(f *forgery) { f.doc.Seats[0].Color = "gold" }),
		document("the colors of two seats swapped", export.CheckStart, func(f *forgery) {
			f.doc.Seats[0].Color, f.doc.Seats[1].Color = f.doc.Seats[1].Color, f.doc.Seats[0].Color
		}),
		document("a player's name changed", "", func(f *forgery) { f.doc.Seats[0].Name = "Mallory" }),
		document("the names of two seats swapped", "", func(f *forgery) {
			f.doc.Seats[0].Name, f.doc.Seats[1].Name = f.doc.Seats[1].Name, f.doc.Seats[0].Name
		}),
		document("another winner", export.CheckOutcome, outcome(func(o *engine.Outcome) { o.Winners[0] = 1 - o.Winners[0] })),
		document("a second winner", export.CheckOutcome, outcome(func(o *engine.Outcome) { o.Winners = append(o.Winners, 1-o.Winners[0]) })),
		document("no winner", export.CheckOutcome, outcome(func(o *engine.Outcome) { o.Winners = []engine.Seat{} })),
		document("another score", export.CheckOutcome, outcome(func(o *engine.Outcome) { o.Scores[0]++ })),
		document("a score missing", export.CheckOutcome, outcome(func(o *engine.Outcome) { o.Scores = o.Scores[:1] })),
		document("no outcome", export.CheckOutcome, func(f *forgery) { f.doc.Outcome = nil }),
		document("another secret", export.CheckCommitment, func(f *forgery) { f.doc.Secret = strings.Repeat("00", 32) }),
		document("a secret that is too long", export.CheckCommitment, func(f *forgery) { f.doc.Secret += "00" }),
		document("a secret in capital letters", export.CheckCommitment, func(f *forgery) {
			f.doc.Secret = strings.ToUpper(f.doc.Secret)
			if f.doc.Secret == strings.ToLower(f.doc.Secret) {
				f.doc.Secret = "no letters"
			}
		}),
		document("another commitment", export.CheckStart, func(f *forgery) { f.doc.Commitment[0]++ }),
		document("another secret with its commitment", export.CheckStart, func(f *forgery) { swapSecret(f) }),
		document("a contribution changed", export.CheckStart, func(f *forgery) { f.doc.Contributions[0] = "00" }),
		document("a contribution removed", export.CheckStart, func(f *forgery) { f.doc.Contributions[0] = "" }),
		document("all contributions removed", export.CheckStart, func(f *forgery) { f.doc.Contributions = []string{} }),
		document("no entries", export.CheckStart, func(f *forgery) { f.entries = []engine.Entry{} }),
	}
}

// rebind states the forged table, commitment and names in the first entry.
func (f *forgery) rebind(begun *engine.Started) {
	begun.Table, begun.Commitment = f.doc.Table, f.doc.Commitment
	for i, s := range f.doc.Seats {
		if s.Bot == "" {
			begun.Names[i] = f.secret().PersonDigest(f.doc.Table, int(s.Seat), 0, s.Name)
		}
	}
}

func another(id string) string {
	for _, title := range catalog.Titles() {
		if other := title.Info().ID; other != id {
			return other
		}
	}
	panic("the catalog has one title")
}

// swapSecret replaces secret and commitment in the document.
func swapSecret(f *forgery) {
	secret := chance.Secret{1, 2, 3}
	f.doc.Secret = hex.EncodeToString(secret[:])
	f.recommit()
}

// recommit makes the commitment of the forged secret and set-up.
func (f *forgery) recommit() {
	terms := engine.Terms{Table: f.doc.Table, Title: f.doc.Title, Seats: len(f.doc.Seats), Options: f.doc.Options}
	f.doc.Commitment, _ = terms.CommitTo(f.secret()) // whole numbers always encode
}

// both is an attack on a fact that document and first entry state; forge changes both in the same way.
func both(name, found string, forge func(f *forgery, begun *engine.Started)) attack {
	return attack{name: name, found: found, forge: func(t *testing.T, f *forgery) bool {
		return f.changeStart(t, func(begun *engine.Started) { forge(f, begun) })
	}}
}

func attacksOnStart() []attack {
	contributions := func(change func(list []string) []string) func(f *forgery, begun *engine.Started) {
		return func(f *forgery, begun *engine.Started) {
			f.doc.Contributions = change(f.doc.Contributions)
			begun.Contributions = f.doc.Contributions
		}
	}
	colors := func(change func(colors []string) []string) func(f *forgery, begun *engine.Started) {
		return func(f *forgery, begun *engine.Started) { f.recolor(begun, change(slices.Clone(begun.Setup.Colors))) }
	}
	return []attack{
		both("the table's id changed in document and log", "", func(f *forgery, begun *engine.Started) {
			f.doc.Table = "another"
			begun.Table = f.doc.Table
		}),
		both("options changed in document and log", "", func(f *forgery, begun *engine.Started) {
			f.doc.Options["hints"]++
			begun.Setup.Options = f.doc.Options
		}),
		both("an option added in document and log", "", func(f *forgery, begun *engine.Started) {
			f.doc.Options["more"] = 1
			begun.Setup.Options = f.doc.Options
		}),
		both("another title in document and log", export.CheckRules, func(f *forgery, begun *engine.Started) {
			f.doc.Title = another(f.doc.Title)
			begun.Title = f.doc.Title
		}),
		both("an unknown title in document and log", "", func(f *forgery, begun *engine.Started) {
			f.doc.Title = "unknown"
			begun.Title = f.doc.Title
		}),
		both("another commitment in document and log", export.CheckCommitment, func(f *forgery, begun *engine.Started) {
			f.doc.Commitment[0]++
			begun.Commitment = f.doc.Commitment
		}),
		both("another secret with its commitment, in document and log", export.CheckDraws, func(f *forgery, begun *engine.Started) {
			swapSecret(f)
			f.rebind(begun)
		}),
		both("a contribution changed in document and log", export.CheckDraws, contributions(func([]string) []string { return []string{"0b", ""} })),
		both("a contribution removed in document and log", export.CheckDraws, contributions(func([]string) []string { return []string{"", ""} })),
		both("contributions swapped in document and log", export.CheckDraws, contributions(func(l []string) []string { return []string{l[1], l[0]} })),
		both("an empty contribution dropped in document and log", export.CheckDraws, contributions(func(l []string) []string { return l[:1] })),
		both("contributions of more seats in document and log", export.CheckStart, contributions(func(l []string) []string { return append(l, "01") })),
		both("a contribution in capital letters in document and log", export.CheckCommitment, contributions(func(l []string) []string {
			return []string{strings.ToUpper(l[0]), l[1]}
		})),
		both("a contribution that is no hex in document and log", export.CheckCommitment, contributions(func([]string) []string { return []string{"xy", ""} })),
		both("one seat in document and log", export.CheckRules+"|"+export.CheckStart, colors(func(list []string) []string { return list[:1] })),
		both("a seat more in document and log", export.CheckRules, colors(func(list []string) []string { return append(list, "red") })),
		both("a color of no title in document and log", export.CheckRules, colors(func(list []string) []string { return []string{list[0], "gold"} })),
		both("the same color twice in document and log", export.CheckRules, colors(func(list []string) []string { return []string{list[0], list[0]} })),
	}
}

// recolor sets the colors of all seats in document and start event, and with them the number of seats.
func (f *forgery) recolor(begun *engine.Started, colors []string) {
	begun.Setup.Colors, f.doc.Seats = colors, nil
	for i, color := range colors {
		s := export.Seat{Seat: engine.Seat(i), Color: color, Name: "Mallory"}
		if i < len(f.original.doc.Seats) {
			old := f.original.doc.Seats[i]
			s.Name, s.Heirs = old.Name, old.Heirs
		}
		f.doc.Seats = append(f.doc.Seats, s)
	}
}
