package enginetest

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"nemeton/engine"
	"nemeton/testkit/must"
)

// maxPath is the largest number of moves that a fuzzed input plays before its own move.
const maxPath = 120

// FuzzMove feeds a title moves of a hostile client. The first bytes of an input play a game through listed moves; the
// rest is tried as an answer to each open decision. The title must not panic and must refuse all but listed moves. A
// move that it reads must encode to a text that reads as the same move.
func FuzzMove(f *testing.F, title engine.Title) {
	for _, n := range []int{0, 3, 30, maxPath} {
		path := bytes.Repeat([]byte{byte(n), 7}, n/2+1)
		g := walk(f, title, path)
		for _, d := range engineDecisions(g.fold) {
			raw := encode(d.Moves[0])
			f.Add(path, raw)
			for _, bad := range append(malformed(raw), mutated(raw)...) {
				if len(bad) < 200 {
					f.Add(path, bad)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, path, raw []byte) {
		g := walk(t, title, path)
		for _, d := range engineDecisions(g.fold) {
			answers(t, g, d, raw)
		}
	})
}

// walk plays a game by the bytes of path. The first byte also chooses the number of seats.
func walk(t testing.TB, title engine.Title, path []byte) *game {
	t.Helper()
	info := title.Info()
	seats := info.MinSeats
	if len(path) > 0 {
		seats += int(path[0]) % (info.MaxSeats - info.MinSeats + 1)
	}
	x := suite{title: title, Options: Options{}.filled()}
	g := x.newGame(seats, uint64(len(path)), plain)
	if _, _, err := g.next(); err != nil {
		t.Fatal(err)
	}
	for i, b := range path[:min(len(path), maxPath)] {
		if g.over() {
			break
		}
		open := engineDecisions(g.fold)
		d := open[i%len(open)]
		c := must.Return(command(d, d.Moves[int(b)%len(d.Moves)]))(t)
		record, err := g.fold.Decide(c, g.key, g.time())
		if err != nil {
			t.Fatalf("%s: listed move %s: %v", g.at(), c.Move, err)
		}
		must.Return(g.fold.Apply(record))(t)
	}
	return g
}

func answers(t *testing.T, g *game, d engine.Decision, raw []byte) {
	m, bad := g.title.Moves().Parse(d.Kind, raw)
	if bad == nil {
		encoded := encode(m)
		if again, err := g.title.Moves().Parse(d.Kind, encoded); err != nil || again != m {
			t.Fatalf("%s: %q was read as %v and encoded as %s, which reads as %v, %v", d.Kind, raw, m, encoded, again, err)
		}
	}
	_, err := g.fold.Decide(engine.Command{ID: "fuzz", Seat: d.Seat, Actor: engine.ActorPlayer, Decision: d.ID, Move: raw}, g.key, g.time())
	switch {
	case bad != nil && !errors.Is(err, engine.ErrMalformed):
		t.Fatalf("%s: %q: got %v, want malformed: %v", d.Kind, raw, err, bad)
	case bad == nil && slices.Contains(d.Moves, m) != (err == nil), bad == nil && err != nil && !errors.Is(err, engine.ErrIllegalMove):
		t.Fatalf("%s: %q, listed %v: got %v", d.Kind, raw, slices.Contains(d.Moves, m), err)
	}
}

// FuzzEvent feeds stored events to a title's registry. It must not panic, and an event that reads must encode to one
// form, which reads as the same event. The seeds are the frozen samples, if there are any yet.
func FuzzEvent(f *testing.F, title engine.Title) {
	dir := filepath.Join("testdata", "events")
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		f.Fatal(err)
	}
	for _, file := range files {
		parts := sampleFile.FindStringSubmatch(file.Name())
		raw, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil || parts == nil {
			f.Fatal(file.Name(), err)
		}
		version := must.Return(strconv.Atoi(parts[2]))(f)
		f.Add(parts[1], version, raw)
	}
	registry := title.Registry()
	f.Fuzz(func(t *testing.T, name string, version int, data []byte) {
		event, err := registry.Decode(engine.Stored{Name: name, Version: version, Data: data})
		if err != nil {
			return
		}
		written, err := registry.Encode(event)
		if err != nil {
			return // a number above 2^53-1 cannot be encoded
		}
		back, err := registry.Decode(written)
		if err != nil {
			t.Fatalf("%s %q encodes as %s, which does not read: %v", name, data, written.Data, err)
		}
		again, err := registry.Encode(back)
		if err != nil || !bytes.Equal(again.Data, written.Data) {
			t.Fatalf("%s %q encodes as %s, then as %s, %v", name, data, written.Data, again.Data, err)
		}
	})
}
