package example_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/example"
	"nemeton/testkit/enginetest"
)

func TestLaws(t *testing.T) {
	t.Parallel()
	enginetest.Run(t, Title{}, enginetest.Options{Secret: []string{KindBid}, Happened: happened})
}

// happened tells from the events what a bid left.
func happened(p enginetest.Played) []engine.Effect {
	had := p.View(0).(View).Players[p.Seat].Pebbles
	for _, e := range p.Events(len(p.Steps)) {
		if shown, ok := e.(BidsShown); ok {
			return []engine.Effect{engine.NewEffect("left", engine.Whole("pebbles", had-shown.Bids[p.Seat]))}
		}
	}
	return nil
}

func TestGolden(t *testing.T) {
	t.Parallel()
	enginetest.Playthroughs(t, Title{}, enginetest.Play{Seats: 2, Seed: 1})
}

func FuzzMove(f *testing.F) { enginetest.FuzzMove(f, Title{}) }

func FuzzEvent(f *testing.F) { enginetest.FuzzEvent(f, Title{}) }

func FuzzSnapshot(f *testing.F) { enginetest.FuzzSnapshot(f, Title{}) }

// given starts a table of two whose first prize is 6.
func given(t *testing.T) *enginetest.Scenario[*State] {
	return enginetest.Given(t, Title{}, enginetest.Place{Seats: 2}, func(s *State) { s.Evolve(RoundBegan{Round: 1, Prize: 6}) })
}

func TestBid(t *testing.T) {
	t.Parallel()
	t.Run("a bid is secret until all have chosen [F3]", func(t *testing.T) {
		t.Parallel()
		s := given(t)
		s.When(0, Bid{Pebbles: 3}).Then(BidChosen{Seat: 0, Pebbles: 3}).Owes(0).Owes(1, KindBid)
		s.Receives(engine.SeatViewer(0), BidChosen{Seat: 0, Pebbles: 3})
		s.Receives(engine.SeatViewer(1), SeatOnly{Seat: 0})
		s.Receives(engine.Spectator(), SeatOnly{Seat: 0})
	})
	t.Run("the highest bid alone wins the prize, and the next round begins [F2, F4]", func(t *testing.T) {
		t.Parallel()
		s := given(t)
		s.Chance(enginetest.Roll{What: "prize", Is: 1})
		s.When(0, Bid{Pebbles: 3})
		s.When(1, Bid{Pebbles: 2}).Then(BidChosen{Seat: 1, Pebbles: 2},
			BidsShown{Bids: []int{3, 2}, Winner: 0, Prize: 6}, RoundBegan{Round: 2, Prize: 2})
	})
	t.Run("equal bids win nothing [F4]", func(t *testing.T) {
		t.Parallel()
		s := given(t)
		s.Chance(enginetest.Roll{What: "prize", Is: 0})
		s.When(0, Bid{Pebbles: 4})
		s.When(1, Bid{Pebbles: 4}).Then(BidChosen{Seat: 1, Pebbles: 4},
			BidsShown{Bids: []int{4, 4}, Winner: engine.NoSeat, Prize: 6}, RoundBegan{Round: 2, Prize: 1})
	})
	t.Run("a player bids no more than 4 [F3]", func(t *testing.T) {
		t.Parallel()
		given(t).Refuses(0, Bid{Pebbles: 5})
	})
	t.Run("players with equally many points share the victory [F5]", func(t *testing.T) {
		t.Parallel()
		s := enginetest.Given(t, Title{}, enginetest.Place{Seats: 2}, func(s *State) { s.Evolve(RoundBegan{Round: 5, Prize: 6}) })
		s.When(0, Bid{Pebbles: 1})
		s.When(1, Bid{Pebbles: 1}).Then(BidChosen{Seat: 1, Pebbles: 1},
			BidsShown{Bids: []int{1, 1}, Winner: engine.NoSeat, Prize: 6},
			GameEnded{Winners: []engine.Seat{0, 1}, Scores: []int{0, 0}})
	})
}
