package toy_test

import (
	"fmt"
	"testing"

	"nemeton/engine"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
)

func TestPlaythrough(t *testing.T) {
	t.Parallel()
	enginetest.Golden(t, toy.Title{}, "testdata/playthroughs/lively.txt", enginetest.Play{Seats: 3, Seed: 1, Lively: true})
}

func TestDecide_Pick(t *testing.T) {
	t.Parallel()
	p := given(t, []int{1, 2}, []int{3, 4})
	expect.Equal(t, p.Lists(0, "pick", toy.Pick{Card: 3}), false, "a card of another seat")
	events := p.Do(0, "pick", toy.Pick{Card: 2})
	expect.Deep(t, events, []engine.Event{toy.Picked{Seat: 0, Card: 2}})
	for _, v := range []engine.Viewer{engine.SeatViewer(1), engine.Spectator()} {
		expect.Deep(t, enginetest.Received(toy.Title{}, events, v), []any{toy.SeatOnly{Seat: 0}}, v)
	}
	owe(p, "1 pick")
	expect.Deep(t, p.Do(1, "pick", toy.Pick{Card: 3}), []engine.Event{toy.Picked{Seat: 1, Card: 3}, toy.Revealed{Cards: []int{2, 3}, Winner: 1}})
	owe(p, "1 place")
}

func TestDecide_Roll(t *testing.T) {
	t.Parallel()
	p := given(t, []int{1}, []int{2})
	p.Do(0, "pick", toy.Pick{Card: 1})
	p.Do(1, "pick", toy.Pick{Card: 2})
	p.Draws = []int{5}
	events := p.Do(1, "place", toy.Place{Do: "roll"})
	expect.Deep(t, enginetest.Received(toy.Title{}, events, engine.SeatViewer(1)), []any{toy.Rolled{Seat: 1, Pips: 6}, toy.SeatOnly{Seat: 0}, toy.Drawn{Seat: 1, Card: 11}, toy.RoundEnded{}})
	owe(p, "0 pick", "1 pick")
}

func given(t *testing.T, hands ...[]int) *enginetest.Table {
	t.Helper()
	p := enginetest.Given(t, toy.Title{}, 2)
	p.State.(*toy.State).Arrange([]int{9, 10, 11, 12}, hands...)
	return p
}

// owe checks the open decisions.
func owe(p *enginetest.Table, want ...string) {
	p.Helper()
	var got []string
	for _, d := range p.State.Open() {
		got = append(got, fmt.Sprint(d.Seat, " ", d.Kind))
	}
	expect.Slice(p, got, want, "open")
}
