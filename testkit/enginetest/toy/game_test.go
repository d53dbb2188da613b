package toy_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/toy"
)

func TestPlaythrough(t *testing.T) {
	t.Parallel()
	enginetest.Golden(t, toy.Title{}, "testdata/playthroughs/lively.txt", enginetest.Play{Seats: 3, Seed: 1, Lively: true})
}

func TestDecide_Pick(t *testing.T) {
	t.Parallel()
	s := given(t, []int{1, 2}, []int{3, 4})
	s.Refuses(0, toy.Pick{Card: 3}).When(0, toy.Pick{Card: 2}).Then(toy.Picked{Seat: 0, Card: 2})
	s.Receives(engine.SeatViewer(1), toy.SeatOnly{Seat: 0}).Receives(engine.Spectator(), toy.SeatOnly{Seat: 0})
	s.Owes(0).Owes(1, "pick")
	s.When(1, toy.Pick{Card: 3}).Then(toy.Picked{Seat: 1, Card: 3}, toy.Revealed{Cards: []int{2, 3}, Winner: 1})
	s.Owes(0).Owes(1, "place")
}

func TestDecide_Roll(t *testing.T) {
	t.Parallel()
	s := given(t, []int{1}, []int{2}).When(0, toy.Pick{Card: 1}).When(1, toy.Pick{Card: 2})
	s.Chance(enginetest.Roll{What: "die", Is: 5}).When(1, toy.Place{Do: "roll"})
	s.Receives(engine.SeatViewer(1), toy.Rolled{Seat: 1, Pips: 6}, toy.SeatOnly{Seat: 0}, toy.Drawn{Seat: 1, Card: 11}, toy.RoundEnded{})
	s.Owes(0, "pick").Owes(1, "pick")
}

func given(t *testing.T, hands ...[]int) *enginetest.Scenario[*toy.State] {
	t.Helper()
	return enginetest.Given(t, toy.Title{}, enginetest.Place{}, func(s *toy.State) {
		s.Arrange([]int{9, 10, 11, 12}, hands...)
	})
}
