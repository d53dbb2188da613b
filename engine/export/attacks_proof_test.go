package export_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/testkit/must"
	"nemeton/testkit/poolgame"
)

func isProved(e engine.Entry) bool   { return isMove(e) && e.Proof.HasReveal() && e.Proof.Signed() }
func hasVoid(e engine.Entry) bool    { return len(e.Voids) > 0 }
func isEnrolled(e engine.Entry) bool { return isSystem("enrolled")(e) }
func isConfirmed(e engine.Entry) bool {
	return isEnrolled(e) && !bytes.Contains(e.Events[0].Data, []byte(`"by":""`))
}

// pooledEntry is an attack on the first entry of a record of version 2 that fits.
func pooledEntry(name, found string, fits func(engine.Entry) bool, change func(e *engine.Entry)) attack {
	return pooled(name, found, func(_ *testing.T, f *forgery) bool { return f.change(fits, change) })
}

// proof is an attack on the first proof with a reveal and a signature.
func proof(name string, change func(p *engine.Proof)) attack {
	return pooledEntry(name, export.CheckProofs, isProved, func(e *engine.Entry) { change(e.Proof) })
}

// twoProofs is an attack on two proved moves of one device.
func twoProofs(name string, change func(first, later *engine.Entry)) attack {
	return pooled(name, export.CheckProofs, func(_ *testing.T, f *forgery) bool {
		first := f.indexOf(isProved)
		if first < 0 {
			return false
		}
		later := first + 1 + slices.IndexFunc(f.entries[first+1:], func(e engine.Entry) bool {
			return isProved(e) && e.Proof.Device == f.entries[first].Proof.Device
		})
		change(&f.entries[first], &f.entries[later])
		return true
	})
}

func attacksOnProofs() []attack {
	const drawsOrProofs = export.CheckDraws + "|" + export.CheckProofs
	return []attack{
		proof("a reveal dropped", func(p *engine.Proof) { p.Reveal, p.Index = codec.Optional{}, 0 }),
		proof("a reveal changed", func(p *engine.Proof) { p.Reveal[5]++ }),
		proof("a reveal without its index", func(p *engine.Proof) { p.Index = 0 }),
		proof("an index without its reveal", func(p *engine.Proof) { p.Reveal = codec.Optional{} }),
		proof("a higher index", func(p *engine.Proof) { p.Index++ }),
		proof("a negative index", func(p *engine.Proof) { p.Index = -1 }),
		proof("an index above the chain's length", func(p *engine.Proof) { p.Index = chance.ChainLength + 1 }),
		proof("a gap above 1024", func(p *engine.Proof) { p.Index += 1024 }),
		proof("a device that the seat does not have", func(p *engine.Proof) { p.Device = chance.DeviceKey{7} }),
		proof("a proof without a device", func(p *engine.Proof) { p.Device = chance.DeviceKey{} }),
		proof("a signature changed", func(p *engine.Proof) { p.Signature[40]++ }),
		proof("a signature dropped", func(p *engine.Proof) { p.Signature = chance.Signature{} }),
		proof("a signature dropped with its head", func(p *engine.Proof) { p.Signature, p.Head, p.Seq = chance.Signature{}, "", 0 }),
		proof("another signed seq", func(p *engine.Proof) { p.Seq++ }),
		proof("another signed head", func(p *engine.Proof) { p.Head = "0000" + p.Head[4:len(p.Head)-4] + "0000" }),
		proof("an empty proof", func(p *engine.Proof) { *p = engine.Proof{} }),
		pooledEntry("a proof dropped", drawsOrProofs, isProved, func(e *engine.Entry) { e.Proof = nil }),
		pooledEntry("a proof on a leave", export.CheckProofs, isSystem("left"), func(e *engine.Entry) {
			e.Proof = &engine.Proof{Device: chance.DeviceKey{7}, Index: 1, Reveal: codec.Optional{1}}
		}),
		pooledEntry("a proved move as a bot's", export.CheckProofs, isProved, func(e *engine.Entry) { e.Actor = engine.ActorBot }),
		pooledEntry("a person's unsigned move as a bot's", export.CheckRules+"|"+export.CheckProofs, func(e engine.Entry) bool {
			return isMove(e) && e.Actor == engine.ActorPlayer && e.Proof == nil
		}, func(e *engine.Entry) { e.Actor = engine.ActorBot }),
		pooledEntry("the command's id of a signed move", export.CheckProofs, isProved, func(e *engine.Entry) { e.Command = "forged" }),
		twoProofs("a reveal moved to another move", func(first, later *engine.Entry) { first.Proof, later.Proof = later.Proof, first.Proof }),
		twoProofs("a signed command replayed later", func(first, later *engine.Entry) {
			later.Proof, later.Command, later.Move, later.Decision = first.Proof, first.Command, first.Move, first.Decision
		}),
		twoProofs("two entries with the same reveal", func(first, later *engine.Entry) {
			later.Proof = &engine.Proof{Device: first.Proof.Device, Index: first.Proof.Index, Reveal: first.Proof.Reveal}
		}),
		twoProofs("an old signed head in a later command", func(first, later *engine.Entry) {
			later.Proof.Seq, later.Proof.Head = first.Proof.Seq, first.Proof.Head
		}),
		twoProofs("a device's reveal with another device's key", func(first, later *engine.Entry) { later.Proof.Device[0]++ }),
		pooled("a signature of another table", export.CheckProofs, func(t *testing.T, f *forgery) bool {
			if f.indexOf(isProved) < 0 {
				return false
			}
			other := entriesOf(t, brief(t, f.title, poolgame.Options{Seats: 2, Seed: 6}))
			at := slices.IndexFunc(other, func(e engine.Entry) bool { return isProved(e) && e.Seat == 0 })
			return f.change(func(e engine.Entry) bool { return isProved(e) && e.Seat == 0 }, func(e *engine.Entry) { e.Proof, e.Command = other[at].Proof, other[at].Command })
		}),
		pooled("a proof of another seat", export.CheckProofs, func(_ *testing.T, f *forgery) bool {
			at := slices.IndexFunc(f.entries, func(e engine.Entry) bool { return isProved(e) && e.Seat == 0 })
			other := slices.IndexFunc(f.entries, func(e engine.Entry) bool { return isProved(e) && e.Seat == 1 })
			if at < 0 || other < 0 {
				return false
			}
			f.entries[at].Proof = f.entries[other].Proof
			return true
		}),
		pooled("the last signature dropped", "", func(_ *testing.T, f *forgery) bool {
			at := f.lastSigned()
			if at < 0 {
				return false
			}
			p := f.entries[at].Proof
			p.Signature, p.Head, p.Seq = chance.Signature{}, "", 0
			return true
		}),
		pooled("a signed move replaced by another one, played on", "", func(t *testing.T, f *forgery) bool {
			at, move := f.choice(t, true)
			e := f.entries[at]
			return f.lastSigned() > 0 && f.playOn(t, at, func(fold *engine.Fold, key chance.Key) (engine.Record, error) {
				return fold.Decide(engine.Command{ID: e.Command, Seat: e.Seat, Actor: e.Actor, Decision: e.Decision, Move: move}, key, e.Time)
			})
		}),
		pooled("the pool rolled back at a take-back", export.CheckDraws, rolledBack),
	}
}

// lastSigned is the index of the last signed entry; -1 if there is none.
func (f *forgery) lastSigned() int {
	for i, e := range slices.Backward(f.entries) {
		if e.Proof.Signed() {
			return i
		}
	}
	return -1
}

// rolledBack draws after a take-back from the pool as it was before the step that was taken back.
func rolledBack(t *testing.T, f *forgery) bool {
	back := f.indexOf(isSystem("taken_back"))
	if back < 0 {
		return false
	}
	var to engine.TakenBack
	must.Succeed(t, json.Unmarshal(f.entries[back].Events[0].Data, &to))
	begun := f.begun(t)
	key := must.Return(engine.KeyOf(f.secret(), begun))(t)
	ledger := engine.NewLedger(begun)
	for _, e := range f.entries[:to.To] {
		events, err := e.SystemEvents()
		if err == nil {
			ledger, err = ledger.After(e, events)
		}
		must.Succeed(t, err)
	}
	at := back + slices.IndexFunc(f.entries[back:], isDraw)
	e := &f.entries[at]
	dice := ledger.Dice(key, e.Seat, e.Proof)
	changed := false
	for i, d := range e.Draws {
		is := dice.Draw(d.What, d.Of)
		changed = changed || is != d.Is
		e.Draws[i].Is = is
	}
	return changed
}

func attacksOnPoolEntries() []attack {
	enrolled := func(name string, fits func(engine.Entry) bool, forge func(d *engine.Enrolled)) attack {
		return pooledEntry(name, export.CheckProofs, fits, func(e *engine.Entry) { change(e, forge) })
	}
	void := func(name string, change func(v *engine.Void)) attack {
		return pooledEntry(name, export.CheckProofs, hasVoid, func(e *engine.Entry) { change(&e.Voids[0]) })
	}
	removed := func(name, found string, fits func(engine.Entry) bool) attack {
		return pooled(name, found, func(_ *testing.T, f *forgery) bool {
			at := f.indexOf(fits)
			if at > 0 {
				f.entries = slices.Delete(f.entries, at, at+1)
			}
			return at > 0
		})
	}
	return []attack{
		pooledEntry("a void removed", export.CheckProofs, hasVoid, func(e *engine.Entry) { e.Voids = nil }),
		void("an empty void", func(v *engine.Void) { *v = engine.Void{} }),
		pooledEntry("a void added", export.CheckProofs, isProved, func(e *engine.Entry) {
			e.Voids = append(e.Voids, engine.Void{Seat: e.Seat, Device: e.Proof.Device, Index: e.Proof.Index})
		}),
		pooledEntry("a void of an unknown device", export.CheckProofs, isMove, func(e *engine.Entry) {
			e.Voids = append(e.Voids, engine.Void{Device: chance.DeviceKey{7}, Index: 3})
		}),
		void("a void lowered", func(v *engine.Void) { v.Index-- }),
		void("a void raised", func(v *engine.Void) { v.Index++ }),
		void("a void raised above the gap", func(v *engine.Void) { v.Index += 1024 }),
		void("a void raised above the chain", func(v *engine.Void) { v.Index = chance.ChainLength + 1 }),
		void("a void of another seat", func(v *engine.Void) { v.Seat = 1 - v.Seat }),
		void("a void of no seat", func(v *engine.Void) { v.Seat = -1 }),
		pooled("voids in the first entry", export.CheckProofs, func(t *testing.T, f *forgery) bool {
			d := f.begun(t).Answers[0].Device
			f.entries[0].Voids = []engine.Void{{Device: d, Index: 1}}
			return true
		}),
		pooled("a salt missing", export.CheckChain, func(_ *testing.T, f *forgery) bool {
			f.kept, f.entries[2].Salt = true, codec.Optional{}
			return true
		}),
		pooled("the salts of two entries swapped", export.CheckSalts, func(_ *testing.T, f *forgery) bool {
			f.kept = true
			f.entries[2].Salt, f.entries[3].Salt = f.entries[3].Salt, f.entries[2].Salt
			return true
		}),
		pooled("an entry of format 1 among those of format 2", export.CheckChain, func(_ *testing.T, f *forgery) bool {
			e := &f.entries[2]
			f.kept, e.Format, e.Salt, e.Proof, e.Voids = true, 1, codec.Optional{}, nil, nil
			return true
		}),
		pooled("an entry of format 1 with a salt", export.CheckChain, func(_ *testing.T, f *forgery) bool {
			f.kept, f.entries[2].Format = true, 1
			return true
		}),
		enrolled("another confirming device", isConfirmed, func(d *engine.Enrolled) { d.By[0]++ }),
		enrolled("another new device", isEnrolled, func(d *engine.Enrolled) { d.Device[0]++ }),
		enrolled("another chain of a new device", isEnrolled, func(d *engine.Enrolled) { d.Chain[0]++ }),
		enrolled("a new device without a chain", isEnrolled, func(d *engine.Enrolled) { d.Chain = codec.Optional{} }),
		enrolled("a new device for another seat", isEnrolled, func(d *engine.Enrolled) { d.Seat = 1 - d.Seat }),
		enrolled("a new device for no seat", isEnrolled, func(d *engine.Enrolled) { d.Seat = 9 }),
		enrolled("no new device", isEnrolled, func(d *engine.Enrolled) { d.Device = chance.DeviceKey{} }),
		enrolled("a confirmation dropped", isConfirmed, func(d *engine.Enrolled) { d.By, d.Signature = chance.DeviceKey{}, chance.Signature{} }),
		enrolled("the signature of a confirmation changed", isConfirmed, func(d *engine.Enrolled) { d.Signature[3]++ }),
		enrolled("a confirmation by the new device itself", isConfirmed, func(d *engine.Enrolled) { d.By = d.Device }),
		removed("an enrollment removed", export.CheckProofs, isEnrolled),
		pooled("an enrollment repeated", export.CheckProofs, func(_ *testing.T, f *forgery) bool {
			at := f.indexOf(isEnrolled)
			if at > 0 {
				f.entries = slices.Insert(f.entries, at, f.entries[at])
			}
			return at > 0
		}),
		pooled("a device in words inserted", export.CheckProofs, func(_ *testing.T, f *forgery) bool {
			if f.lastSigned() < 0 {
				return false
			}
			f.entries = slices.Insert(f.entries, f.lastSigned()-1, f.inWords())
			return true
		}),
		pooled("a device in words inserted after the last signature", "", func(t *testing.T, f *forgery) bool {
			return f.lastSigned() > 0 && f.playOn(t, f.lastSigned()-1, func(fold *engine.Fold, _ chance.Key) (engine.Record, error) {
				return fold.Enroll(engine.Enrolled{Seat: 0, Device: chance.DeviceKey{7}, Chain: codec.Optional{8}}, "forged", f.entries[1].Time)
			})
		}),
		pooledEntry("an enrollment in a move", export.CheckProofs, isMove, func(e *engine.Entry) {
			e.Events = append(e.Events, engine.Stored{Name: "frame.enrolled", Version: 1, Data: []byte(`{"by":"","chain":"","device":"` + chance.DeviceKey{7}.String() + `","seat":0,"signature":""}`)})
		}),
		pooledEntry("the digest of an heir changed", export.CheckNames, isSystem("handed_over"), func(e *engine.Entry) {
			change(e, func(d *engine.HandedOver) { d.Name[0]++ })
		}),
		pooled("a handover removed with its heir", export.CheckProofs+"|"+export.CheckRules, func(_ *testing.T, f *forgery) bool {
			at := f.indexOf(isSystem("handed_over"))
			f.entries, f.doc.Seats[1].Heirs = slices.Delete(f.entries, at, at+1), nil
			return true
		}),
		pooledEntry("the digest of an heir dropped", export.CheckNames+"|"+export.CheckProofs, isSystem("handed_over"), func(e *engine.Entry) {
			change(e, func(d *engine.HandedOver) { d.Name = codec.Optional{} })
		}),
		pooled("the digest of an heir dropped, and the name called erased", export.CheckProofs, func(_ *testing.T, f *forgery) bool {
			f.doc.Seats[1].Heirs = []string{""}
			return f.change(isSystem("handed_over"), func(e *engine.Entry) { change(e, func(d *engine.HandedOver) { d.Name = codec.Optional{} }) })
		}),
		pooled("a handover with another heir", export.CheckProofs, func(_ *testing.T, f *forgery) bool {
			f.doc.Seats[1].Heirs = []string{"Mallory"}
			return f.change(isSystem("handed_over"), func(e *engine.Entry) {
				change(e, func(d *engine.HandedOver) { d.Name = f.secret().PersonDigest(f.doc.Table, 1, 1, "Mallory") })
			})
		}),
	}
}

// inWords is an entry that adds a device of the forger to the first seat.
func (f *forgery) inWords() engine.Entry {
	return engine.Entry{
		Format: engine.EntryFormat, Rules: f.entries[0].Rules, Kind: engine.KindSystem, Seat: 0, Actor: engine.ActorPlayer, Command: forgedCommand, Time: f.entries[1].Time,
		Events: []engine.Stored{{Name: "frame.enrolled", Version: 1, Data: []byte(fmt.Sprintf(`{"by":"","chain":"","device":"%s","seat":0,"signature":""}`, chance.DeviceKey{7}))}},
	}
}

// change changes the event of an entry.
func change[E any](e *engine.Entry, change func(d *E)) {
	var d E
	err := json.Unmarshal(e.Events[0].Data, &d)
	change(&d)
	if err == nil {
		e.Events[0].Data, err = codec.Canonical(d)
	}
	if err != nil {
		panic(err)
	}
}
