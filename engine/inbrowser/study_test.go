package inbrowser_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/inbrowser"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// TestStudy: a record can be studied in slices, with the view before each decision. A local table that still runs cannot.
func TestStudy(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	raw := must.Return(os.ReadFile("../../docs/fairness-record.json"))(t)
	d := newDesk(t)
	opened := accepted[inbrowser.Opened](d, "open", inbrowser.OpenCommand{Record: string(raw)})
	got := accepted[inbrowser.Studied](d, "study", inbrowser.StudyCommand{Game: opened.Game, Seat: 1, Seed: 1})
	if d.slices < 10 || len(got.Study.Moments) == 0 || len(got.Views) != len(got.Study.Moments) {
		t.Fatalf("%d slices, %d moments and %d views", d.slices, len(got.Study.Moments), len(got.Views))
	}
	for i, m := range got.Study.Moments {
		want := accepted[inbrowser.Moment](d, "moment", inbrowser.MomentCommand{Game: opened.Game, Seq: m.Seq - 1, Viewer: 1})
		var members struct {
			Turn json.RawMessage `json:"turn"`
		}
		if string(got.Views[i]) != string(want.View) || json.Unmarshal(got.Views[i], &members) != nil || members.Turn == nil {
			t.Errorf("the view before entry %d is %.100s, want %.100s", m.Seq, got.Views[i], want.View)
		}
	}
	begun := accepted[inbrowser.Begun](d, "new", inbrowser.NewCommand{
		Table: "local", Title: "druids", Options: engine.Options{}, Secret: strings.Repeat("5a", 32), Contributions: []string{"", ""}, Time: 1,
		Seats: []inbrowser.NewSeat{{Color: "red", Name: "Ada"}, {Color: "blue", Bot: "easy"}},
	})
	if a := d.ask("study", inbrowser.StudyCommand{Game: begun.Game}); a.Error == nil || a.Error.Code != "table_running" {
		t.Errorf("a running table: %+v", a)
	}
}
