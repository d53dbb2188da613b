package liveattacks_test

import (
	"crypto/ed25519"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/chance"
	"nemeton/engine/export"
	"nemeton/testkit/must"
)

// An operator adds a device of its own in words and signs anything with it. A signed head that no entry before the command has is a fault of the
// record, whatever its number is.
func TestVerify_SignedHeadsOfNoEntry(t *testing.T) {
	t.Parallel()
	private := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	var own chance.DeviceKey
	copy(own[:], private.Public().(ed25519.PublicKey))
	o := newTable(t).start().turns(3)
	record, err := o.fold.Enroll(engine.Enrolled{Seat: 0, Device: own}, "enroll", o.now)
	o.append(record, err)
	o.show(o.players...)
	o.finish()
	for _, seq := range []engine.Seq{0, 1, 7, 100_000, 1 << 50} {
		raw := o.fork().rewrite(func(list []engine.Entry) []engine.Entry {
			at := 5 + slices.IndexFunc(list[5:], func(e engine.Entry) bool { return e.Seat == 0 && e.Proof != nil })
			forged := &engine.Proof{Device: own, Seq: seq, Head: o.players[0].memory.Heads[2]}
			text, err := engine.CommandStatement{
				Table: tableID, Command: list[at].Command, Kind: "act", Decision: list[at].Decision, Move: list[at].Move, Seq: seq, Head: forged.Head,
			}.Bytes()
			must.Succeed(t, err)
			copy(forged.Signature[:], ed25519.Sign(private, text))
			list[at].Proof = forged
			return list
		}).export()
		got := export.Check(raw, catalog.Find)
		if got.Verdict != export.Wrong || got.Fault == nil || got.Fault.Check != export.CheckProofs {
			t.Errorf("seq %d: got %s, %+v; want a fault of the proofs", seq, got.Verdict, got.Fault)
		}
	}
}
