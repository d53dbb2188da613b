package liveattacks_test

import (
	"encoding/json"
	"slices"
	"testing"

	"nemeton/client/device"
	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// The operator restores a backup after everybody saw the dice, so that they are rolled again.
func restoreAndRetry(t *testing.T, e *evidence) {
	rolled := func() (backup *operator, p *player) {
		o := newTable(t).start().turns(6)
		p, c, proof := o.untilDraw()
		backup = o.fork()
		o.accept(p, c, proof)
		o.turns(3)
		return backup, p
	}
	o, p := rolled()
	record, err := o.fold.Restore(chance.Entropy{1, 2, 3}, o.now)
	o.append(record, err)
	o.show(o.players...)
	e.public(o, record)
	o.finish()
	raw := o.export()
	report := e.holds(raw)
	e.count(report.Restores, restoresByVerify)
	e.count(report.Seats[p.seat].Voided, voidedByVerify)
	found := e.agrees(p, raw)
	e.count(found.Replaced, replacedByMemory)
	e.count(found.Lost, lostByMemory)

	// Without the entry that counts the restore, the record is not the one that the players signed and saw.
	hidden := o.fork().rewrite(func(list []engine.Entry) []engine.Entry {
		return slices.DeleteFunc(list, func(e engine.Entry) bool { return len(e.Events) > 0 && e.Events[0].Name == "frame.restored" })
	}).export()
	e.wrong(hidden)
	e.contradicts(p, hidden)

	// Without such an entry during play, the first other entry has another head than the one that the players saw.
	o, p = rolled()
	other := o.players[o.fold.OwingSeats()[0]]
	c, _ := o.command(other)
	record, err = o.fold.Decide(c, o.key, o.now)
	o.append(record, err)
	e.noticed(p.memory.SeeHead(int(o.fold.Seq()), o.head()))
}

// The operator uses an old command, or an old head, again.
func replayOldHead(t *testing.T, e *evidence) {
	o := newTable(t).start().finish()
	p := o.players[0]
	indexes := func(list []engine.Entry) (first, later int) {
		own := func(e engine.Entry) bool { return e.Seat == 0 && e.Proof != nil }
		first = slices.IndexFunc(list, own)
		return first, first + 1 + slices.IndexFunc(list[first+1:], own)
	}
	// The old command becomes a later entry.
	replayed := o.fork().rewrite(func(list []engine.Entry) []engine.Entry {
		first, later := indexes(list)
		list[later].Proof, list[later].Command = list[first].Proof, list[first].Command
		return list
	}).export()
	e.wrong(replayed)
	e.contradicts(p, replayed)
	// An old signed head is replaced by a newer one, or a newer one by an old one.
	for _, newer := range []bool{true, false} {
		e.wrong(o.fork().rewrite(func(list []engine.Entry) []engine.Entry {
			first, later := indexes(list)
			if newer {
				first, later = later, first
			}
			old := *list[later].Proof
			old.Seq, old.Head = list[first].Proof.Seq, list[first].Proof.Head
			list[later].Proof = &old
			return list
		}).export())
	}
	// The operator shows a player an old head as that of a new entry. The player signs it.
	o = newTable(t).start().turns(6)
	for o.fold.OwingSeats()[0] != 0 {
		o.turn()
	}
	p, old := o.players[0], o.head()
	c, proof := o.command(p)
	record, err := o.fold.Decide(c, o.key, o.now)
	o.append(record, err)
	p.device.Accepted(proof)
	p.memory.Accepted(proof, int(o.fold.Seq()))
	o.show(o.players[1])
	must.Succeed(t, p.memory.SeeHead(int(o.fold.Seq()), old))
	shown := o.fork()
	for o.fold.OwingSeats()[0] != 0 {
		o.turn()
	}
	o.made++
	chosen := o.choose(0)
	signed := device.Command{ID: chosen.ID, Kind: device.Act, Decision: string(chosen.Decision), Move: chosen.Move}
	proof = must.Return(p.device.Prove(signed, int(shown.fold.Seq()), old))(t)
	p.memory.Send(0, signed, proof)
	chosen.Proof = stated(proof)
	o.accept(p, chosen, proof)
	raw := o.finish().export()
	e.wrong(raw)
	e.contradicts(p, raw)
}

// The operator lets a bot play for a player who was silent for a second.
func timeOutEarly(t *testing.T, e *evidence) {
	o := newTable(t).start().turns(6)
	seat := o.fold.OwingSeats()[0]
	record, err := o.fold.TakeOver(seat, "medium", o.now)
	o.append(record, err)
	o.show(o.players...)
	e.public(o, record)
	takenAt := int(o.fold.Seq())
	for o.fold.Outcome() == nil {
		if o.fold.OwingSeats()[0] == seat {
			o.botTurn(int(seat))
		} else {
			o.turn()
		}
	}
	raw := o.export()
	e.holds(raw)
	e.agrees(o.players[seat], raw)

	// The operator moves the times afterwards, so that the silence looks long.
	later := o.fork().rewrite(func(list []engine.Entry) []engine.Entry {
		for i := takenAt - 1; i < len(list); i++ {
			list[i].Time += 3_600_000
		}
		return list
	}).export()
	e.wrong(later)
	e.contradicts(o.players[seat], later)
}

// The operator chooses the order of two commands.
func reorder(t *testing.T, e *evidence) {
	title := simultaneousTitle(t)
	o := newTableOf(t, title).start()
	for len(o.fold.OwingSeats()) < seats {
		if o.fold.Outcome() != nil {
			t.Fatal("no two seats ever owe a decision at once")
		}
		o.turn()
	}
	// Both commands are in flight, so either order is possible. Both state that they were made for the same entry.
	orders := [2]*operator{}
	for i := range orders {
		orders[i] = newTableOf(t, title).start().turns(int(o.fold.Seq()) - 1)
		at := orders[i]
		both := [2]engine.Command{}
		proofs := [2]device.Proof{}
		for seat := range both {
			both[seat], proofs[seat] = at.command(at.players[seat])
		}
		if both[0].Proof.Seq != both[1].Proof.Seq || both[0].Proof.Head != both[1].Proof.Head {
			t.Error("two commands in flight state different heads")
		}
		for _, seat := range []int{i, 1 - i} {
			at.accept(at.players[seat], both[seat], proofs[seat])
		}
		raw := at.finish().export()
		e.holds(raw)
		e.agrees(at.players[0], raw)
		e.agrees(at.players[1], raw)
	}
	add(&e.shown, "both commands state the same head")

	// The order of two stored commands is fixed.
	at := int(o.fold.Seq())
	swapped := orders[0].rewrite(func(list []engine.Entry) []engine.Entry {
		list[at], list[at+1] = list[at+1], list[at]
		return list
	}).export()
	e.wrong(swapped)
	e.contradicts(orders[0].players[0], swapped)
}

// The operator computes the first draws, dislikes them, and closes the table.
func abortBeforeStart(t *testing.T, e *evidence) {
	o := newTable(t)
	foreseen := *o
	foreseen.start()
	if len(foreseen.records) != 1 {
		t.Fatal("the operator could not foresee the start")
	}
	e.holds(newTable(t).start().finish().export())
}

// The operator exchanges the secret after it was shown.
func anotherSecret(t *testing.T, e *evidence) {
	swap := func(o *operator) { copy(o.secret[:], "another secret that suits better ") }

	// The commitment is exchanged with it. The devices have signed the first one.
	o := newTable(t)
	swap(o)
	o.commit()
	e.noticed(o.players[0].memory.SeeCommitment(o.begun.Commitment.String()))
	o.start().finish()
	e.wrong(o.export())
	e.contradicts(o.players[0], o.export())

	// Players without devices have only their memory.
	o = newTable(t)
	swap(o)
	o.commit()
	for seat := range seats {
		o.begun.Answers[seat] = engine.Answer{}
	}
	o.start()
	for o.fold.Outcome() == nil {
		o.forgedTurn(int(o.fold.OwingSeats()[0]))
	}
	raw := o.export()
	e.holds(raw)
	e.contradicts(o.players[0], raw)

	// The commitment stays, and the secret does not fit it.
	o = newTable(t)
	swap(o)
	e.wrong(o.start().finish().export())
}

// The page of the operator makes a chain that the operator knows. So the operator knows all dice in advance.
func anotherBundle(t *testing.T, e *evidence) {
	o := newTable(t).start()
	p, c, proof := o.untilDraw()
	stolen := o.fork()
	raw, err := json.Marshal(p.device) // the page sends it home
	must.Succeed(t, err)
	thief := &player{seat: p.seat, device: new(device.Device), memory: device.NewMemory(tableID)}
	must.Succeed(t, json.Unmarshal(raw, thief.device))
	known := must.Return(thief.device.Prove(device.Command{ID: c.ID, Kind: device.Act, Decision: string(c.Decision), Move: c.Move}, int(stolen.fold.Seq()), stolen.head()))(t)
	before := c
	before.Proof = stated(known)
	foreseen := must.Return(stolen.fold.Decide(before, stolen.key, stolen.now))(t)
	blind := c
	blind.Proof = nil
	guessed := must.Return(stolen.fold.Decide(blind, stolen.key, stolen.now))(t)
	o.accept(p, c, proof)
	rolled := o.records[len(o.records)-1].Entry.Draws
	expect.Slice(t, rolled, foreseen.Entry.Draws, "the thief of a device did not foresee the dice")
	if slices.Equal(rolled, guessed.Entry.Draws) {
		t.Error("the dice were known without the reveal")
	}
	record := o.finish().export()
	e.holds(record)
	for _, p := range o.players {
		e.agrees(p, record)
	}
}
