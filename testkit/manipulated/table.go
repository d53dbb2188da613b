package manipulated

import (
	"encoding/json"
	"testing"

	"nemeton/engine"
	"nemeton/engine/export"
	"nemeton/testkit/must"
	"nemeton/testkit/packed"
)

// Path is the table, from the folder of a package that is two levels deep.
const Path = "../../testkit/manipulated/testdata/manipulated.json.gz"

// Table is the content of the file.
type Table struct {
	Bases map[string]json.RawMessage `json:"bases"` // right records
	Cases []Case                     `json:"cases"`
}

// Case is a manipulated record, and the report on it.
type Case struct {
	Name    string         `json:"name"`
	Base    string         `json:"base"`
	Verdict export.Verdict `json:"verdict"`
	Check   string         `json:"check"` // the one that found the fault; empty: there is none
	Seq     engine.Seq     `json:"seq"`   // of the entry with the fault; 0: none
	Form
}

// Form is the difference of a record from its base. One of Text and Entries is set.
type Form struct {
	// Text replaces bytes of the base.
	Text *Edit `json:"text,omitempty"`
	// Members replace those of the base. Entries are the entries: two numbers name a range of those of the base, from 0, the end excluded.
	Members map[string]json.RawMessage `json:"members,omitempty"`
	Entries []json.RawMessage          `json:"entries,omitempty"`
}

// Edit replaces Remove bytes at At.
type Edit struct {
	At     int    `json:"at"`
	Remove int    `json:"remove"`
	Insert string `json:"insert"`
}

func (t Table) Record(c Case) ([]byte, error) { return c.unfold(t.Bases[c.Base]) }

// Read returns the table.
func Read(t testing.TB) (table Table) {
	t.Helper()
	must.Succeed(t, json.Unmarshal(packed.Read(t, Path), &table))
	return table
}
