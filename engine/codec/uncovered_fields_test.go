package codec

import (
	"reflect"
	"slices"
	"testing"

	"nemeton/testkit/expect"
)

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
		"codec.forgetful.inside.lost", "codec.forgetful.lost", "codec.forgetfulElement.lost",
		plain + ".Marked", plain + ".hidden",
	}
	slices.Sort(want)
	given := &forgetful{lost: 1, derived: 1, list: []forgetfulElement{{lost: 1}}}
	expect.Slice(t, UncoveredFields(given, given.SnapshotFields()), want)
}
