package export_test

import (
	"encoding/json"
	"flag"
	"testing"

	"nemeton/engine/catalog"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/testkit/expect"
	"nemeton/testkit/manipulated"
	"nemeton/testkit/must"
	"nemeton/testkit/packed"
	"nemeton/testkit/poolgame"
	"nemeton/testkit/testsize"
)

var writeTable = flag.Bool("manipulated", false, "write the table of manipulated records again")

// TestAttacks_Table compares the catalog with the table of package manipulated. Each attack is there once: on a game with devices, or if that has nothing to
// change, on one without.
func TestAttacks_Table(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	title, _ := catalog.Find("druids")
	table := manipulated.Table{Bases: map[string]json.RawMessage{}}
	games := map[string]*original{}
	names := []string{"devices", "plain"}
	for i, name := range names {
		games[name] = newOriginal(t, brief(t, title, poolgame.Options{Seats: 2, Seed: uint64(4 + 2*i), Plain: i > 0}), title)
		table.Bases[name] = games[name].raw
	}
	for _, a := range poolCatalog() {
		if a.rules > 0 {
			continue // it assumes another program
		}
		for _, name := range names {
			raw := a.forged(t, games[name])
			if raw == nil {
				continue
			}
			got := export.Check(raw, catalog.Find)
			c := manipulated.Case{Name: a.name, Base: name, Verdict: got.Verdict}
			if got.Fault != nil {
				c.Check, c.Seq = got.Fault.Check, got.Fault.Seq
			}
			form, err := manipulated.Fold(table.Bases[name], raw)
			expect.Error(t, err, nil, a.name)
			c.Form = form
			table.Cases = append(table.Cases, c)
			break
		}
	}
	want := must.Return(codec.Canonical(table))(t)
	packed.Compare(t, manipulated.Path, want, *writeTable, "go test ./engine/export -run Attacks_Table -args -manipulated")
}
