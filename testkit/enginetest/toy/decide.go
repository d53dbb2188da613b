package toy

import (
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
)

func (s *State) Decide(d engine.Decision, m engine.Move, chance chance.Source) []engine.Event {
	s.misdecide(m)
	switch move := m.(type) {
	case int:
		return s.decidePick(d.Seat, move)
	case Pick:
		return s.decidePick(d.Seat, move.Card)
	case Place:
		if move.Do == "roll" {
			return append([]engine.Event{Rolled{d.Seat, 1 + chance.Draw("die", 6)}}, s.endRound()...)
		}
		if s.fault() == LosesField {
			return []engine.Event{forgetful{d.Seat, move.Slot}}
		}
		placed := Placed{Seat: d.Seat, Slot: move.Slot}
		if s.fault() == RevealTooMuch {
			placed.Peek = s.deck[len(s.deck)-1]
		}
		return []engine.Event{placed}
	default:
		return s.endRound()
	}
}

// misdecide applies the faults of decisions.
func (s *State) misdecide(m engine.Move) {
	switch s.fault() {
	case DecidePanics:
		if m == (engine.Move)(Place{"place", 2}) {
			panic("no such slot")
		}
	case DecideWrites, DecideHides:
		s.points[0]++
	}
}

func (s *State) decidePick(seat engine.Seat, card int) []engine.Event {
	if s.fault() == DecideRemembers {
		*s.title.(Title).count++
		card = s.hands[seat][*s.title.(Title).count%len(s.hands[seat])]
	}
	events := []engine.Event{Picked{seat, card}}
	if s.fault() == CountLeaks && card%2 == 0 {
		events = append(events, Noted{})
	}
	picks := slices.Clone(s.picks)
	picks[seat] = card
	if slices.Contains(picks, 0) {
		return events
	}
	best := slices.Index(picks, slices.Max(picks))
	return append(events, Revealed{Cards: picks, Winner: engine.Seat(best)})
}

// Redeal: nobody knows the order of the deck.
func (s *State) Redeal(c chance.Source) []engine.Event {
	if s.fault() == RedealSkips {
		return nil
	}
	deck := slices.Clone(s.deck)
	chance.Shuffle(c, "deck", deck)
	return []engine.Event{Redealt{deck}}
}

func (s *State) endRound() []engine.Event {
	if s.rounds == 1 && s.fault() != Endless {
		return []engine.Event{RoundEnded{Last: true}}
	}
	var events []engine.Event
	for i := range s.hands {
		card := i + 1
		if s.fault() != Endless {
			card = s.deck[len(s.deck)-1-i]
		}
		events = append(events, Drawn{engine.Seat(i), card})
	}
	return append(events, RoundEnded{})
}
