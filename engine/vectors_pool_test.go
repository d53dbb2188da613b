package engine_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// updateVectors writes docs/fairness-vectors-2.json anew.
var updateVectors = flag.Bool("vectors", false, "write docs/fairness-vectors-2.json")

const poolVectorsFile = "../docs/fairness-vectors-2.json"

// The file is the one that the independent computation of this package's tests gives.
func TestPoolVectors_Computed(t *testing.T) {
	t.Parallel()
	raw := must.Return(json.MarshalIndent(computeVectors(t), "", "  "))(t)
	raw = append(raw, '\n')
	if *updateVectors {
		must.Succeed(t, os.WriteFile(poolVectorsFile, raw, 0o644))
	}
	stored := must.Return(os.ReadFile(poolVectorsFile))(t)
	if !bytes.Equal(stored, raw) {
		t.Error("docs/fairness-vectors-2.json differs from the computed vectors (this writes it: go test ./engine -run PoolVectors_Computed -vectors)")
	}
}

func readPoolVectors(t *testing.T) (v poolVectors, doc exampleDocument) {
	t.Helper()
	raw := must.Return(os.ReadFile(poolVectorsFile))(t)
	must.Succeed(t, json.Unmarshal(raw, &v))
	must.Succeed(t, json.Unmarshal(v.Document, &doc))
	if len(v.Entries) < 8 || len(v.Entries) != len(doc.Entries) {
		t.Fatalf("%d entries, and %d in the document", len(v.Entries), len(doc.Entries))
	}
	return v, doc
}

// The engine reproduces the record of the vectors: hashes, salts, heads, draws, proofs and names.
func TestPoolVectors_Record(t *testing.T) {
	t.Parallel()
	v, doc := readPoolVectors(t)
	first := must.Return(engine.ReadRecord([]byte(v.Entries[0].Text)))(t)
	var start engine.Started
	must.Succeed(t, json.Unmarshal(first.Entry.Events[0].Data, &start))
	expect.Error(t, start.CheckChance(), nil)
	expect.Error(t, start.CheckAnswers(), nil)
	if got, err := start.Terms().CommitTo(doc.Secret.Secret); err != nil || got != doc.Commitment || got != start.Commitment {
		t.Errorf("commitment: got %s, %v; want %s", got, err, doc.Commitment)
	}
	key, err := engine.KeyOf(doc.Secret.Secret, start)
	if err != nil || codec.Hash(key) != v.PoolKey {
		t.Errorf("pool key: got %x, %v; want %s", key, err, v.PoolKey)
	}
	ledger, heads := engine.NewLedger(start), doc.Secret.HeadKey(start.Table)
	for i, e := range v.Entries {
		seq := engine.Seq(i + 1)
		r, err := engine.ReadRecord([]byte(e.Text))
		must.Succeed(t, err)
		if r.Hash != e.Hash || r.Hash != doc.Entries[i].Hash || canonicalText(t, doc.Entries[i].Entry) != e.Text {
			t.Errorf("entry %d: hash %s, want %s", seq, r.Hash, e.Hash)
		}
		if r.Entry.Salt != e.Salt || doc.Secret.Salt(start.Table, uint64(seq)) != e.Salt {
			t.Errorf("entry %d: wrong salt", seq)
		}
		expect.Equal(t, heads.Short(uint64(seq), e.Restores, e.Hash), e.Head, "entry", seq, "short head")
		events, err := r.Entry.SystemEvents()
		must.Succeed(t, err)
		expect.Error(t, ledger.CheckSignatures(r.Entry, events), nil, "entry", seq)
		dice := ledger.Dice(key, r.Entry.Seat, r.Entry.Proof)
		for n, d := range r.Entry.Draws {
			if got := dice.Draw(d.What, d.Of); got != d.Is || uint64(got) != e.Draws[n].Is {
				t.Errorf("entry %d, draw %d: got %d, want %d", seq, n+1, got, d.Is)
			}
		}
		if ledger, err = ledger.After(r.Entry, events); err != nil {
			t.Errorf("entry %d: %v", seq, err)
		}
	}
	for _, p := range v.Persons {
		expect.Equal(t, doc.Secret.PersonDigest(start.Table, int(p.Seat), p.Holder, p.Name), p.Digest, "person", p.Holder, "of seat", p.Seat)
	}
}

// The engine reproduces chain, statements and heads of the vectors.
func TestPoolVectors_Parts(t *testing.T) {
	t.Parallel()
	v, doc := readPoolVectors(t)
	chain := chance.ChainID{Table: v.Chain.Table, Seat: int(v.Chain.Seat), Device: v.Chain.Device}
	index, value := v.Chain.Values[0].Index, v.Chain.Values[0].Value
	if index != chance.ChainLength || v.Chain.Values[len(v.Chain.Values)-1].Index != 0 {
		t.Error("the chain's values do not begin at its end, or do not end with the anchor")
	}
	for _, want := range v.Chain.Values {
		for ; index > want.Index; index-- {
			value = chain.Before(index, value)
		}
		expect.Equal(t, value, want.Value, "value", index)
	}
	for _, s := range v.Statements {
		var content interface{ Bytes() ([]byte, error) }
		switch s.Kind {
		case "contribution":
			content = read[engine.AnswerStatement](t, s.Content)
		case "command":
			content = read[engine.CommandStatement](t, s.Content)
		case "device":
			content = read[engine.DeviceStatement](t, s.Content)
		default:
			t.Fatalf("a statement of the kind %q", s.Kind)
		}
		expect.Equal(t, string(must.Return(content.Bytes())(t)), s.Text, s.Kind)
		if !s.Device.Signed([]byte(s.Text), s.Signature) {
			t.Errorf("%s: the signature is not the device's", s.Kind)
		}
	}
	for _, h := range v.Heads {
		keys := doc.Secret.HeadKey(v.Chain.Table)
		expect.Equal(t, keys.Short(uint64(h.Seq), h.Restores, h.Hash), h.Head, "head of entry", h.Seq)
	}
}

func read[T any](t *testing.T, raw []byte) (value T) {
	t.Helper()
	must.Succeed(t, json.Unmarshal(raw, &value))
	return value
}

func canonicalText(t *testing.T, value any) string {
	t.Helper()
	raw := must.Return(codec.Canonical(value))(t)
	return string(raw)
}
