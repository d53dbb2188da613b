package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
)

// TestTakeBack_Rules plays scripts: "0free" is a move of seat 0, "0back" its take-back, "0left" and "0home" leaving and
// returning.
func TestTakeBack_Rules(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script string
		done   string
		can    []engine.Seat
	}{
		"nothing yet":                            {"", "", nil},
		"a free step":                            {"0free", "0free", []engine.Seat{0}},
		"a free step, taken back":                {"0free 0back", "", nil},
		"two steps, one taken back":              {"0free 0free 0back", "0free", []engine.Seat{0}},
		"two steps, both taken back":             {"0free 0free 0back 0back", "", nil},
		"done again":                             {"0free 0back 0last", "0last", []engine.Seat{0}},
		"a draw":                                 {"0free 0draw", "0free 0draw", nil},
		"a step after a draw":                    {"0draw 0free", "0draw 0free", []engine.Seat{0}},
		"back to the draw and no further":        {"0draw 0free 0back", "0draw", nil},
		"a reveal":                               {"0free 0never", "0free 0never", nil},
		"a step after a reveal, back":            {"0free 0never 0free 0back", "0free 0never", nil},
		"the last alone":                         {"0last", "0last", []engine.Seat{0}},
		"the last, back, shields nothing":        {"0free 0last 0back", "0free", []engine.Seat{0}},
		"something after the last":               {"0last 0free", "0last 0free", []engine.Seat{0}},
		"the last shields what came before":      {"0free 0last 0free 0back", "0free 0last", nil},
		"another seat acted":                     {"0free 1free", "0free 1free", []engine.Seat{1}},
		"another seat acted and took back":       {"0free 1free 1back", "0free", nil},
		"another seat drew":                      {"0free 1draw", "0free 1draw", nil},
		"own steps around another seat's":        {"0free 1free 0free", "0free 1free 0free", []engine.Seat{0}},
		"own steps around, back":                 {"0free 1free 0free 0back", "0free 1free", nil},
		"leaving in between":                     {"0free 1left 1home", "0free", []engine.Seat{0}},
		"leaving in between, back":               {"0free 1left 0back", "", nil},
		"leaving, steps and returning, back":     {"0free 1left 0free 1home 0back", "0free", []engine.Seat{0}},
		"leaving, steps and returning, twice":    {"0free 1left 0free 1home 0back 0back", "", nil},
		"the owner left":                         {"0free 0left", "0free", []engine.Seat{0}},
		"after the end":                          {"0free 0end", "0free 0end", nil},
		"back, on, back, on":                     {"0free 0free 0back 0last 0back 0free", "0free 0free", []engine.Seat{0}},
		"a seat between, after all taken back":   {"0free 0back 1free 1back 0free", "0free", []engine.Seat{0}},
		"a take-back does not reach past a draw": {"1draw 0free 0free 0back 0back", "1draw", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := newTable(t, 2)
			tb.play(c.script)
			expect.Equal(t, strings.TrimSpace(tb.done()), c.done, "done")
			expect.Slice(t, tb.can(), c.can, "who can take back")
			want := engine.ErrNoTakeBack
			if tb.f.Outcome() != nil {
				want = engine.ErrFinished
			}
			for s := range engine.Seat(2) {
				if _, err := tb.f.TakeBack(engine.Command{ID: "b", Seat: s}, 0); !slices.Contains(c.can, s) && !errors.Is(err, want) {
					t.Errorf("take-back of seat %d: got %v, want %v", s, err, want)
				}
			}
			tb.replays()
			tb.restores()
			tb.restores()
		})
	}
}

func TestTakeBack_IDs(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	first := tb.open()
	tb.do(0, "free")
	second := tb.open()
	if second[1] != first[1] || second[0] == first[0] {
		t.Errorf("seat 0 answered: ids went from %v to %v, want one kept and one new", first, second)
	}
	met := map[engine.DecisionID]bool{first[0]: true, first[1]: true, second[0]: true}
	for range 3 {
		tb.back(0)
		open := tb.open()
		expect.Equal(t, open[1], first[1], "the id of seat 1, which was open all the time")
		if met[open[0]] {
			t.Errorf("id %s is used again after a take-back", open[0])
		}
		met[open[0]] = true
		tb.do(0, "free")
		if open = tb.open(); met[open[0]] {
			t.Errorf("id %s is used again after a take-back and a step", open[0])
		}
		met[open[0]] = true
	}
	expect.Error(t, expect.Second(tb.f.Decide(engine.Command{Seat: 0, Decision: second[0], Move: []byte(`{"what":"free"}`)}, tb.key, 0)), engine.ErrStaleDecision, "an id from before the take-back")
}

// A decision of another seat that the step opened is closed with it; a decision that opens again has a new id.
func TestTakeBack_ClosesWhatTheStepOpened(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 3)
	tb.play("2free 0free 1left")
	before := tb.open()
	tb.play("0back")
	after := tb.open()
	if after[0] == before[0] || after[1] != before[1] || after[2] != before[2] {
		t.Errorf("ids went from %v to %v, want a new one for seat 0 alone", before, after)
	}
	expect.Slice(t, tb.f.Away(), []engine.Seat{1}, "away")
}

// Only moves are undone. All other acts stay, also those of the same player.
func TestTakeBack_UndoesMovesAlone(t *testing.T) {
	t.Parallel()
	for name, meanwhile := range map[string]func(p *poolTable, e ending){
		"a leave":      func(p *poolTable, _ ending) { p.play("1left") },
		"a stand-in":   func(p *poolTable, _ ending) { p.add(p.f.TakeOver(1, "easy", int64(len(p.log)))) },
		"an agreement": func(p *poolTable, _ ending) { p.play("1left"); p.add(p.f.Agree(0, 1, false, "easy", "a", 0)) },
		"a device":     func(p *poolTable, _ ending) { p.enrolls(0, 9) },
		"a handover":   func(p *poolTable, _ ending) { p.add(p.f.HandOver(1, codec.Optional{1}, "h", 0)) },
		"a concession": func(_ *poolTable, e ending) { e.concede(1) },
		"a proposal":   func(_ *poolTable, e ending) { e.propose(1) },
		"an own one":   func(_ *poolTable, e ending) { e.propose(0) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPoolTable(t, 1)
			kept := func() string {
				var devices [3]any
				for seat := range devices {
					devices[seat] = p.f.Ledger().Devices(engine.Seat(seat))
				}
				return fmt.Sprintf("away %v, stand-ins %q, agreed %v, endings %+v, devices %+v", p.f.Away(), p.f.StandIns(), p.f.Agreed(1), p.f.Endings(), devices)
			}
			p.play("0free")
			empty := kept()
			meanwhile(p, ending{p.table})
			want := kept()
			p.play("0back")
			if got := kept(); got != want || got == empty || strings.TrimSpace(p.done()) != "" {
				t.Errorf("after the take-back: %s, done %q; want %s, nothing done", got, p.done(), want)
			}
		})
	}
}

func TestClone_GoesOnAlone(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	tb.play("0free 0free 0free")
	other := &table{TB: t, f: tb.f.Clone(), log: slices.Clone(tb.log), ids: map[engine.DecisionID]bool{}}
	other.play("0back 0back 1draw 0free")
	expect.Equal(t, strings.TrimSpace(tb.done()), "0free 0free 0free", "the original")
	tb.play("0back 0last 0back 1left")
	expect.Equal(t, strings.TrimSpace(other.done()), "0free 1draw 0free", "the clone")
	tb.replays()
	tb.restores()
	other.replays()
	other.restores()
}

func (tb *table) play(text string) {
	tb.Helper()
	for _, word := range strings.Fields(text) {
		seat, what := engine.Seat(word[0]-'0'), word[1:]
		switch what {
		case "back":
			tb.back(seat)
		case "left":
			tb.add(tb.f.Leave(seat, "l", int64(len(tb.log))))
		case "home":
			tb.add(tb.f.Return(seat, "r", int64(len(tb.log))))
		default:
			tb.do(seat, what)
		}
	}
}
