package chat

import (
	"encoding/json"
	"os"
	"testing"

	"nemeton/testkit/expect"
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
		expect.Slice(t, mentions(c.Text, table.Names), c.Found, c.Text)
	}
}
