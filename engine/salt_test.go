package engine_test

import (
	"encoding/json"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/must"
)

// The salt is a member of the entry itself, also if other members have members of the same names around it. The shortcut that inserts it gives the bytes
// of the canonical encoding.
func TestSalted_IsTheCanonicalEncoding(t *testing.T) {
	t.Parallel()
	secret, key := chance.Secret{7}, chance.DeviceKey{1}
	proof := &engine.Proof{Device: key, Index: 3, Reveal: codec.Optional{2}, Seq: 4, Head: "00", Signature: chance.Signature{5}}
	move := json.RawMessage(`{"seat":1,"seq":2,"salt":"x"}`)
	for name, e := range map[string]engine.Entry{
		"bare":       {},
		"with proof": {Proof: proof},
		"with voids": {Voids: []engine.Void{{Seat: 0, Device: key, Index: 2}, {Seat: 1, Device: key, Index: 9}}},
		"with all":   {Proof: proof, Move: move, Voids: []engine.Void{{Seat: 1, Device: key, Index: 2}}},
	} {
		e.Format, e.Seq, e.Seat, e.Kind = engine.EntryFormat, 5, 1, engine.KindMove
		plain := must.Return(engine.NewRecord(e))(t)
		got, err := plain.Salted(secret, "table")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		e.Salt = secret.Salt("table", 5)
		want := must.Return(engine.NewRecord(e))(t)
		if string(got.Bytes) != string(want.Bytes) || got.Hash != want.Hash || got.Entry.Salt != e.Salt {
			t.Errorf("%s: got %s, want %s", name, got.Bytes, want.Bytes)
		}
	}
}
