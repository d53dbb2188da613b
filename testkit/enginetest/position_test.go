package enginetest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestPosition(t *testing.T) {
	t.Parallel()
	given := arranged(t)
	setup := enginetest.Setup(toy.Title{}, 2)
	setup.Options = engine.Options{"rounds": 3, "die": 1}
	given.Do(0, "pick", toy.Pick{Card: 2})
	path := filepath.Join(t.TempDir(), "positions", "picked.json")
	enginetest.SavePosition(t, toy.Title{}, setup, given.State, path)
	raw := must.Return(os.ReadFile(path))(t)

	t.Run("a saved position plays on", func(t *testing.T) {
		t.Parallel()
		p := enginetest.Position(t, toy.Title{}, path)
		expect.Deep(t, p.Do(1, "pick", toy.Pick{Card: 3}), []engine.Event{toy.Picked{Seat: 1, Card: 3}, toy.Revealed{Cards: []int{2, 3}, Winner: 1}})
	})
	t.Run("a file is never overwritten", func(t *testing.T) {
		t.Parallel()
		said := failure(t, func(w *witness) {
			enginetest.SavePosition(w, toy.Title{}, setup, given.State, path)
		})
		expect.Contains(t, said, "exists")
	})
	for name, c := range map[string]struct{ from, to, want string }{
		"another title":      {`"title": "toy"`, `"title": "example"`, engine.ErrSnapshotVersion.Error()},
		"other rules":        {`"rules": 1`, `"rules": 2`, engine.ErrSnapshotVersion.Error()},
		"another format":     {fmt.Sprintf(`"format": %d`, engine.SnapshotFormat), `"format": 0`, engine.ErrSnapshotVersion.Error()},
		"an unknown member":  {`"rules": 1`, `"rules": 1, "extra": 1`, "unknown field"},
		"a missing part":     {`"no": 0,`, ``, engine.ErrCorrupt.Error()},
		"an unknown part":    {`"no": 0,`, `"no": 0, "extra": 1,`, engine.ErrCorrupt.Error()},
		"a repeated part":    {`"no": 0,`, `"no": 0, "no": 0,`, "occurs twice"},
		"an unknown seat":    {`"winner": 0`, `"winner": 2`, engine.ErrCorrupt.Error()},
		"too many tokens":    {`"placed": 0`, `"placed": 3`, engine.ErrCorrupt.Error()},
		"no decision":        {`"nos": [0,2]`, `"nos": [0,0]`, engine.ErrCorrupt.Error()},
		"hands of one seat":  {`[[1],[3,4]]`, `[[1]]`, engine.ErrCorrupt.Error()},
		"a table of no size": {`["red","blue"]`, `[]`, engine.ErrCorrupt.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(string(raw), c.from) {
				t.Fatalf("no %s in %s", c.from, raw)
			}
			bad := filepath.Join(t.TempDir(), "bad.json")
			must.Succeed(t, os.WriteFile(bad, []byte(strings.Replace(string(raw), c.from, c.to, 1)), 0o600))
			expect.Contains(t, failure(t, func(w *witness) { enginetest.Position(w, toy.Title{}, bad) }), c.want)
		})
	}
}
