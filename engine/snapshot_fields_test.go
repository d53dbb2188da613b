package engine

import (
	"slices"
	"testing"

	"nemeton/engine/clock"
	"nemeton/engine/codec"
)

// encodedApart lists the fields of a Fold whose encoding needs the title: Snapshot and RestoreFold pass their content to members
// in another form.
var encodedApart = []string{"engine.Fold.open", "engine.Fold.state"}

// A new field of Fold, or of the types that it consists of, must be in the snapshot or be derived from other fields.
func TestSnapshot_HoldsEveryFieldOfTheFold(t *testing.T) {
	t.Parallel()
	var open []DecisionID
	f := &Fold{
		start: &Started{Setup: Setup{Options: Options{clock.OptionPace: 1}}}, ledger: Ledger{seats: []seatDevices{{devices: make([]device, 1)}}},
		seats: make([]seatStatus, 1), restores: make([]Seq, 1), back: takeBack{steps: make([]step, 1)},
		clocks:  clock.Set{Seats: make([]clock.Clock, 1)},
		endings: Endings{conceded: make([]Seat, 1)},
		pauses:  pauses{until: 1, away: make([]vacation, 1)},
	}
	if lost := codec.UncoveredFields(f, f.members(&open, &emptyState{})); !slices.Equal(lost, encodedApart) {
		t.Errorf("fields that the snapshot loses: got %v, want %v\n"+
			"Add a line to Fold.members (or to SnapshotFields of the field's type), and raise SnapshotFormat; or tag a derived field state:\"derived\".", lost, encodedApart)
	}
}

type emptyState struct {
	State `state:"derived"`
}

func (*emptyState) SnapshotFields() codec.SnapshotFields { return codec.SnapshotFields{} }
