package engine

import (
	"reflect"
	"slices"
	"testing"
)

// encodedApart lists the fields of a Fold whose encoding needs the title: Snapshot and RestoreFold pass their content to members
// in another form.
var encodedApart = []string{"engine.Fold.open", "engine.Fold.state"}

// A new field of Fold, or of the types that it consists of, must be in the snapshot or be derived from other fields.
func TestSnapshot_HoldsEveryFieldOfTheFold(t *testing.T) {
	t.Parallel()
	var open []DecisionID
	f := &Fold{
		start: &Started{Setup: Setup{Options: Options{OptionPace: 1}}}, ledger: Ledger{seats: []seatDevices{{devices: make([]device, 1)}}},
		seats: make([]seatStatus, 1), restores: make([]Seq, 1), back: takeBack{steps: make([]step, 1)},
		clocks:  clocks{seats: make([]seatClock, 1)},
		endings: Endings{conceded: make([]Seat, 1)},
		pauses:  pauses{until: 1, away: make([]vacation, 1)},
	}
	c := coverage{seen: map[reflect.Type]bool{}}
	c.owner(reflect.ValueOf(f).Elem(), f.members(&open, &emptyState{}))
	slices.Sort(c.lost)
	if !slices.Equal(c.lost, encodedApart) {
		t.Errorf("fields that the snapshot loses: got %v, want %v\n"+
			"Add a line to Fold.members (or to SnapshotFields of the field's type), and raise SnapshotFormat; or tag a derived field state:\"derived\".", c.lost, encodedApart)
	}
}

type emptyState struct {
	State `state:"derived"`
}

func (*emptyState) SnapshotFields() SnapshotFields { return SnapshotFields{} }

type forgetful struct {
	kept, lost int
	derived    int `state:"derived"`
	inside     struct{ kept, lost int }
	list       []forgetfulElement
	plain      struct {
		Kept   int
		hidden int
		Marked int `json:"-"`
	}
}

type forgetfulElement struct{ kept, lost int }

func (f *forgetful) SnapshotFields() SnapshotFields {
	return SnapshotFields{"kept": &f.kept, "inside": SnapshotFields{"kept": &f.inside.kept}, "list": &f.list, "plain": Within(&f.plain, 0, 1)}
}

func (f *forgetfulElement) SnapshotFields() SnapshotFields { return SnapshotFields{"kept": &f.kept} }

func TestUncoveredFields(t *testing.T) {
	t.Parallel()
	plain := reflect.TypeFor[forgetful]().Field(5).Type.String()
	want := []string{
		"engine.forgetful.inside.lost", "engine.forgetful.lost", "engine.forgetfulElement.lost",
		plain + ".Marked", plain + ".hidden",
	}
	slices.Sort(want)
	given := &forgetful{lost: 1, derived: 1, list: []forgetfulElement{{lost: 1}}}
	if got := UncoveredFields(given); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
