package enginetest

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nemeton/engine"
)

// updateGolden writes golden playthroughs anew. Read the diff: what changed for a viewer who should not have noticed is a leak.
var updateGolden = flag.Bool("update", false, "write golden playthroughs anew")

// Play says which random game a golden playthrough shows.
type Play struct {
	Seats   int
	Seed    uint64 // from 0; seed 0 has the default options
	Entries int    // how many of them; 0: all
	Lively  bool   // with take-backs, leaving and returning
}

// Golden plays a random game and compares it with the file at path: each entry whole, and what every viewer is told of it
// and sees change by it. With -update it writes the file.
func Golden(t *testing.T, title engine.Title, path string, p Play) {
	t.Helper()
	got, err := playthrough(title, p)
	if err != nil {
		t.Fatal(err)
	}
	if *updateGolden {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -args -update writes it)", err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s is played another way (-want +got; go test -args -update writes it anew):\n%s",
			path, cmp.Diff(bytes.Split(want, []byte("\n")), bytes.Split(got, []byte("\n"))))
	}
}

func playthrough(title engine.Title, p Play) ([]byte, error) {
	g := exam{title, Options{}.filled()}.newGame(p.Seats, p.Seed, manner(p.Lively))
	out := &script{game: g, shown: map[engine.Viewer]map[string]json.RawMessage{}, met: map[seenDecision]bool{}}
	fmt.Fprintf(out, "%s, %d seats, seed %d, options %s\n", title.Info().ID, p.Seats, p.Seed, spell(g.start.Setup.Options))
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

// script is a playthrough being written.
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

// entry writes what the log holds, hidden things included.
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

// viewers writes what came to each viewer; viewers to whom the same came stand together.
func (s *script) viewers(events []engine.Event) error {
	type same struct{ names, text string }
	var groups []same
	for _, v := range s.game.viewers {
		text, err := s.sight(v, events)
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

// listedMoves is how many moves of a decision are written out.
const listedMoves = 6

// sight is what one viewer is told, sees change, and is asked.
func (s *script) sight(v engine.Viewer, events []engine.Event) (string, error) {
	var out bytes.Buffer
	for _, told := range s.fold.Redact(events, v) {
		fmt.Fprintf(&out, "    told %s %s\n", told.Name, spell(told.Data))
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(spell(s.fold.View(v)), &members); err != nil {
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
			fmt.Fprintf(&out, ", %d moves %s", n, spell(d.Moves[:min(n, listedMoves)]))
		}
		fmt.Fprintln(&out)
	}
	return out.String(), nil
}
