package engine_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// Each reveal is good once, in ascending order, with a bounded gap, up to the end of the chain.
func TestLedger_Indexes(t *testing.T) {
	t.Parallel()
	first, second, phone := exampleDevices()[0], exampleDevices()[1], exampleDevices()[2]
	p := newPoolTable(t, 1)
	try := func(when string, index int, want error) {
		t.Helper()
		expect.Error(t, p.judged(0, reveal(first, index)), want, when, "reveal", index)
	}
	try("at first", 1, nil)
	try("at first", 1024, nil)
	try("at first", 1025, engine.ErrBadProof)
	p.acts(0, "free", first, 5)
	try("after reveal 5", 5, engine.ErrBadProof)
	try("after reveal 5", 4, engine.ErrBadProof)
	try("after reveal 5", 6, nil)
	try("after reveal 5", 1029, nil)
	try("after reveal 5", 1030, engine.ErrBadProof)
	for name, proof := range map[string]*engine.Proof{
		"the value of another index":  {Device: first.public, Index: 6, Reveal: codec.Optional(first.chain[7])},
		"the value of another device": {Device: first.public, Index: 6, Reveal: codec.Optional(phone.chain[6])},
		"the anchor":                  {Device: first.public, Index: 6, Reveal: codec.Optional(first.chain[0])},
		"an index below 0":            {Device: first.public, Index: -1, Reveal: codec.Optional(first.chain[6])},
		"no index":                    {Device: first.public, Reveal: codec.Optional(first.chain[6])},
		"an index without a reveal":   {Device: first.public, Index: 6},
		"neither":                     {Device: first.public},
		"a device of another seat":    reveal(second, 6),
		"an unknown device":           reveal(phone, 6),
		"no device":                   {Index: 6, Reveal: codec.Optional(first.chain[6])},
	} {
		expect.Error(t, p.judged(0, proof), engine.ErrBadProof, name)
	}
	for at := 1029; at < chance.ChainLength; at += 1024 {
		p.acts(0, "free", first, at)
	}
	try("near the end", chance.ChainLength, nil)
	p.acts(0, "free", first, chance.ChainLength)
	after := &engine.Proof{Device: first.public, Index: chance.ChainLength + 1, Reveal: codec.Optional(first.chain[1])}
	expect.Error(t, p.judged(0, after), engine.ErrBadProof, "a reveal after the end")
	if d := p.f.Ledger().Devices(0)[0]; d.Accepted != 17 || d.Voided() != chance.ChainLength-17 {
		t.Errorf("got %d accepted reveals and %d voided ones", d.Accepted, d.Voided())
	}
}

// Entries state void reveals truthfully: of a device of the seat, ascending, and none that was accepted.
func TestLedger_Voids(t *testing.T) {
	t.Parallel()
	first, second := exampleDevices()[0], exampleDevices()[1]
	p := newPoolTable(t, 1)
	p.acts(0, "free", first, 3)
	p.enrolls(1, 9)
	for name, voids := range map[string][]engine.Void{
		"an accepted reveal":              {{Seat: 0, Device: first.public, Index: 3}},
		"an earlier reveal":               {{Seat: 0, Device: first.public, Index: 2}},
		"no index":                        {{Seat: 1, Device: second.public}},
		"an index below 0":                {{Seat: 1, Device: second.public, Index: -4}},
		"the same twice":                  {{Seat: 1, Device: second.public, Index: 4}, {Seat: 1, Device: second.public, Index: 4}},
		"after the end of the chain":      {{Seat: 1, Device: second.public, Index: chance.ChainLength + 1}},
		"a device of another seat":        {{Seat: 1, Device: first.public, Index: 4}},
		"an unknown device":               {{Seat: 1, Device: chance.DeviceKey{7}, Index: 4}},
		"a device without a chain":        {{Seat: 1, Device: chance.DeviceKey{9, 1}, Index: 4}},
		"a seat that does not exist":      {{Seat: 3, Device: second.public, Index: 4}},
		"no seat":                         {{Seat: engine.NoSeat, Device: second.public, Index: 4}},
		"a bot's seat":                    {{Seat: 2, Device: second.public, Index: 4}},
		"a good one, and an accepted one": {{Seat: 1, Device: second.public, Index: 4}, {Seat: 0, Device: first.public, Index: 3}},
	} {
		r, err := p.voiding(voids...)
		if err == nil {
			r = must.Return(r.Salted(p.secret, exampleTable))(t)
			_, err = p.f.Apply(r)
		}
		expect.Error(t, err, engine.ErrCorrupt, name)
	}
	p.voids(0, 7)
	for index, want := range map[int]error{4: engine.ErrBadProof, 7: engine.ErrBadProof, 8: nil} {
		expect.Error(t, p.judged(0, reveal(first, index)), want, "reveal", index, "after the void one 7")
	}
	expect.Equal(t, p.f.Ledger().Devices(0)[0].Voided(), 6, "voided reveals")
	p.acts(0, "free", first, 8)
	if d := p.f.Ledger().Devices(0)[0]; d.Voided() != 6 || d.Accepted != 2 || d.Index != 8 {
		t.Errorf("got %+v", d)
	}
}

// A seat has eight devices. One more replaces the oldest, and a handover ends all.
func TestLedger_Devices(t *testing.T) {
	t.Parallel()
	first, second, phone := exampleDevices()[0], exampleDevices()[1], exampleDevices()[2]
	p := newPoolTable(t, 1)
	e := engine.Enrolled{Seat: 0, Device: phone.public, Chain: codec.Optional(phone.chain[0])}
	expect.Error(t, expect.Second(p.f.Enroll(engine.Enrolled{Seat: 0, Device: first.public}, "e", 5)), engine.ErrNoChange, "a device again")
	p.add(p.f.Enroll(e, "e", 5))
	for i := range 6 {
		p.enrolls(0, byte(i+10))
	}
	for _, d := range []*exampleDevice{first, phone} {
		expect.Error(t, p.judged(0, reveal(d, 1)), nil, "one of eight devices")
	}
	p.enrolls(0, 20)
	expect.Error(t, p.judged(0, reveal(first, 1)), engine.ErrBadProof, "the oldest of nine devices")
	expect.Error(t, p.judged(0, reveal(phone, 1)), nil, "the second of nine devices")
	expect.Equal(t, len(p.f.Ledger().Devices(0)), 8, "devices")
	p.add(p.f.HandOver(0, codec.Optional{1}, "h", 1e9))
	if got := p.f.Ledger().Devices(0); got != nil {
		t.Errorf("%d devices after a handover, want none", len(got))
	}
	expect.Error(t, p.judged(0, reveal(phone, 1)), engine.ErrBadProof, "a device of the previous person")
	expect.Error(t, p.judged(1, reveal(second, 1)), nil, "a device of another seat")
	for _, seat := range []engine.Seat{engine.NoSeat, 3} {
		if got := p.f.Ledger().Devices(seat); got != nil {
			t.Errorf("seat %d has devices", seat)
		}
	}
}

// Bots and the table itself prove nothing, and a table of version 1 takes no proof and no device.
func TestLedger_OnlyPersonsProve(t *testing.T) {
	t.Parallel()
	p := newPoolTable(t, 1)
	c := p.command(2, "free")
	c.Proof = reveal(exampleDevices()[0], 1)
	expect.Error(t, expect.Second(p.f.Decide(c, p.key, 5)), engine.ErrBadProof, "a bot's proof")
	r := must.Return(p.f.Decide(p.command(2, "free"), p.key, 5))(t)
	r.Entry.Proof = c.Proof
	r = must.Return(engine.NewRecord(r.Entry))(t)
	expect.Error(t, expect.Second(p.f.Apply(r)), engine.ErrCorrupt, "an entry of a bot with a proof")
}
