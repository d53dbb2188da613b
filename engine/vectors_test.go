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
	Secret        string        `json:"secret"`
	Commitment    string        `json:"commitment"`
	Contributions []string      `json:"contributions"`
	Key           string        `json:"key"`
	Entries       []vectorEntry `json:"entries"`
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
