package meduris

import (
	"math"

	"nemeton/engine"
)

// Weigh tells bots how sensible each move is, by what it seems worth in points; see engine/bot. It looks at the hand of the seat
// that moves and at what all can see.
func (s *State) Weigh(d engine.Decision, w []float64) {
	v := sense{State: s, seat: d.Seat, hand: s.players[d.Seat].hand}
	for i, m := range d.Moves {
		w[i] = math.Exp(v.worth(m) / warmth)
	}
}

// warmth is how many points make a move e times as likely.
const warmth = 0.7

// token is what a material is worth in points, about: a hut alone costs two and brings some three.
const token = 0.6

// sense is a position as one seat sees it.
type sense struct {
	*State
	seat engine.Seat
	hand Counts
}

func (v *sense) worth(m engine.Move) float64 {
	switch m := m.(type) {
	case PlaceWorker:
		return float64(v.plateaus[m.Plateau].n) / 2
	case GainOne:
		return v.want(m.Material)
	case LoseOne:
		if m.Material == NoMaterial {
			return 0
		}
		return float64(v.hand[m.Material]) / 2
	case Yield:
		return v.yield(m)
	case Build:
		return v.build(m)
	case Offer:
		return v.offer(m.Do)
	case OfferOne:
		return 1 - token*v.price(one(m.Material))
	case Replace:
		return -3 * token * float64(m.Units.Total())
	case Give:
		return v.spare(m.With)
	default:
		return 0
	}
}

// want is more for what the hand lacks.
func (v *sense) want(m Material) float64 { return 2 / float64(1+v.hand[m]) }

// spare is more for tokens that the hand has many of.
func (v *sense) spare(c Counts) float64 {
	worth := 0.0
	for m, n := range c {
		worth += float64(n) * float64(v.hand[m]) / 8
	}
	return worth
}

// yield is what a large yield brings, less what it brings others [M20].
func (v *sense) yield(m Yield) float64 {
	left, worth := v.stock[m.To], 0.0
	t := &v.plateaus[m.To]
	take := func(seat engine.Seat, height int8) {
		n := min(height, left)
		left -= n
		for k := range n {
			gain := token
			if seat == v.seat {
				gain *= 0.6 + 0.8/float64(1+v.hand[m.To]+k)*1.5
				worth += gain
			} else {
				worth -= gain / float64(2*v.seats)
			}
		}
	}
	take(v.seat, t.n+1)
	for height := t.n; height > 0; height-- {
		take(t.seat[height-1], height)
	}
	return worth
}

// build is what a hut or a temple brings, less its price [M21, M23, M24, M25].
func (v *sense) build(m Build) float64 {
	if m.Do == DoTemple {
		left, right := v.hutsLeft(m.Field), v.hutsRight(m.Field)
		// It scores at the end only, and ends the growth of settlements: worth it beside large ones.
		return float64(left+right)*0.9 - 2.5 - token*v.price(v.board.due(m.Field, 1))
	}
	size := v.settlement(m.Field)
	worth := 2.2 + 0.35*float64(size)
	region := v.board.fields[m.Field].Region
	if v.runes[region] != v.seat {
		worth += 1.5
	}
	switch v.chips[m.Field] {
	case ChipPoints:
		worth += 2
	case ChipDruid:
		worth++
	case ChipFree:
		return worth
	}
	return worth - token*v.price(v.board.due(m.Field, size))
}

// price is what a payment costs in tokens: three for each that is missing [M22].
func (v *sense) price(due Counts) float64 {
	cost := 0.0
	for m, n := range due {
		missing := max(0, n-v.hand[m])
		cost += float64(n-missing) + 3*float64(missing)
	}
	return cost
}

// offer is what an offering scores, less its price [M32, M33].
func (v *sense) offer(do Do) float64 {
	size := float64(v.settlement(v.druid.No))
	switch do {
	case DoNothing:
		return -1
	case DoChip:
		return size - 1
	default:
		return size - token*v.price(v.board.due(v.druid.No, 1))
	}
}
