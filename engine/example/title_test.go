package example_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/example"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/expect"
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

// given returns a table of two in a round whose prize is 6.
func given(t *testing.T, round int) *enginetest.Table {
	p := enginetest.Given(t, Title{}, 2)
	p.Facts(RoundBegan{Round: round, Prize: 6})
	return p
}

func TestBid(t *testing.T) {
	t.Parallel()
	t.Run("a bid is secret until all have chosen [F3]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 1)
		events := p.Do(0, KindBid, Bid{Pebbles: 3})
		expect.Deep(t, events, []engine.Event{BidChosen{Seat: 0, Pebbles: 3}})
		expect.Equal(t, len(p.State.Open()), 1, "open")
		p.Open(1, KindBid)
		expect.Deep(t, enginetest.Received(Title{}, events, engine.SeatViewer(0)), []any{BidChosen{Seat: 0, Pebbles: 3}})
		expect.Deep(t, enginetest.Received(Title{}, events, engine.SeatViewer(1)), []any{SeatOnly{Seat: 0}})
		expect.Deep(t, enginetest.Received(Title{}, events, engine.Spectator()), []any{SeatOnly{Seat: 0}})
	})
	t.Run("the highest bid alone wins the prize, and the next round begins [F2, F4]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 1)
		p.Draws = []int{1}
		p.Do(0, KindBid, Bid{Pebbles: 3})
		expect.Deep(t, p.Do(1, KindBid, Bid{Pebbles: 2}), []engine.Event{
			BidChosen{Seat: 1, Pebbles: 2}, BidsShown{Bids: []int{3, 2}, Winner: 0, Prize: 6}, RoundBegan{Round: 2, Prize: 2},
		})
	})
	t.Run("equal bids win nothing [F4]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 1)
		p.Do(0, KindBid, Bid{Pebbles: 4})
		expect.Deep(t, p.Do(1, KindBid, Bid{Pebbles: 4}), []engine.Event{
			BidChosen{Seat: 1, Pebbles: 4}, BidsShown{Bids: []int{4, 4}, Winner: engine.NoSeat, Prize: 6}, RoundBegan{Round: 2, Prize: 1},
		})
	})
	t.Run("a player bids no more than 4 [F3]", func(t *testing.T) {
		t.Parallel()
		expect.Equal(t, given(t, 1).Lists(0, KindBid, Bid{Pebbles: 5}), false)
	})
	t.Run("players with equally many points share the victory [F5]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 5)
		p.Do(0, KindBid, Bid{Pebbles: 1})
		expect.Deep(t, p.Do(1, KindBid, Bid{Pebbles: 1}), []engine.Event{
			BidChosen{Seat: 1, Pebbles: 1}, BidsShown{Bids: []int{1, 1}, Winner: engine.NoSeat, Prize: 6},
			GameEnded{Winners: []engine.Seat{0, 1}, Scores: []int{0, 0}},
		})
	})
}
