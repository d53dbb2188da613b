package export_test

import (
	"encoding/hex"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/engine/export"
)

// pooled is an attack on a record of version 2 alone.
func pooled(name, found string, forge func(t *testing.T, f *forgery) bool) attack {
	return attack{name: name, pool: found, forge: forge}
}

// pooledStart is an attack on the first entry of a record of version 2, and on the same facts in the document.
func pooledStart(name, found string, forge func(f *forgery, begun *engine.Started)) attack {
	return pooled(name, found, func(t *testing.T, f *forgery) bool {
		return f.changeStart(t, func(begun *engine.Started) { forge(f, begun) })
	})
}

// answered is an attack on the answer of the first seat, if a device signed it.
func answered(name, found string, forge func(begun *engine.Started, a *engine.Answer)) attack {
	return pooled(name, found, func(t *testing.T, f *forgery) bool {
		return f.begun(t).Answers[0].Device != chance.DeviceKey{} && f.changeStart(t, func(begun *engine.Started) { forge(begun, &begun.Answers[0]) })
	})
}

func attacksOnPoolStart() []attack {
	const drawsOrProofs = export.CheckDraws + "|" + export.CheckProofs
	forgers := chance.DeviceKey{7}
	return slices.Concat([]attack{
		pooledStart("the digest of a name changed", export.CheckNames, func(_ *forgery, begun *engine.Started) { begun.Names[0][0]++ }),
		pooledStart("the digest of a name dropped", export.CheckStart, func(_ *forgery, begun *engine.Started) { begun.Names[0] = codec.Optional{} }),
		pooledStart("the digests of two names swapped", export.CheckNames, func(_ *forgery, begun *engine.Started) { slices.Reverse(begun.Names) }),
		pooledStart("a name changed with its digest", export.CheckProofs, func(f *forgery, begun *engine.Started) {
			f.doc.Seats[0].Name = "Mallory"
			f.rebind(begun)
		}),
		pooledStart("names swapped with their digests", export.CheckProofs, func(f *forgery, begun *engine.Started) {
			f.doc.Seats[0].Name, f.doc.Seats[1].Name = f.doc.Seats[1].Name, f.doc.Seats[0].Name
			f.rebind(begun)
		}),
		pooledStart("a person as a bot, in document and log", export.CheckStart, func(f *forgery, begun *engine.Started) {
			f.doc.Seats[0].Bot, begun.Bots[0] = "hard", "hard"
		}),
		pooledStart("a person as a bot without name and answer", export.CheckDraws+"|"+export.CheckProofs, func(f *forgery, begun *engine.Started) {
			f.doc.Seats[0].Bot, begun.Bots[0], f.doc.Seats[0].Name, begun.Names[0] = "hard", "hard", "", codec.Optional{}
			begun.Answers[0], begun.Contributions[0] = engine.Answer{}, ""
			f.doc.Contributions = begun.Contributions
		}),
		pooledStart("a bot in the document alone", export.CheckStart, func(f *forgery, _ *engine.Started) { f.doc.Seats[0].Bot = "easy" }),
		pooledStart("a bot in the log alone", export.CheckStart, func(_ *forgery, begun *engine.Started) { begun.Bots[0] = "easy" }),
		pooledStart("the levels of bots dropped", export.CheckStart, func(_ *forgery, begun *engine.Started) { begun.Bots = nil }),
		pooledStart("the time of creation changed in the log alone", export.CheckStart, func(_ *forgery, begun *engine.Started) { begun.Created++ }),
		pooledStart("the time of creation changed with the log", export.CheckProofs, func(f *forgery, begun *engine.Started) {
			begun.Created++
			f.doc.CreatedAt = begun.Created
		}),
		pooledStart("chance version 3", export.CheckStart, func(_ *forgery, begun *engine.Started) { begun.Chance = 3 }),
		pooledStart("chance version 1, stated", export.CheckStart, func(_ *forgery, begun *engine.Started) { begun.Chance = 1 }),
		pooledStart("a start of version 1 in a log of version 2", export.CheckStart, plainStart),
		pooledStart("a declining as a contribution", export.CheckDraws+"|"+export.CheckProofs, func(f *forgery, begun *engine.Started) {
			begun.Answers[1].Declined, begun.Contributions[1] = false, "ee"
			f.doc.Contributions = begun.Contributions
		}),
		pooledStart("a contribution as a declining", export.CheckDraws+"|"+export.CheckProofs, func(f *forgery, begun *engine.Started) {
			begun.Answers[0].Declined, begun.Contributions[0] = true, ""
			f.doc.Contributions = begun.Contributions
		}),
		pooledStart("neither a contribution nor a declining", export.CheckStart, func(_ *forgery, begun *engine.Started) { begun.Answers[1].Declined = false }),
		pooledStart("a declining with a contribution", export.CheckStart, func(_ *forgery, begun *engine.Started) { begun.Answers[0].Declined = true }),
		pooledStart("the answers dropped", export.CheckStart, func(_ *forgery, begun *engine.Started) { begun.Answers = nil }),
		pooledStart("a device of the forger in an answer", export.CheckProofs, func(_ *forgery, begun *engine.Started) {
			begun.Answers[0].Device, begun.Answers[0].Signature = forgers, chance.Signature{1}
		}),
	}, []attack{
		answered("the device of an answer changed", export.CheckProofs, func(_ *engine.Started, a *engine.Answer) { a.Device = forgers }),
		answered("the chain of an answer changed", export.CheckProofs, func(_ *engine.Started, a *engine.Answer) { a.Chain[0]++ }),
		answered("the chain of an answer dropped", export.CheckProofs, func(_ *engine.Started, a *engine.Answer) { a.Chain = codec.Optional{} }),
		answered("the signature of an answer changed", export.CheckProofs, func(_ *engine.Started, a *engine.Answer) { a.Signature[9]++ }),
		answered("the signature of an answer dropped", export.CheckStart, func(_ *engine.Started, a *engine.Answer) { a.Signature = chance.Signature{} }),
		answered("the device of an answer dropped", drawsOrProofs, func(_ *engine.Started, a *engine.Answer) {
			a.Device, a.Chain, a.Signature = chance.DeviceKey{}, codec.Optional{}, chance.Signature{}
		}),
		answered("the answers of two seats swapped", export.CheckStart+"|"+export.CheckProofs, func(begun *engine.Started, _ *engine.Answer) { slices.Reverse(begun.Answers) }),
	}, attacksOnPoolDocument())
}

// plainStart drops the members of version 2.
func plainStart(_ *forgery, begun *engine.Started) {
	begun.Chance, begun.Created, begun.Names, begun.Bots, begun.Answers = 0, 0, nil, nil, nil
}

func attacksOnPoolDocument() []attack {
	seats := func(name, found string, forge func(seats []export.Seat)) attack {
		return pooled(name, found, func(_ *testing.T, f *forgery) bool {
			forge(f.doc.Seats)
			return true
		})
	}
	return []attack{
		seats("the name of an heir changed", export.CheckNames, func(s []export.Seat) { s[1].Heirs = []string{"Mallory"} }),
		seats("an heir removed", export.CheckNames, func(s []export.Seat) { s[1].Heirs = nil }),
		seats("an heir added", export.CheckNames, func(s []export.Seat) { s[0].Heirs = []string{"Mallory"} }),
		seats("first person and heir swapped", export.CheckNames, func(s []export.Seat) { s[1].Name, s[1].Heirs = "Person 1, heir", []string{"Person 1"} }),
		seats("the name of a person called erased", "", func(s []export.Seat) { s[0].Name = "" }),
		pooled("another secret's salts", export.CheckSalts, func(_ *testing.T, f *forgery) bool {
			f.kept = true
			for i := range f.entries {
				f.entries[i].Salt = chance.Secret{9}.Salt(f.doc.Table, uint64(i+1))
			}
			return true
		}),
		pooled("another table's salts", export.CheckSalts, func(_ *testing.T, f *forgery) bool {
			f.kept = true
			for i := range f.entries {
				f.entries[i].Salt = f.secret().Salt("another", uint64(i+1))
			}
			return true
		}),
		pooled("the secret in the place of a salt", export.CheckSalts, func(_ *testing.T, f *forgery) bool {
			f.kept = true
			raw, err := hex.DecodeString(f.doc.Secret)
			copy(f.entries[3].Salt[:], raw)
			return err == nil
		}),
	}
}
