package engine_test

import (
	"crypto/ed25519"
	"errors"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// chained is a device with a hash chain whose first values it knows.
type chained struct {
	key    chance.DeviceKey
	values []codec.Hash
}

// newChained derives a chain of n values. No check needs the values above them.
func newChained(seat engine.Seat, seed byte, n int) *chained {
	d := &chained{key: chance.DeviceKey(ed25519.NewKeyFromSeed(append(make([]byte, 31), seed)).Public().(ed25519.PublicKey)), values: make([]codec.Hash, n+1)}
	id := chance.ChainID{Table: "table", Seat: int(seat), Device: d.key}
	d.values[n] = codec.Hash{seed}
	for i := n; i > 0; i-- {
		d.values[i-1] = id.Before(i, d.values[i])
	}
	return d
}

func (d *chained) proof(index int) *engine.Proof {
	return &engine.Proof{Device: d.key, Index: index, Reveal: codec.Optional(d.values[index])}
}

func (d *chained) enrolled(seat engine.Seat) engine.Enrolled {
	return engine.Enrolled{Seat: seat, Device: d.key, Chain: codec.Optional(d.values[0])}
}

// ledgerOf is a ledger of two seats, of which the first has the device.
func ledgerOf(d *chained) engine.Ledger {
	start := engine.Started{Table: "table", Chance: engine.ChanceVersion, Setup: engine.Setup{Colors: []string{"red", "blue"}}, Answers: make([]engine.Answer, 2)}
	start.Answers[0] = engine.Answer{Device: d.key, Chain: codec.Optional(d.values[0])}
	return engine.NewLedger(start)
}

func after(t *testing.T, l engine.Ledger, e engine.Entry, events ...engine.Event) engine.Ledger {
	t.Helper()
	return must.Return(l.After(e, events))(t)
}

func move(p *engine.Proof, voids ...engine.Void) engine.Entry {
	return engine.Entry{Seq: 2, Kind: engine.KindMove, Actor: engine.ActorPlayer, Proof: p, Voids: voids}
}

func TestLedger_Gaps(t *testing.T) {
	t.Parallel()
	d := newChained(0, 1, 2000)
	l := after(t, ledgerOf(d), move(d.proof(3)))
	for index, ok := range map[int]bool{1: false, 3: false, 4: true, 3 + 1024: true, 3 + 1025: false} {
		expect.Equal(t, l.Accepts(0, d.proof(index)) == nil, ok, "reveal", index, "after 3")
		void := engine.Void{Seat: 0, Device: d.key, Index: index}
		if _, err := l.After(move(nil, void), nil); (err == nil) != ok || err != nil && !errors.Is(err, engine.ErrCorrupt) {
			t.Errorf("void %d after 3: %v", index, err)
		}
	}
	expect.Error(t, l.Accepts(1, d.proof(4)), engine.ErrBadProof, "a device of another seat")
	l = after(t, l, move(nil, engine.Void{Seat: 0, Device: d.key, Index: 9}))
	expect.Error(t, l.Accepts(0, d.proof(9)), engine.ErrBadProof, "a void reveal")
	l = after(t, l, move(d.proof(10)))
	expect.Equal(t, l.Voided(0), 8, "voided reveals")
}

// A device that was replaced or ended may come back. Its chain goes on, so that no reveal counts twice and no void is forgotten.
func TestLedger_ChainGoesOn(t *testing.T) {
	t.Parallel()
	system := engine.Entry{Seq: 3, Kind: engine.KindSystem, Actor: engine.ActorPlayer}
	d := newChained(0, 1, 40)
	begun := after(t, ledgerOf(d), move(d.proof(3)))
	replaced := begun
	for seed := range byte(8) {
		replaced = after(t, replaced, system, newChained(0, 10+seed, 4).enrolled(0))
	}
	for name, l := range map[string]engine.Ledger{
		"replaced": replaced,
		"ended":    after(t, begun, system, engine.HandedOver{Seat: 0, Name: codec.Optional{1}}),
	} {
		expect.Error(t, l.Accepts(0, d.proof(4)), engine.ErrBadProof, name, "the device still signs")
		expect.Equal(t, l.Voided(0), 2, name, "voided reveals")
		l = after(t, l, system, d.enrolled(0))
		expect.Error(t, l.Accepts(0, d.proof(3)), engine.ErrBadProof, name, "a reveal counts twice")
		l = after(t, l, move(d.proof(5)))
		expect.Equal(t, l.Voided(0), 3, name, "voided reveals")
	}
}

// Entries that no server stores are corrupt.
func TestLedger_Places(t *testing.T) {
	t.Parallel()
	d := newChained(0, 1, 8)
	l := ledgerOf(d)
	system := engine.Entry{Seq: 2, Kind: engine.KindSystem, Actor: engine.ActorPlayer}
	proved := system
	proved.Proof = d.proof(1)
	start := engine.Entry{Seq: 1, Kind: engine.KindStart, Voids: []engine.Void{{Device: d.key, Index: 1}}}
	for name, c := range map[string]struct {
		entry  engine.Entry
		events []engine.Event
	}{
		"a proof of a leave":        {proved, []engine.Event{engine.Left{}}},
		"voids of a start":          {start, nil},
		"an empty list of voids":    {engine.Entry{Seq: 2, Kind: engine.KindMove, Voids: []engine.Void{}}, nil},
		"a restore in a move":       {move(nil), []engine.Event{engine.Restored{}}},
		"an enrollment in a move":   {move(nil), []engine.Event{newChained(0, 2, 2).enrolled(0)}},
		"a handover without a name": {system, []engine.Event{engine.HandedOver{Seat: 0}}},
		"a second start":            {system, []engine.Event{engine.Started{}}},
	} {
		expect.Error(t, expect.Second(l.After(c.entry, c.events)), engine.ErrCorrupt, name)
	}
	proved.Proof = d.proof(1)
	after(t, l, proved, engine.TakenBack{Seat: 0, To: 1})
}
