package liveattacks_test

import (
	"encoding/json"
	"slices"
	"testing"

	"nemeton/client/device"
	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// refuse answers a command with a definite refusal: its reveal is void, and an honest server says so in the next entry.
func (o *operator) refuse(p *player, proof device.Proof) {
	p.device.Refused(proof, "stale_decision")
	o.voids = append(o.voids, engine.Void{Seat: engine.Seat(p.seat), Device: proof.Device, Index: proof.Index})
}

// The operator sees a reveal, computes the dice, dislikes them and refuses the command. The player sends it again with the next reveal.
func dropAfterReveal(t *testing.T, e *evidence) {
	for _, stated := range []bool{true, false} {
		o := newTable(t).start()
		p, _, proof := o.untilDraw()
		if o.refuse(p, proof); !stated {
			o.voids = nil // the gap shows the loss
		}
		o.finish()
		raw := o.export()
		e.count(e.holds(raw).Seats[p.seat].Voided, voidedByVerify)
		e.count(e.agrees(p, raw).Lost, lostByMemory)
	}

	// The operator attaches the void reveal to the new command after all, so that nothing seems to be lost.
	o := newTable(t).start()
	p, c, proof := o.untilDraw()
	p.device.Refused(proof, "stale_decision")
	again, second := o.command(p)
	hidden := again
	hidden.Proof = c.Proof
	expect.Failure(t, expect.Second(o.fold.Decide(hidden, o.key, o.now)), "a reveal was accepted with another command")
	o.accept(p, again, second)
	o.finish()
	e.wrong(o.rewrite(func(list []engine.Entry) []engine.Entry {
		at := slices.IndexFunc(list, func(e engine.Entry) bool { return e.Command == again.ID })
		list[at].Proof = c.Proof
		return list
	}).export())

	// The operator loses the accepted reveal itself: the entry states no proof.
	o = newTable(t).start()
	p, c, proof = o.untilDraw()
	c.Proof = nil
	o.accept(p, c, proof)
	e.contradicts(p, o.finish().export())

	// The operator drops a reveal of a device that never sends again. Only the sender knows of it.
	o = newTable(t).start()
	p, c, proof = o.untilDraw()
	p.device.Refused(proof, "stale_decision")
	taken, err := o.fold.TakeOver(engine.Seat(p.seat), "medium", o.now)
	o.append(taken, err)
	c.Proof, c.Actor = nil, engine.ActorBot
	record, err := o.fold.Decide(c, o.key, o.now)
	o.append(record, err)
	o.show(o.players...)
	for o.fold.Outcome() == nil {
		if o.fold.OwingSeats()[0] != engine.Seat(p.seat) {
			o.turn()
			continue
		}
		o.botTurn(p.seat)
	}
	raw := o.export()
	expect.Equal(t, e.holds(raw).Seats[p.seat].Voided, 0, "voided reveals")
	e.count(e.agrees(p, raw).Uncounted, uncountedByMemory)
}

// botTurn plays a move of a seat without its player.
func (o *operator) botTurn(seat int) {
	o.t.Helper()
	o.made++
	c := o.choose(seat)
	c.Actor = engine.ActorBot
	record, err := o.fold.Decide(c, o.key, o.now)
	o.append(record, err)
	o.show(o.players...)
}

// forgedTurn plays a move of a seat in its player's name, without a proof, and shows it to the given players.
func (o *operator) forgedTurn(seat int, to ...*player) {
	o.t.Helper()
	o.made++
	c := o.choose(seat)
	record, err := o.fold.Decide(c, o.key, o.now)
	o.append(record, err)
	o.show(to...)
}

// The operator shows each player another history. It invents the moves of the other player.
func twoHistories(t *testing.T, e *evidence) {
	o := newTable(t).start().turns(20)
	for o.fold.OwingSeats()[0] != 0 {
		o.turn()
	}
	first, second := o.players[0], o.players[1]
	one, two := o.fork(), o.fork()
	one.players, two.players = []*player{first, nil}, []*player{nil, second}
	two.random, two.made = seededRand(9), 10_000
	play := func(o *operator, p *player) {
		for o.fold.Outcome() == nil {
			if seat := int(o.fold.OwingSeats()[0]); seat != p.seat {
				o.forgedTurn(seat, p)
				continue
			}
			c, proof := o.command(p)
			record, err := o.fold.Decide(c, o.key, o.now)
			o.append(record, err)
			p.device.Accepted(proof)
			p.memory.Accepted(proof, int(o.fold.Seq()))
			o.show(p)
		}
	}
	play(one, first)
	play(two, second)
	rawOne, rawTwo := one.export(), two.export()
	e.count(e.holds(rawOne).Seats[1].Unsigned, unsignedByVerify)
	e.agrees(first, rawOne)
	e.agrees(second, rawTwo)
	e.contradicts(second, rawOne) // whichever history is published
	e.contradicts(first, rawTwo)
	third := *second.memory
	third.Heads, third.Sent = nil, slices.DeleteFunc(slices.Clone(third.Sent), func(s device.Sent) bool { return s.At > int(o.fold.Seq()) })
	found := must.Return(third.Check(rawOne))(t)
	e.count(found.Foreign, foreignByMemory)

	// The signed moves of one history do not fit into the other.
	e.wrong(one.fork().rewrite(func(list []engine.Entry) []engine.Entry {
		for i := range list[len(o.records):] {
			entry := &list[len(o.records)+i]
			at := slices.IndexFunc(two.records, func(r engine.Record) bool {
				return r.Entry.Seq > o.fold.Seq() && r.Entry.Proof != nil && r.Entry.Seat == 1
			})
			if entry.Seat == 1 {
				entry.Command, entry.Proof = two.records[at].Entry.Command, two.records[at].Entry.Proof
				return list
			}
		}
		return list
	}).export())
}

// The operator adds a device of its own to a player's seat, and plays with it.
func enrollDevice(t *testing.T, e *evidence) {
	o := newTable(t).start().turns(6)
	own := must.Return(device.New(tableID, 1, seeded(77)))(t)
	words := engine.Enrolled{Seat: 1, Device: own.Key(), Chain: codec.Optional(own.Anchor())}

	// With a signature of the operator's making, no server and no check accepts it.
	signed := must.Return(own.Enroll(own))(t)
	forged := words
	forged.By, forged.Signature = o.players[1].device.Key(), signed.Signature
	expect.Failure(t, expect.Second(o.fold.Enroll(forged, "enroll", o.now)), "a device was enrolled with the signature of another one")
	record, err := o.fold.Enroll(words, "enroll", o.now)
	o.append(record, err)
	o.show(o.players...)
	e.public(o, record)
	for o.fold.OwingSeats()[0] != 1 {
		o.turn()
	}
	thief := &player{seat: 1, device: own, memory: device.NewMemory(tableID)}
	c, proof := o.command(thief)
	o.accept(thief, c, proof)
	o.finish()
	raw := o.export()
	e.count(e.holds(raw).Seats[1].InWords, inWordsByVerify)
	e.count(e.agrees(o.players[1], raw).Foreign, foreignByMemory)
	e.wrong(o.rewrite(func(list []engine.Entry) []engine.Entry {
		at := slices.IndexFunc(list, func(e engine.Entry) bool { return len(e.Events) > 0 && e.Events[0].Name == "frame.enrolled" })
		data := must.Return(codec.Canonical(forged))(t)
		list[at].Events[0].Data = data
		return list
	}).export())
}

// public checks that a record's event reaches every viewer, spectators too.
func (e *evidence) public(o *operator, r engine.Record) {
	e.t.Helper()
	events := must.Return(o.fold.Decode(r.Entry))(e.t)
	for _, v := range []engine.Viewer{engine.Spectator(), engine.SeatViewer(0), engine.SeatViewer(1)} {
		seen := o.fold.Redact(events, v)
		expect.Contains(e.t, string(must.Return(json.Marshal(seen))(e.t)), r.Entry.Events[0].Name, "viewer", v)
	}
	add(&e.shown, eventForAll)
}

// The operator states that a player declined, so that only its own choices count.
func declineForPlayer(t *testing.T, e *evidence) {
	decline := func(keepSignature bool) *operator {
		o := newTable(t)
		o.begun.Contributions[1] = ""
		o.begun.Answers[1].Declined = true
		if !keepSignature {
			o.begun.Answers[1] = engine.Answer{Declined: true}
		}
		return o.start()
	}
	o := decline(true)
	e.wrong(o.finish().export())

	// Without a device of that seat, its player can only play unsigned.
	o = decline(false)
	for o.fold.Outcome() == nil {
		if seat := o.fold.OwingSeats()[0]; seat == 1 {
			o.forgedTurn(1, o.players...)
		} else {
			o.turn()
		}
	}
	raw := o.export()
	e.holds(raw)
	e.contradicts(o.players[1], raw)
}

// The operator uses the secret of a finished table for another one.
func reuseSecret(t *testing.T, e *evidence) {
	first := newTable(t).start().finish()
	second := newTable(t)
	second.begun.Table = "another table"
	for _, p := range second.players {
		second.replace(p, "another table")
	}
	e.wrong(second.start().finish().export()) // with the first table's commitment

	second = newTable(t)
	second.begun.Table = "another table"
	second.commit()
	for _, p := range second.players {
		second.replace(p, "another table")
	}
	second.start().finish()
	raw := second.export()
	e.holds(raw)
	if first.key == second.key || slices.EqualFunc(first.draws(), second.draws(), func(a, b chance.Draw) bool { return a == b }) {
		t.Error("two tables with one secret have the same draws")
	}
	if export.Check(raw, nothing).Commitment == export.Check(first.export(), nothing).Commitment {
		t.Error("two tables have the same commitment")
	}
	expect.Contains(t, string(raw), secretOf(t, first.export()), "the records hide that the secrets are equal")
	add(&e.shown, "equal secrets in two records")
}
