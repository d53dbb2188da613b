package engine_test

import (
	"bytes"
	"testing"

	"nemeton/engine"
	"nemeton/testkit/must"
)

// FuzzReadRecord: if ReadRecord accepts some bytes, this program writes exactly the same bytes.
func FuzzReadRecord(f *testing.F) {
	r, err := engine.NewRecord(engine.Entry{
		Format: engine.EntryFormat, Seq: 2, Rules: 1, Kind: engine.KindMove, Seat: 1, Actor: engine.ActorPlayer, Command: "c", Decision: "1-1",
		Move: []byte(`{"do":"x"}`), Events: []engine.Stored{{Name: "moved", Version: 1, Data: []byte(`{"seat":1}`)}}, Time: 5,
	})
	must.Succeed(f, err)
	f.Add(r.Bytes)
	f.Add(bytes.Replace(r.Bytes, []byte(`"seq":2`), []byte(`"seq":2.0`), 1))
	f.Add(bytes.Replace(r.Bytes, []byte(`{"do":"x"}`), bytes.Repeat([]byte("["), 100), 1))
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := engine.ReadRecord(raw)
		if err != nil {
			return
		}
		if again, err := engine.NewRecord(got.Entry); err != nil || !bytes.Equal(again.Bytes, raw) || again.Hash != got.Hash {
			t.Fatalf("%q was taken, and is written %q, %v", raw, again.Bytes, err)
		}
	})
}
