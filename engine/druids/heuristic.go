package druids

import (
	"math"

	"nemeton/engine"
)

// Weigh implements bot.Weigher: it estimates the value of each move in points a little later. It uses the hand of the
// deciding seat and public facts only.
func (s *State) Weigh(d engine.Decision, w []float64) {
	v := appraisal{State: s, seat: d.Seat}
	v.lean = float64(s.score(d.Seat, Sun).Total-s.score(d.Seat, Moon).Total) / 20
	for i, m := range d.Moves {
		w[i] = math.Exp(v.worth(m) / warmth)
	}
}

// warmth is the difference in points that makes a move e times as likely.
const warmth = 1.5

// appraisal is a position from one seat's side.
type appraisal struct {
	*State
	seat engine.Seat
	lean float64 // advantage of a victory of the sun over one of the moon, in figures at the place of decision
}

func (v *appraisal) worth(m engine.Move) float64 {
	switch m := m.(type) {
	case Use:
		return v.bestGo(m)
	case Go:
		return v.landing(v.turn.figure, m.Stone)
	case Roll:
		return 1
	case Play:
		return v.play(m)
	case Call:
		return 3 + v.favor(m.Figure)
	case Magic:
		if m.Do == DoDraw {
			return 8
		}
		return 5
	case Shift:
		return 0
	case Put:
		return 0
	default:
		return v.meeting(m)
	}
}

func (v *appraisal) meeting(m engine.Move) float64 {
	switch m := m.(type) {
	case Land:
		switch m.Do {
		case DoDraw:
			return 8
		case DoTake:
			return 7
		}
		return 0
	case Summon:
		return 5 + v.favor(m.Figure)
	case Banish:
		return v.banish(m.Figure)
	case Exchange:
		return 1 + float64(m.Cards)/2
	case Rob:
		return float64(m.Cards)
	case Give:
		return -v.card(m.Card) / 3
	case Vote:
		return 2 * (v.towards(m.Druid) + v.towards(m.King))
	case VotePotion:
		return 4 * v.towards(m.Cult)
	case VoteImage:
		return 4 * v.towards(m.Cult)
	case VoteDouble:
		return 4 * v.favor(m.Figure)
	default:
		return 0
	}
}

func (v *appraisal) bestGo(m Use) float64 {
	most := -100.0
	for stone, found := range v.reach(m.Figure, v.turn.dice[m.Die]).found {
		if found {
			most = max(most, v.landing(m.Figure, int8(stone)))
		}
	}
	return most
}

// landing values a stone as the target of a figure [D30, D31, D33, D34, D35].
func (v *appraisal) landing(f Figure, stone int8) float64 {
	worth := 0.0
	switch theCircle.symbols[stone] {
	case Pentagram:
		return v.entering(f)
	case Plant:
		worth = 7
		if f == DwarfKing {
			worth = 12
		}
	case Spirit:
		worth = 6
		if v.moving(v.seat) < diceCount {
			worth = 10 // a second figure makes both dice usable
		}
	}
	if !f.IsDruid() {
		return worth
	}
	for g, at := range v.at {
		if at == stone && v.owner[g] != v.seat && Figure(g) != Morrigan {
			worth += 3
		}
	}
	return worth
}

// entering values a move to the place of decision. A figure there moves no more and brings the vote nearer, so late is
// better: a druid gathers cards as long as it walks. When the deck is nearly empty, it is the last chance, whoever is missing.
func (v *appraisal) entering(f Figure) float64 {
	missing := float64(gathering - 1 - v.gathered(engine.NoSeat))
	worth := -3 * v.early()
	if f.IsDruid() {
		return worth + 14 - 4*missing*(1-v.hurry()) + 1.5*v.late() + 6*v.hurry()
	}
	return worth + 9 - missing/2 + v.favor(f)
}

// play values a card now compared with later [D11].
func (v *appraisal) play(m Play) float64 {
	switch m.Card {
	case SecondSight:
		return 5
	case Calling:
		return 5 + v.favor(m.Figure)
	case Raven:
		return 4
	case Banishing:
		return v.banish(m.Figure) - 1
	default:
		return 0
	}
}

// banish values the removal of other seats' spirits of the cult that the seat does not favor.
func (v *appraisal) banish(f Figure) float64 {
	switch {
	case f == Morrigan && v.owner[f] == v.seat:
		return 4
	case v.owner[f] == v.seat:
		return -4
	default:
		return 1.5 - v.favor(f)
	}
}

// card estimates the value of a card at the valuation [D51, D52, D53].
func (v *appraisal) card(c Card) float64 {
	switch {
	case c == Belladonna:
		return -20
	case c == Mistletoe:
		return 15
	case c <= Moon15:
		worth := float64(plantValues[int(c)%len(plantValues)])
		if v.towards(Cult(int(c)/len(plantValues))) < 0 {
			return worth / 3
		}
		return worth
	default:
		return 8
	}
}

// towards values a vote for a cult; it is positive for the cult that the seat favors.
func (v *appraisal) towards(c Cult) float64 {
	switch c {
	case Sun:
		return v.lean
	case Moon:
		return -v.lean
	default:
		return 0
	}
}

func (v *appraisal) favor(f Figure) float64 { return v.towards(f.Cult()) }
