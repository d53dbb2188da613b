package engine_test

import (
	"encoding/hex"
	"fmt"
	"math/bits"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/must"
)

// hiddenDice are three dice that a toy title hides. Each has six faces.
type hiddenDice [3]int

// allHiddenDice lists all 216 possible facts.
func allHiddenDice() (list []hiddenDice) {
	for i := range 216 {
		list = append(list, hiddenDice{i / 36, i / 6 % 6, i % 6})
	}
	return list
}

// entryOf is entry 2 of the toy's log. Only the dice are hidden, and they are the whole of the draws and of the event.
func entryOf(t *testing.T, facts hiddenDice, salt codec.Optional) engine.Record {
	t.Helper()
	e := engine.Entry{
		Format: engine.EntryFormat, Seq: 2, Prev: codec.Hash{3}, Rules: 1, Kind: engine.KindMove, Seat: 0, Actor: engine.ActorPlayer,
		Command: "c", Decision: "1-1", Move: []byte(`{"do":"roll"}`), Time: 9, Salt: salt,
		Events: []engine.Stored{{Name: "rolled", Version: 1, Data: fmt.Appendf(nil, `{"dice":[%d,%d,%d]}`, facts[0], facts[1], facts[2])}},
	}
	for _, is := range facts {
		e.Draws = append(e.Draws, chance.Draw{What: "die", Of: 6, Is: is})
	}
	return must.Return(engine.NewRecord(e))(t)
}

// history is the part of a short head that depends on the entry.
func history(head string) string { return head[4:36] }

// Short heads of version 2 are independent of the hidden facts for everybody without the secret. A reader who knows the rest of the entry, all public values of
// the table, and other salts, tries all possible facts. No try reproduces the head, so that the head rules out no fact. With the true salt, exactly the true facts do.
func TestShortHead_NoGuessReproducesIt(t *testing.T) {
	t.Parallel()
	secret := chance.Secret{0x51, 2}
	start := poolStart(t, secret)
	heads := secret.HeadKey(exampleTable)
	truth := hiddenDice{4, 0, 2}
	salt := secret.Salt(exampleTable, 2)
	head := heads.Short(2, 0, entryOf(t, truth, salt).Hash)
	zeros := chance.Secret{}
	guesses := map[string]codec.Optional{
		"no salt":                   {},
		"the commitment":            codec.Optional(start.Commitment),
		"the hash before":           {3},
		"an anchor":                 start.Answers[0].Chain,
		"a person digest":           start.Names[0],
		"a salt of another secret":  zeros.Salt(exampleTable, 2),
		"a salt of the commitment":  chance.Secret(start.Commitment).Salt(exampleTable, 2),
		"the salt of another table": secret.Salt("another", 2),
		"the salt of another entry": secret.Salt(exampleTable, 1),
	}
	for name, guess := range guesses {
		for _, facts := range allHiddenDice() {
			if got := heads.Short(2, 0, entryOf(t, facts, guess).Hash); got == head || history(got) == history(head) {
				t.Errorf("with %s, the facts %v reproduce the head", name, facts)
			}
		}
	}
	var found []hiddenDice
	for _, facts := range allHiddenDice() {
		if heads.Short(2, 0, entryOf(t, facts, salt).Hash) == head {
			found = append(found, facts)
		}
	}
	if len(found) != 1 || found[0] != truth {
		t.Errorf("with the salt, the facts %v reproduce the head, want %v alone", found, truth)
	}
}

// Equal facts have unrelated heads under two secrets, at two tables and in two entries: half of the bits differ. Other facts change half of the bits, too, under
// any salt. So a head is as good as random to a reader who knows neither the secret nor the salt.
func TestShortHead_HalfOfTheBitsDiffer(t *testing.T) {
	t.Parallel()
	const entries = 216
	for name, other := range map[string]func(n int, facts hiddenDice) engine.Record{
		"another secret": func(n int, facts hiddenDice) engine.Record {
			return entryOf(t, facts, chance.Secret{2, byte(n)}.Salt(exampleTable, 2))
		},
		"another table": func(n int, facts hiddenDice) engine.Record {
			return entryOf(t, facts, chance.Secret{1, byte(n)}.Salt("another", 2))
		},
		"another entry": func(n int, facts hiddenDice) engine.Record {
			return entryOf(t, facts, chance.Secret{1, byte(n)}.Salt(exampleTable, 3))
		},
		"other facts": func(n int, facts hiddenDice) engine.Record {
			facts[0] = (facts[0] + 1) % 6
			return entryOf(t, facts, chance.Secret{1, byte(n)}.Salt(exampleTable, 2))
		},
	} {
		differing := 0
		for n, facts := range allHiddenDice() {
			secret := chance.Secret{1, byte(n)}
			heads := secret.HeadKey(exampleTable)
			a := unhex(t, history(heads.Short(2, 0, entryOf(t, facts, secret.Salt(exampleTable, 2)).Hash)))
			b := unhex(t, history(heads.Short(2, 0, other(n, facts).Hash)))
			for i := range a {
				differing += bits.OnesCount8(a[i] ^ b[i])
			}
		}
		// Random bits differ in half of the places, with a standard deviation of half the square root of their number, 83.
		const all, deviation = entries * 128, 83
		if differing < all/2-5*deviation || differing > all/2+5*deviation {
			t.Errorf("%s: %d of %d bits differ, want about half", name, differing, all)
		}
	}
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	return must.Return(hex.DecodeString(text))(t)
}
