package toy

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
)

// Sample implements engine.Title: the cards that the viewer does not know are dealt anew.
func (t Title) Sample(k engine.Knowledge, r *rand.Rand) (engine.State, error) {
	view, ok := k.View.(View)
	if !ok {
		return nil, fmt.Errorf("the view is a %T", k.View)
	}
	own, seated := k.Viewer.Seat()
	if t.fault == SampleFails && !seated {
		return nil, errors.New("nothing known")
	}
	hidden := slices.DeleteFunc(allCards(k.Setup), func(c int) bool {
		return c == view.Pick || slices.Contains(view.Hand, c) || slices.Contains(view.Played, c)
	})
	chance.Shuffle(chance.Loose{Rand: r}, "hidden", hidden)
	deal := func(n int) []int {
		cards := hidden[len(hidden)-n:]
		hidden = hidden[:len(hidden)-n]
		return slices.Sorted(slices.Values(cards))
	}

	s := t.Blank(k.Setup).(*State)
	s.counter = engine.Resume(view.Numbers)
	s.played, s.slots, s.placed = slices.Clone(view.Played), view.Slots, view.Placed
	s.winner, s.points, s.rounds = view.Winner, slices.Clone(view.Points), view.Rounds
	for i, n := range view.Hands {
		if seated && own == engine.Seat(i) && t.fault != SampleWrong {
			s.hands[i], s.picks[i] = slices.Clone(view.Hand), view.Pick
			continue
		}
		s.hands[i] = deal(n)
		if view.Picked[i] {
			s.picks[i] = deal(1)[0]
		}
	}
	s.deck = slices.Clone(hidden)
	for _, d := range k.Decisions {
		if d.Kind == "pick" {
			s.nos[d.Seat] = d.No
		} else {
			s.no = d.No
		}
	}
	return s, nil
}
