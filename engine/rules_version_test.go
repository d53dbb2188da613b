package engine_test

import (
	"errors"
	"fmt"
	"testing"

	"nemeton/engine"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestCheckRulesVersion(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		version, last, known int
		want                 error
	}{
		{1, 0, 1, nil}, {1, 1, 2, nil}, {2, 1, 2, nil}, {7, 0, 0, nil}, {7, 7, 0, nil},
		{0, 0, 1, engine.ErrCorrupt}, {-1, 0, 1, engine.ErrCorrupt}, {0, 0, 0, engine.ErrCorrupt},
		{1, 2, 3, engine.ErrCorrupt}, {1, 2, 0, engine.ErrCorrupt},
		{2, 1, 1, engine.ErrUnknownEvent}, {99, 0, 7, engine.ErrUnknownEvent}, {2, 3, 1, engine.ErrUnknownEvent},
	} {
		expect.Error(t, engine.CheckRulesVersion(c.version, c.last, c.known), c.want, "version", c.version, "after", c.last, "known", c.known)
	}
}

// TestApply_RulesVersions: a fold refuses an entry whose rules version no program would have written there. It stays as it was.
func TestApply_RulesVersions(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	record := must.Return(tb.f.Leave(0, "leave", 5))(t)
	for version, want := range map[int]error{0: engine.ErrCorrupt, -3: engine.ErrCorrupt, 6: engine.ErrCorrupt, 8: engine.ErrUnknownEvent, 7: nil} {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			t.Parallel()
			e := record.Entry
			e.Rules = version
			forged := must.Return(engine.NewRecord(e))(t)
			f := tb.f.Clone()
			_, err := f.Apply(forged)
			if !errors.Is(err, want) || (err == nil) != (f.Seq() == tb.f.Seq()+1) {
				t.Errorf("got %v and seq %d, want %v", err, f.Seq(), want)
			}
		})
	}
}
