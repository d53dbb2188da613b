package toy

import (
	"slices"
	"strconv"
	"strings"

	"nemeton/engine"
)

// View is the part of a position that one viewer may know.
type View struct {
	Hand    []int       `json:"hand,omitempty"`       // the viewer's own
	Pick    int         `json:"pick,omitempty"`       // the viewer's own, while it is secret
	Hands   []int       `json:"hands" view:"shared"`  // cards by seat
	Picked  []bool      `json:"picked" view:"shared"` // by seat
	Deck    int         `json:"deck" view:"shared"`   // cards left
	Played  []int       `json:"played" view:"shared"`
	Slots   [slots]int  `json:"slots" view:"shared"`
	Placed  int         `json:"placed" view:"shared"`
	Winner  engine.Seat `json:"winner" view:"shared"` // of the newest round
	Points  []int       `json:"points" view:"shared"`
	Rounds  int         `json:"rounds" view:"shared"`  // left, this one included
	Numbers uint32      `json:"numbers" view:"shared"` // decisions opened so far

	Next  int     `json:"-"`                            // the next card of the deck; set by a fault alone
	Leak  [][]int `json:"leak,omitempty"`               // set by a fault alone
	Bloat string  `json:"bloat,omitempty"`              // set by a fault alone
	Part  float64 `json:"part,omitempty"`               // set by a fault alone
	Eyes  string  `json:"eyes,omitempty" view:"shared"` // set by a fault alone
}

func (s *State) View(v engine.Viewer) any {
	view := View{
		Deck: len(s.deck), Played: append([]int{}, s.played...), Slots: s.slots, Placed: s.placed, Winner: s.winner,
		Points: slices.Clone(s.points), Rounds: s.rounds, Numbers: s.counter.Last(),
	}
	for i, h := range s.hands {
		view.Hands = append(view.Hands, len(h))
		view.Picked = append(view.Picked, s.picks[i] != 0)
	}
	if seat, ok := v.Seat(); ok {
		view.Hand, view.Pick = slices.Clone(s.hands[seat]), s.picks[seat]
	}
	switch s.fault() {
	case OwnLacks:
		if v.OwnOnly() {
			view.Hand = nil
		}
	case ViewLeaks:
		view.Leak = s.hands
	case StageLeaks:
		if !slices.Contains(s.picks, 0) { // the cards are revealed in the same entry
			view.Leak = s.hands
		}
	case EffectLeaks, RefusalLeaks:
		if len(s.deck) > 0 {
			view.Next = s.deck[len(s.deck)-1]
		}
	case ViewBloats:
		view.Bloat = strings.Repeat("x", 1<<14)
	case ViewFractions:
		view.Part = 0.5
	case ViewNoObject:
		return []int{view.Deck}
	case ViewMisencodes:
		return misencoded{view}
	case ViewMislabels:
		view.Eyes = v.String()
	case ViewWrites:
		s.slots[0]++
	}
	return view
}

// misencoded is a view that loses all members but one.
type misencoded struct{ View }

func (v misencoded) AppendMember(b []byte, _ int) []byte {
	return strconv.AppendInt(b, int64(v.Deck), 10)
}
