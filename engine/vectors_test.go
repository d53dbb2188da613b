package engine_test

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"nemeton/engine"
)

// vectors are worked examples of chance for other implementations. The web client's tests read the same file.
type vectors struct {
	Secret        string   `json:"secret"`
	Commitment    string   `json:"commitment"`
	Contributions []string `json:"contributions"`
	Key           string   `json:"key"`
	Restores      []struct {
		Entropy engine.Entropy `json:"entropy"`
		Key     engine.Hash    `json:"key"` // after the restore
	} `json:"restores"`
	Entries []vectorEntry `json:"entries"` // after all restores
	Heads   []struct {
		Table    string      `json:"table"`
		Seq      engine.Seq  `json:"seq"`
		Restores int         `json:"restores"`
		Hash     engine.Hash `json:"hash"`
		Head     string      `json:"head"`
	} `json:"heads"`
}

type vectorEntry struct {
	Seq   engine.Seq    `json:"seq"`
	Draws []engine.Draw `json:"draws"`
}

// TestVectors checks docs/fairness-vectors.json against this implementation.
func TestVectors(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../docs/fairness-vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []vectors
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) < 3 {
		t.Fatalf("%d vectors, want some", len(list))
	}
	for _, v := range list {
		var secret engine.Secret
		if n, err := hex.Decode(secret[:], []byte(v.Secret)); err != nil || n != len(secret) {
			t.Fatalf("secret %q", v.Secret)
		}
		if got := engine.Hash(secret.Commitment()).String(); got != v.Commitment {
			t.Errorf("commitment: got %s, want %s", got, v.Commitment)
		}
		contributions := make([][]byte, len(v.Contributions))
		for i, c := range v.Contributions {
			if contributions[i], err = hex.DecodeString(c); err != nil {
				t.Fatal(err)
			}
		}
		key := engine.NewKey(secret, contributions)
		if got := hex.EncodeToString(key[:]); got != v.Key {
			t.Errorf("key: got %s, want %s", got, v.Key)
		}
		for i, r := range v.Restores {
			if key = key.Restored(r.Entropy); engine.Hash(key) != r.Key {
				t.Errorf("key after restore %d: got %x, want %s", i+1, key, r.Key)
			}
		}
		for _, h := range v.Heads {
			heads := secret.HeadKey(engine.ChanceKey, h.Table)
			if got := heads.Short(h.Seq, h.Restores, h.Hash); got != h.Head {
				t.Errorf("short head of entry %d: got %s, want %s", h.Seq, got, h.Head)
			}
			if restores, ok := heads.Check(h.Seq, h.Head); !ok || restores != h.Restores {
				t.Errorf("check of the short head of entry %d: got %d, %v; want %d", h.Seq, restores, ok, h.Restores)
			}
		}
		for _, e := range v.Entries {
			dice := engine.NewDice(key, e.Seq)
			for _, d := range e.Draws {
				if got := dice.Draw(d.What, d.Of); got != d.Is {
					t.Errorf("entry %d, %s of %d: got %d, want %d", e.Seq, d.What, d.Of, got, d.Is)
				}
			}
		}
	}
}
