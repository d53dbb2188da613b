package enginetest

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nemeton/engine"
	"nemeton/testkit/must"
)

// updateGolden makes Golden overwrite its file. Read the diff: a change for a viewer who must not notice it is a leak.
var updateGolden = flag.Bool("update", false, "overwrite golden playthroughs")

// Play chooses the random game of a golden playthrough.
type Play struct {
	Seats   int
	Seed    uint64 // seed 0 has the default options, others have random ones
	Entries int    // number of entries; 0: all
	Lively  bool   // with take-backs, leaving and returning
}

// Golden plays a random game and compares it with the file at path. The file shows each entry in full, and for every
// viewer the received events and the changes of the view. With -update Golden writes the file.
func Golden(t *testing.T, title engine.Title, path string, p Play) {
	t.Helper()
	got := must.Return(playthrough(title, p))(t)
	if *updateGolden {
		must.Succeed(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Succeed(t, os.WriteFile(path, got, 0o644))
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (this writes it: go test ./engine/%s -run %s -args -update)", err, title.Info().ID, topTest(t))
	}
	if !bytes.Equal(want, got) {
		t.Errorf("the playthrough differs from %s (-want +got; -args -update overwrites the file):\n%s",
			path, cmp.Diff(bytes.Split(want, []byte("\n")), bytes.Split(got, []byte("\n"))))
	}
}

// Playthroughs compares random games with testdata/playthroughs/<seats>-players.txt, each in a subtest; see Golden.
func Playthroughs(t *testing.T, title engine.Title, plays ...Play) {
	t.Helper()
	for _, p := range plays {
		t.Run(fmt.Sprintf("%d players", p.Seats), func(t *testing.T) {
			t.Parallel()
			Golden(t, title, fmt.Sprintf("testdata/playthroughs/%d-players.txt", p.Seats), p)
		})
	}
}

// topTest is the name of the test function that t belongs to.
func topTest(t *testing.T) string {
	name, _, _ := strings.Cut(t.Name(), "/")
	return name
}

func playthrough(title engine.Title, p Play) ([]byte, error) {
	g := suite{title: title, Options: Options{}.filled()}.newGame(p.Seats, p.Seed, style(p.Lively))
	out := &script{game: g, shown: map[engine.Viewer]map[string]json.RawMessage{}, met: map[seenDecision]bool{}}
	fmt.Fprintf(out, "%s, %d seats, seed %d, options %s\n", title.Info().ID, p.Seats, p.Seed, encode(g.start.Setup.Options))
	for !g.over() && (p.Entries == 0 || len(g.log) < p.Entries) && len(g.log) < g.MaxMoves {
		r, events, err := g.next()
		if err != nil {
			return nil, err
		}
		out.entry(r.Entry)
		if err := out.viewers(events); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

// script is the text of a playthrough.
type script struct {
	bytes.Buffer
	*game
	shown map[engine.Viewer]map[string]json.RawMessage // the members of each viewer's newest view
	met   map[seenDecision]bool
}

type seenDecision struct {
	viewer engine.Viewer
	id     engine.DecisionID
}

// entry writes the entry, hidden parts included.
func (s *script) entry(e engine.Entry) {
	fmt.Fprintf(s, "\n# %d %s", e.Seq, e.Kind)
	if e.Seat >= 0 {
		fmt.Fprintf(s, " of seat %d", e.Seat)
	}
	if e.Kind == engine.KindMove {
		fmt.Fprintf(s, ", decision %s: %s", e.Decision, e.Move)
	}
	for _, d := range e.Draws {
		fmt.Fprintf(s, ", %s %d of %d", d.What, d.Is, d.Of)
	}
	fmt.Fprintln(s)
	for _, stored := range e.Events {
		fmt.Fprintf(s, "  = %s.v%d %s\n", stored.Name, stored.Version, stored.Data)
	}
}

// viewers writes the data of each viewer; viewers with equal data are grouped.
func (s *script) viewers(events []engine.Event) error {
	type same struct{ names, text string }
	var groups []same
	for _, v := range s.game.viewers {
		text, err := s.observation(v, events)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(groups, func(g same) bool { return g.text == text })
		if at < 0 {
			groups = append(groups, same{v.String(), text})
		} else {
			groups[at].names += ", " + v.String()
		}
	}
	for _, g := range groups {
		fmt.Fprintf(s, "  %s\n%s", g.names, g.text)
	}
	return nil
}

// listedMoves is the number of moves of a decision that are written.
const listedMoves = 6

// observation is the text of one viewer's events, changed members and new decisions.
func (s *script) observation(v engine.Viewer, events []engine.Event) (string, error) {
	var out bytes.Buffer
	for _, e := range s.fold.Redact(events, v) {
		fmt.Fprintf(&out, "    told %s %s\n", e.Name, encode(e.Data))
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(encode(s.fold.View(v)), &members); err != nil {
		return "", fmt.Errorf("the view of %s: %w", v, err)
	}
	was := s.shown[v]
	for _, key := range sortedKeys(members) {
		if !bytes.Equal(was[key], members[key]) {
			fmt.Fprintf(&out, "    sees %s %s\n", key, members[key])
		}
	}
	for _, key := range sortedKeys(was) {
		if members[key] == nil {
			fmt.Fprintf(&out, "    sees no %s\n", key)
		}
	}
	s.shown[v] = members
	for _, d := range s.fold.Decisions(v) {
		if s.met[seenDecision{v, d.ID}] {
			continue
		}
		s.met[seenDecision{v, d.ID}] = true
		fmt.Fprintf(&out, "    owed %s by seat %d: %s", d.ID, d.Seat, d.Kind)
		if n := len(d.Moves); n > 0 {
			fmt.Fprintf(&out, ", %d moves %s", n, encode(d.Moves[:min(n, listedMoves)]))
		}
		fmt.Fprintln(&out)
	}
	return out.String(), nil
}
