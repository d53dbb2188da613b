package toy

import (
	"slices"

	"nemeton/engine"
)

func (s *State) Evolve(e engine.Event) {
	switch ev := e.(type) {
	case Dealt:
		s.deck = ev.Deck
		for i, h := range ev.Hands {
			s.hands[i] = slices.Sorted(slices.Values(h))
		}
		s.openPicks()
	case Redealt:
		s.deck = ev.Deck
		if s.fault() == RedealsHands && len(s.deck) > 0 && len(s.hands[0]) > 0 {
			s.deck[0], s.hands[0][0] = s.hands[0][0], s.deck[0]
		}
	case Picked:
		s.picks[ev.Seat] = ev.Card
		s.take(ev.Seat, ev.Card)
		s.nos[ev.Seat] = 0
	case Revealed:
		s.played = append(s.played, ev.Cards...)
		clear(s.picks)
		s.winner, s.no = ev.Winner, s.number(ev.Winner)
	case Placed:
		s.place(ev.Seat, ev.Slot)
	case forgetful:
		s.place(ev.Seat, ev.Slot)
	case Rolled:
		s.points[ev.Seat] += ev.Pips
		s.stalled = s.fault() == Stalls
	case Drawn:
		if len(s.deck) > 0 {
			s.deck = s.deck[:len(s.deck)-1]
		}
		s.hands[ev.Seat] = slices.Sorted(slices.Values(append(s.hands[ev.Seat], ev.Card)))
	case RoundEnded:
		s.endedRound(ev)
	}
	s.misevolve()
}

// misevolve applies the faults of events.
func (s *State) misevolve() {
	switch s.fault() {
	case EvolveRemembers:
		*s.title.(Title).count++
		s.points[0] = *s.title.(Title).count
	case Renumbers:
		for i, no := range s.nos {
			if no != 0 {
				s.nos[i] = s.counter.Next()
			}
		}
	}
}

func (s *State) place(seat engine.Seat, slot int) {
	s.slots[slot]++
	s.points[seat]++
	s.placed++
	if s.fault() != ReusesID {
		s.no = s.counter.Next()
	}
}

func (s *State) endedRound(e RoundEnded) {
	s.no, s.placed = 0, 0
	if s.fault() == Endless {
		s.openPicks()
		return
	}
	s.rounds--
	if !e.Last || s.fault() == OpenPast {
		s.openPicks()
	}
}

func (s *State) openPicks() {
	for i := range s.nos {
		s.nos[i] = s.counter.Next()
	}
}

// number returns the number of the winner's next decision.
func (s *State) number(winner engine.Seat) uint32 {
	no := s.counter.Next()
	if s.fault() == NumberLeaks && s.hands[winner][0]%2 == 0 {
		no = s.counter.Next()
	}
	return no
}

// take removes a card from a hand, in place.
func (s *State) take(seat engine.Seat, card int) {
	hand := s.hands[seat]
	if at := slices.Index(hand, card); at >= 0 {
		s.hands[seat] = append(hand[:at], hand[at+1:]...)
	}
}
