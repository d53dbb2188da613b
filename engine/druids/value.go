package druids

import "nemeton/engine"

// Points of figures and cards [D50, D51, D52, D53].
const (
	worthThere     = 20
	worthOutside   = 10
	worthMistletoe = 30
	worthPair      = 20
	penalty        = -20
)

// scoreFigures values a seat's figures for a winning cult; NoCult: none has won [D50, D53, D42].
func (s *State) scoreFigures(seat engine.Seat, cult Cult) ScoreView {
	v := ScoreView{Seat: seat, Gathered: s.gathered(seat)}
	if s.there(DruidOf(seat), seat) {
		v.Druid = worthThere
	}
	if cult != NoCult {
		for f := firstSpirit; f < DwarfKing; f++ {
			switch {
			case f.Cult() != cult || s.owner[f] != seat:
			case s.at[f] == atCenter:
				v.There += worthThere
			default:
				v.Outside += worthOutside
			}
		}
	}
	if s.owner[Morrigan] == seat {
		v.Morrigan = penalty
	}
	v.Total = v.Druid + v.There + v.Outside + v.Morrigan
	return v
}

// score values a seat's figures and cards for a winning cult; NoCult: none has won [D50, D51, D52, D53, D42].
func (s *State) score(seat engine.Seat, cult Cult) ScoreView {
	v := s.scoreFigures(seat, cult)
	if cult != NoCult {
		v.Plants, v.Potions, v.Pairs = valuePlants(&s.hands[seat], cult)
	}
	if s.hands[seat][Belladonna] > 0 {
		v.Belladonna = penalty
	}
	v.Total += v.Plants + v.Potions + v.Pairs + v.Belladonna
	return v
}

// valuePlants values the plants of a cult in their best division into potions and pairs. It tries every number of
// potions; the other plants form pairs, at most one for each Cauldron or Harp [D51, D52].
func valuePlants(hand *Cards, cult Cult) (plants, potions, pairs int16) {
	most := hand[Mistletoe]
	for value, worth := range plantValues {
		n := hand[plantOf(cult, value)]
		plants += worth * int16(n)
		most = min(most, n)
	}
	for n := range most + 1 {
		made := int8(0)
		for value := range plantValues {
			made += (hand[plantOf(cult, value)] - n) / 2
		}
		a, b := worthMistletoe*int16(n), worthPair*int16(min(made, hand[pairing(cult)]))
		if a+b > potions+pairs {
			potions, pairs = a, b
		}
	}
	return plants, potions, pairs
}

// best lists the winners: most points, then most figures at the place of decision; seats that tie in both share [D54].
func best(scores []ScoreView) []engine.Seat {
	var list []engine.Seat
	var top ScoreView
	for _, v := range scores {
		switch {
		case len(list) == 0, v.Total > top.Total, v.Total == top.Total && v.Gathered > top.Gathered:
			list, top = append(list[:0], v.Seat), v
		case v.Total == top.Total && v.Gathered == top.Gathered:
			list = append(list, v.Seat)
		}
	}
	return list
}
