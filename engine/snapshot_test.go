package engine_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// restores makes a snapshot after every entry of the log, and folds the rest of the log onto each.
func (tb *table) restores() {
	tb.Helper()
	live := engine.NewFold(tb.rules())
	for n, r := range tb.log {
		must.Return(live.Apply(r))(tb)
		restored := tb.reload(live)
		for _, r := range tb.log[n+1:] {
			if _, err := restored.Apply(r); err != nil {
				tb.Fatalf("entry %d after a snapshot of entry %d: %v", r.Entry.Seq, n+1, err)
			}
		}
		if got, want := dump(tb.TB, restored), dump(tb.TB, tb.f); got != want {
			tb.Errorf("continued from a snapshot of entry %d:\ngot  %s\nwant %s", n+1, got, want)
		}
		if got, want := tb.snapshot(restored), tb.snapshot(tb.f); !bytes.Equal(got, want) {
			tb.Errorf("continued from a snapshot of entry %d:\ngot  %s\nwant %s", n+1, got, want)
		}
	}
}

func (tb *table) snapshot(f *engine.Fold) []byte {
	tb.Helper()
	return must.Return(f.Snapshot())(tb)
}

func (tb *table) reload(f *engine.Fold) *engine.Fold {
	tb.Helper()
	raw := tb.snapshot(f)
	restored, err := engine.RestoreFold(tb.rules(), raw)
	if err != nil {
		tb.Fatalf("restore %s: %v", raw, err)
	}
	if got, want := dump(tb.TB, restored), dump(tb.TB, f); got != want {
		tb.Errorf("the restored fold differs:\ngot  %s\nwant %s", got, want)
	}
	if again := tb.snapshot(restored); !bytes.Equal(raw, again) {
		tb.Errorf("a snapshot of the restored fold differs:\n- %s\n+ %s", raw, again)
	}
	return restored
}

func TestSnapshot_KeepsSeatStatus(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 3)
	tb.play("0free 1left 2free")
	tb.add(tb.f.Agree(0, 1, false, "", "a", 7))
	tb.add(tb.f.TakeOver(2, "hard", 8))
	tb.add(tb.f.HandOver(0, codec.Optional{1}, "h", 9))
	restored := tb.reload(tb.f)
	for s := range engine.Seat(3) {
		got, want := fmt.Sprint(restored.StandIn(s), restored.Agreed(s), restored.Handovers(s)), fmt.Sprint(tb.f.StandIn(s), tb.f.Agreed(s), tb.f.Handovers(s))
		expect.Equal(t, got, want, "seat", s)
		gotSince, _ := restored.OwesSince(s)
		expect.Equal(t, gotSince, expect.First(tb.f.OwesSince(s)), "seat", s, "owes since")
	}
	tb.restores()
}

// The part that take-back needs must not grow with the log: neither with entries that cannot be taken back, nor with entries of
// alternating seats, nor with take-backs.
func TestSnapshot_TakeBackIsBounded(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"never": "0never", "alternating": "0free 1free", "back": "0free 0back", "last": "0last", "left": "0free 1left 1home 0back",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := newTable(t, 2)
			tb.play(strings.Repeat(script+" ", 15))
			var s struct {
				Fold struct {
					Back struct {
						Steps []json.RawMessage `json:"steps"`
					} `json:"back"`
				} `json:"fold"`
			}
			must.Succeed(t, json.Unmarshal(tb.snapshot(tb.f), &s))
			if n := len(s.Fold.Back.Steps); n > 1 {
				t.Errorf("the snapshot holds %d steps, want at most 1", n)
			}
		})
	}
}

func TestSnapshot_BeforeTheStart(t *testing.T) {
	t.Parallel()
	expect.Failure(t, expect.Second(engine.NewFold(tally{}).Snapshot()))
}

// versioned is tally with other rules or another id.
type versioned struct {
	tally
	id    string
	rules int
}

func (v versioned) Info() engine.Info {
	info := v.tally.Info()
	info.ID, info.Rules = v.id, v.rules
	return info
}

func TestRestoreFold_OtherVersion(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	tb.play("0free 1never 0free")
	raw := tb.snapshot(tb.f)
	today := fmt.Appendf(nil, `"format":%d`, engine.SnapshotFormat)
	for name, c := range map[string]struct {
		title engine.Title
		raw   []byte
	}{
		"rules":  {versioned{id: "tally", rules: 8}, raw},
		"title":  {versioned{id: "other", rules: 7}, raw},
		"format": {tally{}, bytes.Replace(raw, today, []byte(`"format":0`), 1)},
	} {
		if _, err := engine.RestoreFold(c.title, c.raw); !errors.Is(err, engine.ErrSnapshotVersion) || errors.Is(err, engine.ErrCorrupt) {
			t.Errorf("another %s: got %v, want %v", name, err, engine.ErrSnapshotVersion)
		}
	}
}

// resummed replaces text in the encoded fold, and corrects the checksum.
func resummed(t *testing.T, raw []byte, from, to string) []byte {
	t.Helper()
	var s struct {
		Fold   json.RawMessage `json:"fold"`
		Format int             `json:"format"`
		Rules  int             `json:"rules"`
		Sum    codec.Hash      `json:"sum"`
		Title  string          `json:"title"`
	}
	must.Succeed(t, json.Unmarshal(raw, &s))
	if !bytes.Contains(s.Fold, []byte(from)) {
		t.Fatalf("no %q in %s", from, s.Fold)
	}
	fold := bytes.Replace(s.Fold, []byte(from), []byte(to), 1)
	s.Sum = sha256.Sum256(fold)
	head := fmt.Sprintf(`,"format":%d,"rules":%d,"sum":"%s","title":"%s"}`, s.Format, s.Rules, s.Sum, s.Title)
	return append(append([]byte(`{"fold":`), fold...), head...)
}

func TestRestoreFold_Corrupt(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	tb.play("0free 1never 1left 0free 0free")
	raw := tb.snapshot(tb.f)
	must.Succeed(t, expect.Second(engine.RestoreFold(tally{}, resummed(t, raw, "{", "{"))), "the helper of this test fails")
	for name, c := range map[string][]byte{
		"empty":                          nil,
		"no JSON":                        []byte("x"),
		"cut":                            raw[:len(raw)-1],
		"trailing bytes":                 append(bytes.Clone(raw), ' '),
		"an unknown member":              bytes.Replace(raw, []byte(`{"fold"`), []byte(`{"extra":1,"fold"`), 1),
		"a repeated member":              bytes.Replace(raw, []byte(`"rules":7`), []byte(`"rules":7,"rules":7`), 1),
		"a flipped digit":                bytes.Replace(raw, []byte(`"seq":6`), []byte(`"seq":7`), 1),
		"white space":                    resummed(t, raw, `"away":`, `"away": `),
		"an unknown part":                resummed(t, raw, `"away":`, `"extra":1,"away":`),
		"a repeated part":                resummed(t, raw, `"away":false`, `"away":false,"away":false`),
		"a missing part":                 resummed(t, raw, `"away":false,`, ``),
		"another letter case":            resummed(t, raw, `"away":`, `"Away":`),
		"a wrong type":                   resummed(t, raw, `"away":false`, `"away":0`),
		"null":                           resummed(t, raw, `"away":false`, `"away":null`),
		"null for a list":                resummed(t, raw, `"agreed":[]`, `"agreed":null`),
		"an unknown seat":                resummed(t, raw, `"agreed":[]`, `"agreed":[2]`),
		"one seat more":                  resummed(t, raw, `"occupancies":[`, `"occupancies":[{"agreed":[],"away":false,"bot":"","handovers":0,"since":0},`),
		"one account more":               resummed(t, raw, `"padding":[`, `"padding":[{"count":0,"presence":{"debt":0,"last":0},"takeBack":{"debt":0,"last":0}},`),
		"a count beyond its limit":       resummed(t, raw, `"count":1`, `"count":71`),
		"no seats":                       resummed(t, raw, `"colors":["a","b"]`, `"colors":[]`),
		"too many seats":                 resummed(t, raw, `"colors":["a","b"]`, `"colors":["a","b","c","d"]`),
		"another title inside":           resummed(t, raw, `"title":"tally"`, `"title":"other"`),
		"no seq":                         resummed(t, raw, `"seq":6,"start"`, `"seq":0,"start"`),
		"steps after the head":           resummed(t, raw, `"seq":6,"start"`, `"seq":5,"start"`),
		"steps out of order":             resummed(t, raw, `"seq":5}`, `"seq":3}`),
		"an unknown event":               resummed(t, raw, `"name":"did"`, `"name":"done"`),
		"an unknown event version":       resummed(t, raw, `"name":"did","version":1`, `"name":"did","version":2`),
		"an event that panics":           resummed(t, raw, `"seat":0,"what":"free"},"name"`, `"seat":9,"what":"free"},"name"`),
		"a system event as step":         resummed(t, raw, `"name":"did"`, `"name":"frame.left"`),
		"an id of the future":            resummed(t, raw, `"since":2}],"open":["6-`, `"since":2}],"open":["7-`),
		"an id of another number":        resummed(t, raw, `"since":2}],"open":["6-6"`, `"since":2}],"open":["6-5"`),
		"an id in another form":          resummed(t, raw, `"since":2}],"open":["6-6"`, `"since":2}],"open":["06-6"`),
		"one id less in the newest step": resummed(t, raw, `"version":1}],"open":["6-6",`, `"version":1}],"open":[`),
		"one id more":                    resummed(t, raw, `"since":2}],"open":["6-6"`, `"since":2}],"open":["6-6","6-6"`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if f, err := engine.RestoreFold(tally{}, c); !errors.Is(err, engine.ErrCorrupt) || f != nil {
				t.Errorf("%s: got %v, want %v", c, err, engine.ErrCorrupt)
			}
		})
	}
}
