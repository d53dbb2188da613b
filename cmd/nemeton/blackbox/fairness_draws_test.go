package blackbox_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash"
	"testing"
)

// recordedGame computes the draws of a record as docs/fairness.md describes them, independently of the engine.
type recordedGame struct {
	table   string
	secret  []byte
	setUp   []byte // digest
	begun   recordedStart
	entries []recordedEntry
}

type recordedStart struct {
	Contributions []string `json:"contributions"`
	Answers       []struct {
		Device string `json:"device"`
		Chain  string `json:"chain"`
	} `json:"answers"`
}

type recordedEntry struct {
	Kind   string `json:"kind"`
	Seat   int    `json:"seat"`
	Events []struct {
		Name string          `json:"name"`
		Data json.RawMessage `json:"data"`
	} `json:"events"`
	Proof *struct {
		Index  uint32 `json:"index"`
		Reveal string `json:"reveal"`
	} `json:"proof"`
	Draws []struct {
		What string `json:"what"`
		Of   int    `json:"of"`
		Is   int    `json:"is"`
	} `json:"draws"`
}

func readGame(t *testing.T, raw []byte) recordedGame {
	t.Helper()
	var doc struct {
		Table   string          `json:"table"`
		Title   string          `json:"title"`
		Options json.RawMessage `json:"options"`
		Seats   []struct{}      `json:"seats"`
		Secret  string          `json:"secret"`
		Entries []struct {
			Entry json.RawMessage `json:"entry"`
		} `json:"entries"`
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	options := map[string]int{}
	if err := json.Unmarshal(doc.Options, &options); err != nil {
		t.Fatal(err)
	}
	setUp, err := json.Marshal(map[string]any{"options": options, "seats": len(doc.Seats), "title": doc.Title}) // with sorted members
	if err != nil {
		t.Fatal(err)
	}
	g := recordedGame{table: doc.Table, secret: unhex(t, doc.Secret), setUp: sum(sha256.New(), "nemeton 2 setup", setUp)}
	for _, e := range doc.Entries {
		var entry recordedEntry
		if err := json.Unmarshal(e.Entry, &entry); err != nil {
			t.Fatal(err)
		}
		g.entries = append(g.entries, entry)
	}
	if err := json.Unmarshal(g.entries[0].Events[0].Data, &g.begun); err != nil {
		t.Fatal(err)
	}
	return g
}

// draws computes all draws. It returns their number, and the number of draws after the first reveal. It stops at the first one that the record
// states otherwise; strict makes that an error.
func (g recordedGame) draws(t *testing.T, strict bool) (drawn, protected int) {
	t.Helper()
	parts := [][]byte{[]byte(g.table), g.setUp}
	for i, answer := range g.begun.Answers {
		parts = append(parts, unhex(t, g.begun.Contributions[i]), unhex(t, answer.Device), unhex(t, answer.Chain))
	}
	base := sum(hmac.New(sha256.New, g.secret), "nemeton 2 pool", parts...)
	transcript := sum(sha256.New(), "nemeton 2 transcript")
	revealed := false
	for i, e := range g.entries {
		if e.Proof != nil && e.Proof.Index > 0 {
			revealed = true
			transcript = sum(sha256.New(), "nemeton 2 reveal", transcript, []byte{byte(e.Seat)}, binary.BigEndian.AppendUint32(nil, e.Proof.Index), unhex(t, e.Proof.Reveal))
		}
		key := sum(hmac.New(sha256.New, base), "nemeton 2 key", transcript)
		for _, d := range e.Draws {
			if is := drawOf(key, uint64(drawn+1), uint64(d.Of)); is != uint64(d.Is) {
				if strict {
					t.Errorf("entry %d, draw %d (%s of %d): got %d, the record has %d", i+1, drawn+1, d.What, d.Of, is, d.Is)
				}
				return drawn, protected
			}
			if drawn++; revealed {
				protected++
			}
		}
		for _, event := range e.Events {
			if event.Name == "frame.restored" {
				t.Fatal("this computation knows no restores")
			}
		}
	}
	return drawn, protected
}

// drawOf is draw number n out of a range.
func drawOf(key []byte, n, of uint64) uint64 {
	for block := uint32(0); ; block++ {
		out := sum(hmac.New(sha256.New, key), "nemeton 2 draw", binary.BigEndian.AppendUint64(nil, n), binary.BigEndian.AppendUint32(nil, block))
		x := binary.BigEndian.Uint64(out)
		if spare := -of % of; x <= ^uint64(0)-spare { // 2^64 mod of numbers are left over
			return x % of
		}
	}
}

// sum is the hash of a domain and parts, each preceded by its length in 4 bytes.
func sum(h hash.Hash, domain string, parts ...[]byte) []byte {
	for _, part := range append([][]byte{[]byte(domain)}, parts...) {
		h.Write(binary.BigEndian.AppendUint32(nil, uint32(len(part))))
		h.Write(part)
	}
	return h.Sum(nil)
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	raw, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
