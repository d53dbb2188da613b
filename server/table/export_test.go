package table_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/server/apperr"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

func TestExport(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 3)
	expect.Equal(t, apperr.CodeOf(expect.Second(r.Export(context.Background(), id, nil))), apperr.TableRunning, "while it runs")
	h.PlayOut(r, id)
	raw := must.Return(r.Export(context.Background(), id, nil))(t)
	var doc struct {
		Secret     string     `json:"secret"`
		Commitment codec.Hash `json:"commitment"`
		Digest     string     `json:"digest"`
		Head       codec.Hash `json:"head"`
		Entries    []struct {
			Entry json.RawMessage `json:"entry"`
			Hash  codec.Hash      `json:"hash"`
		} `json:"entries"`
	}
	must.Succeed(t, json.Unmarshal(raw, &doc))

	t.Run("the entries fold to the outcome", func(t *testing.T) {
		t.Parallel()
		fold := engine.NewFold(toy.Title{})
		for _, e := range doc.Entries {
			record := must.Return(engine.ReadRecord(e.Entry))(t)
			expect.Equal(t, record.Hash, e.Hash, "entry", record.Entry.Seq, "hash")
			must.Return(fold.Apply(record))(t)
		}
		if fold.Outcome() == nil || fold.Head() != doc.Head {
			t.Errorf("got outcome %v, head %s; want an outcome and %s", fold.Outcome(), fold.Head(), doc.Head)
		}
	})
	t.Run("the secret matches the commitment", func(t *testing.T) {
		t.Parallel()
		var secret chance.Secret
		must.Return(hex.Decode(secret[:], []byte(doc.Secret)))(t)
		terms := engine.Terms{Table: string(id), Title: "toy", Seats: 3, Options: engine.Options{"rounds": 3, "die": 1}}
		expect.Equal(t, must.Return(terms.CommitTo(secret))(t), doc.Commitment, "commitment does not match the secret")
	})
	t.Run("the digest covers the document", func(t *testing.T) {
		t.Parallel()
		var members map[string]json.RawMessage
		must.Succeed(t, json.Unmarshal(raw, &members))
		delete(members, "digest")
		encoded := must.Return(codec.Canonical(members))(t)
		if sum := sha256.Sum256(encoded); hex.EncodeToString(sum[:]) != doc.Digest {
			t.Errorf("got digest %s, want %x", doc.Digest, sum)
		}
	})
}

func TestLog_Pages(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	last := engine.Seq(h.PlayOut(r, id) + 1)
	raw := must.Return(r.Log(context.Background(), id, engine.Spectator(), 3))(t)
	var page struct {
		Entries []struct {
			Seq    engine.Seq        `json:"seq"`
			Events []json.RawMessage `json:"events"`
		} `json:"entries"`
		More bool `json:"more"`
	}
	must.Succeed(t, json.Unmarshal(raw, &page))
	if page.More || engine.Seq(len(page.Entries)) != last-3 {
		t.Fatalf("got %d entries, more %v; want %d", len(page.Entries), page.More, last-3)
	}
	for i, e := range page.Entries {
		if e.Seq != engine.Seq(4+i) || e.Events == nil {
			t.Errorf("got entry %d with events %v at index %d", e.Seq, e.Events, i)
		}
	}
}
