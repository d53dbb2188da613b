package engine_test

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestReads_Covers(t *testing.T) {
	t.Parallel()
	move := engine.Entry{Kind: engine.KindMove, Rules: 3, Events: []engine.Stored{{Name: "did", Version: 1}}}
	left := engine.Entry{Kind: engine.KindSystem, Rules: 3, Events: []engine.Stored{{Name: "frame.left", Version: 1}}}
	paused := engine.Entry{Kind: engine.KindSystem, Rules: 3, Events: []engine.Stored{{Name: "frame.pause_agreed", Version: 1}}}
	for name, c := range map[string]struct {
		reads engine.Reads
		want  [3]bool // move, left, paused
	}{
		"all":            {engine.Reads{"frame": 2, "turns": 3}, [3]bool{true, true, true}},
		"more":           {engine.Reads{"frame": 9, "turns": 4}, [3]bool{true, true, true}},
		"no pauses":      {engine.Reads{"frame": 1, "turns": 3}, [3]bool{true, true, false}},
		"older rules":    {engine.Reads{"frame": 2, "turns": 2}, [3]bool{}},
		"another title":  {engine.Reads{"frame": 2, "other": 9}, [3]bool{}},
		"nothing at all": {nil, [3]bool{}},
	} {
		got := [3]bool{c.reads.Covers("turns", move), c.reads.Covers("turns", left), c.reads.Covers("turns", paused)}
		expect.Equal(t, got, c.want, name)
	}
}

// A closing is not written while a node runs that cannot read it.
func TestReads_Closed(t *testing.T) {
	t.Parallel()
	closed := engine.Entry{Kind: engine.KindSystem, Rules: 3, Events: []engine.Stored{{Name: "frame.closed", Version: 1}}}
	if (engine.Reads{"frame": 2, "turns": 3}).Covers("turns", closed) || !(engine.Reads{"frame": 3, "turns": 3}).Covers("turns", closed) {
		t.Error("the entry needs version 3 of the system entries")
	}
}

// Programs before version 4 judge an end by agreement, and a pause, by other persons.
func TestReads_Agreed(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"frame.ended", "frame.paused"} {
		e := engine.Entry{Kind: engine.KindSystem, Rules: 3, Events: []engine.Stored{{Name: name, Version: 1}}}
		if (engine.Reads{"frame": 3, "turns": 3}).Covers("turns", e) || !(engine.Reads{"frame": 4, "turns": 3}).Covers("turns", e) {
			t.Errorf("%s needs version 4 of the system entries", name)
		}
	}
}

func TestReads_And(t *testing.T) {
	t.Parallel()
	a, b := engine.Reads{"frame": 2, "old": 3, "new": 1}, engine.Reads{"frame": 1, "old": 4, "other": 1}
	want := engine.Reads{"frame": 1, "old": 3}
	expect.Deep(t, a.And(b), want)
	expect.Deep(t, b.And(a), want, "the other way")
	own := engine.ReadsOf([]engine.Title{turns{}})
	if got := own.And(own); !maps.Equal(got, own) || own["frame"] < 2 || own["turns"] != (turns{}).Info().Rules {
		t.Errorf("got %v of %v", got, own)
	}
}

// firstSystemEvents are the system events of version 1. A new one needs a new version: see the constants of reads.go.
var firstSystemEvents = []string{
	"agreed", "conceded", "enrolled", "handed_over", "left", "outages", "restored", "returned", "started", "stop_agreed", "stop_declined", "stop_proposed",
	"taken_back", "taken_over", "time_given", "timed_out",
}

// Every system event is of version 1, or needs readers of the version that introduced it.
func TestReads_KnowAllSystemEvents(t *testing.T) {
	t.Parallel()
	first := engine.Reads{"frame": 1, "turns": 1}
	files, err := fs.Glob(os.DirFS("testdata/events"), "frame.*.json")
	if err != nil || len(files) < len(firstSystemEvents) {
		t.Fatalf("got the samples %v, %v", files, err)
	}
	for _, file := range files {
		name, rest, _ := strings.Cut(strings.TrimPrefix(path.Base(file), "frame."), ".")
		version := must.Return(strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(rest, "v"), ".json")))(t)
		e := engine.Entry{Kind: engine.KindSystem, Rules: 1, Events: []engine.Stored{{Name: "frame." + name, Version: version}}}
		want := slices.Contains(firstSystemEvents, name) && version == 1
		expect.Equal(t, first.Covers("turns", e), want, file, "programs of version 1 read it")
		if !(engine.Reads{"frame": 99, "turns": 1}).Covers("turns", e) {
			t.Errorf("%s is never written", file)
		}
	}
}
