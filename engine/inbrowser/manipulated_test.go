package inbrowser_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/engine/export"
	"nemeton/engine/inbrowser"
	"nemeton/testkit/manipulated"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// TestManipulated: the engine refuses the records of the table with the check that nemeton verify names. It works in slices.
func TestManipulated(t *testing.T) {
	t.Parallel()
	table, d := manipulated.Read(t), newDesk(t)
	for i, c := range table.Cases {
		if i%testsize.Pick(20, 20, 1) > 0 {
			continue
		}
		record := must.Return(table.Record(c))(t)
		got := accepted[export.Report](d, "check", inbrowser.CheckCommand{Record: string(record)})
		check, seq := "", engine.Seq(0)
		if got.Fault != nil {
			check, seq = got.Fault.Check, got.Fault.Seq
		}
		if got.Verdict != c.Verdict || check != c.Check || seq != c.Seq {
			t.Errorf("%s: got %s, %q at entry %d; want %s, %q at %d", c.Name, got.Verdict, check, seq, c.Verdict, c.Check, c.Seq)
		}
		if c.Verdict != export.Wrong {
			continue
		}
		if a := d.ask("open", inbrowser.OpenCommand{Record: string(record)}); a.Error != nil && a.Error.Code == "" {
			t.Errorf("%s: an error without a code: %s", c.Name, a.Error.Detail)
		}
	}
}
