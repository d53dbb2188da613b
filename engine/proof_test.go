package engine_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// otherValues are valid values of the members of statements, which no test's statement has.
var otherValues = map[string]any{
	"table": "another", "seat": 2, "command": "d", "kind": "other", "decision": "9-9", "move": map[string]any{"what": "last"}, "index": 9,
	"reveal": codec.Hash{8}, "seq": 9, "head": "09", "commitment": codec.Hash{8}, "contribution": "09", "chain": codec.Hash{8}, "device": chance.DeviceKey{8},
}

// changed lists copies of a statement in each of which one member has another value, by the member's name.
func changed[S any](t *testing.T, s S) map[string]S {
	t.Helper()
	raw := must.Return(json.Marshal(s))(t)
	var members map[string]any
	must.Succeed(t, json.Unmarshal(raw, &members))
	list := map[string]S{}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		other, ok := otherValues[name]
		if !ok {
			t.Fatalf("the test has no other value of %q", name)
		}
		forged := maps.Clone(members)
		forged[name] = other
		raw := must.Return(json.Marshal(forged))(t)
		var s S
		must.Succeed(t, json.Unmarshal(raw, &s))
		list[name] = s
	}
	return list
}

// A signature of a command covers each of its members: a signature for another value is refused.
func TestProof_CoversEachMemberOfACommand(t *testing.T) {
	t.Parallel()
	first := exampleDevices()[0]
	p := newPoolTable(t, 1)
	p.play("0free")
	act := p.proved(p.command(0, "draw"), "act", first, 1)
	back := p.proved(engine.Command{ID: "b", Seat: 0, Actor: engine.ActorPlayer}, "takeback", first, 1)
	decide := func(c engine.Command) error { return second(p.f.Decide(c, p.key, 5)) }
	takeBack := func(c engine.Command) error { return second(p.f.TakeBack(c, 5)) }
	for kind, c := range map[string]struct {
		command engine.Command
		judge   func(engine.Command) error
		signed  int
	}{"act": {act, decide, 10}, "takeback": {back, takeBack, 10}} {
		must.Succeed(t, c.judge(c.command), kind)
		forgeries := changed(t, p.statement(c.command, kind, c.command.Proof))
		expect.Equal(t, len(forgeries), c.signed, kind, "members are signed")
		for name, forged := range forgeries {
			proof := *c.command.Proof
			proof.Signature = first.signed(t, forged)
			other := c.command
			other.Proof = &proof
			expect.Error(t, c.judge(other), engine.ErrBadProof, kind, "another", name, "is signed")
		}
	}
	asTakeBack := *act.Proof
	asTakeBack.Signature = first.signed(t, p.statement(act, "takeback", act.Proof))
	act.Proof = &asTakeBack
	expect.Error(t, decide(act), engine.ErrBadProof, "a move signed as a take-back")
}

// A changed or missing member of a proof is refused.
func TestProof_EachMemberChanged(t *testing.T) {
	t.Parallel()
	first, phone := exampleDevices()[0], exampleDevices()[2]
	p := newPoolTable(t, 1)
	p.add(p.f.Enroll(engine.Enrolled{Seat: 0, Device: phone.public, Chain: codec.Optional(phone.chain[0])}, "e", 5))
	valid := p.proved(p.command(0, "draw"), "act", first, 1)
	for name, change := range map[string]func(*engine.Proof){
		"another device":           func(q *engine.Proof) { q.Device = phone.public },
		"no device":                func(q *engine.Proof) { q.Device = chance.DeviceKey{} },
		"another index":            func(q *engine.Proof) { q.Index = 2 },
		"another reveal":           func(q *engine.Proof) { q.Index, q.Reveal = 2, codec.Optional(first.chain[2]) },
		"no reveal":                func(q *engine.Proof) { q.Index, q.Reveal = 0, codec.Optional{} },
		"another device's reveal":  func(q *engine.Proof) { q.Device, q.Reveal = phone.public, codec.Optional(phone.chain[1]) },
		"another entry":            func(q *engine.Proof) { q.Seq-- },
		"no entry":                 func(q *engine.Proof) { q.Seq = 0 },
		"another head":             func(q *engine.Proof) { q.Head = "00" + q.Head[2:46] + "00" },
		"no head":                  func(q *engine.Proof) { q.Head = "" },
		"another signature":        func(q *engine.Proof) { q.Signature[9] ^= 1 },
		"no signature, but a head": func(q *engine.Proof) { q.Signature = chance.Signature{} },
	} {
		proof := *valid.Proof
		change(&proof)
		c := valid
		c.Proof = &proof
		expect.Error(t, expect.Second(p.f.Decide(c, p.key, 5)), engine.ErrBadProof, name)
	}
	for name, change := range map[string]func(*engine.Proof){
		"no signature and no head": func(q *engine.Proof) { q.Seq, q.Head, q.Signature = 0, "", chance.Signature{} },
		"the same":                 func(*engine.Proof) {},
	} {
		proof := *valid.Proof
		change(&proof)
		c := valid
		c.Proof = &proof
		expect.Error(t, expect.Second(p.f.Decide(c, p.key, 5)), nil, name)
	}
}

// The signature of an answer covers each of its members.
func TestAnswer_CoversEachMember(t *testing.T) {
	t.Parallel()
	start := poolStart(t, chance.Secret{1})
	must.Succeed(t, start.CheckAnswers())
	for seat, signer := range exampleDevices()[:2] {
		valid := start.Answers[seat]
		forgeries := changed(t, answerStatement(start, engine.Seat(seat), valid))
		expect.Equal(t, len(forgeries), 6, "members are signed")
		for name, forged := range forgeries {
			a := valid
			a.Signature = signer.signed(t, forged)
			if err := a.Check(start.Table, engine.Seat(seat), start.Commitment, start.Contributions[seat]); !errors.Is(err, engine.ErrBadProof) {
				t.Errorf("seat %d, another %s is signed: got %v, want ErrBadProof", seat, name, err)
			}
		}
	}
	// The server cannot decline on behalf of a player, nor contribute for one who declined.
	for seat := range 2 {
		a := start.Answers[seat]
		a.Declined = !a.Declined
		expect.Error(t, a.Check(start.Table, engine.Seat(seat), start.Commitment, "0a"), engine.ErrBadProof, "seat", seat, "the answer turned round")
	}
}

// An old device's confirmation covers each member of the new device, and only a device of the same seat can give it.
func TestEnroll_CoversEachMember(t *testing.T) {
	t.Parallel()
	first, other, phone := exampleDevices()[0], exampleDevices()[1], exampleDevices()[2]
	p := newPoolTable(t, 1)
	s := engine.DeviceStatement{Table: exampleTable, Seat: 0, Device: phone.public, Chain: codec.Optional(phone.chain[0])}
	valid := engine.Enrolled{Seat: 0, Device: s.Device, Chain: s.Chain, By: first.public, Signature: first.signed(t, s)}
	enroll := func(change func(*engine.Enrolled)) error {
		e := valid
		change(&e)
		return second(p.f.Enroll(e, "e", 5))
	}
	must.Succeed(t, enroll(func(*engine.Enrolled) {}))
	expect.Error(t, enroll(func(e *engine.Enrolled) { e.By, e.Signature = chance.DeviceKey{}, chance.Signature{} }), nil, "in words")
	for name, change := range map[string]func(*engine.Enrolled){
		"no device":                func(e *engine.Enrolled) { e.Device = chance.DeviceKey{} },
		"another chain":            func(e *engine.Enrolled) { e.Chain[3] ^= 1 },
		"no chain":                 func(e *engine.Enrolled) { e.Chain = codec.Optional{} },
		"another device":           func(e *engine.Enrolled) { e.Device[3] ^= 1 },
		"no signature":             func(e *engine.Enrolled) { e.Signature = chance.Signature{} },
		"no signer":                func(e *engine.Enrolled) { e.By = chance.DeviceKey{} },
		"a device of another seat": func(e *engine.Enrolled) { e.By, e.Signature = other.public, other.signed(t, s) },
		"the new device itself":    func(e *engine.Enrolled) { e.By, e.Signature = phone.public, phone.signed(t, s) },
		"another seat":             func(e *engine.Enrolled) { e.Seat = 1 },
	} {
		expect.Error(t, enroll(change), engine.ErrBadProof, name)
	}
	forgeries := changed(t, s)
	expect.Equal(t, len(forgeries), 4, "members are signed")
	for name, forged := range forgeries {
		expect.Error(t, enroll(func(e *engine.Enrolled) { e.Signature = first.signed(t, forged) }), engine.ErrBadProof, "another", name, "is signed")
	}
}
