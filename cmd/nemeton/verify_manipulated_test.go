package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"nemeton/engine/export"
	"nemeton/testkit/manipulated"
	"nemeton/testkit/testsize"
)

// TestVerify_Manipulated: verify has the verdict of the table on its records, with the exit code of that verdict.
func TestVerify_Manipulated(t *testing.T) {
	t.Parallel()
	table, dir := manipulated.Read(t), t.TempDir()
	codes := map[export.Verdict]int{export.Holds: 0, export.Wrong: 1, export.Unreadable: 2, export.NotJudged: 3}
	refused := 0
	for i, c := range table.Cases {
		if i%testsize.Pick(10, 5, 1) > 0 {
			continue
		}
		record, err := table.Record(c)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "record.json")
		if err := os.WriteFile(path, record, 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		code := run([]string{"verify", "--json", path}, &out, &errs)
		var got export.Report
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		fault := export.Fault{}
		if got.Fault != nil {
			fault = *got.Fault
		}
		if code != codes[c.Verdict] || got.Verdict != c.Verdict || fault.Check != c.Check || fault.Seq != c.Seq {
			t.Errorf("%s: got %d, %s, %q at entry %d; want %s, %q at %d", c.Name, code, got.Verdict, fault.Check, fault.Seq, c.Verdict, c.Check, c.Seq)
		}
		if code == 1 {
			refused++
		}
	}
	if want := testsize.Pick(20, 40, 200); refused < want {
		t.Errorf("%d records are refused, want at least %d", refused, want)
	}
}
