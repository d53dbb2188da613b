package chat

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"nemeton/testkit/must"
)

// The cases are those of the client, too.
func TestMentions_Boundaries(t *testing.T) {
	t.Parallel()
	raw := must.Return(os.ReadFile("testdata/mentions.json"))(t)
	var table struct {
		Names []string `json:"names"`
		Cases []struct {
			Text  string   `json:"text"`
			Found []string `json:"found"`
		} `json:"cases"`
	}
	if err := json.Unmarshal(raw, &table); err != nil || len(table.Cases) < 20 {
		t.Fatalf("got %d cases, %v", len(table.Cases), err)
	}
	for _, c := range table.Cases {
		if got := mentions(c.Text, table.Names); !slices.Equal(got, c.Found) {
			t.Errorf("%q: got %q, want %q", c.Text, got, c.Found)
		}
	}
}
