package meduris

import (
	"math"

	"nemeton/engine"
)

// Weigh implements bot.Weigher: it estimates the value of each move in points. It uses the hand of the deciding seat
// and public facts only.
func (s *State) Weigh(d engine.Decision, w []float64) {
	v := appraisal{State: s, seat: d.Seat, hand: s.players[d.Seat].hand}
	for i, m := range d.Moves {
		w[i] = math.Exp(v.worth(m) / warmth)
	}
}

// warmth is the difference in points that makes a move e times as likely.
const warmth = 0.7

// token is the estimated value of a material in points: a single hut costs two and yields about three points.
const token = 0.6

// appraisal is a position from one seat's side.
type appraisal struct {
	*State
	seat engine.Seat
	hand Counts
}

func (v *appraisal) worth(m engine.Move) float64 {
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

// want values a material higher the fewer of it the hand has.
func (v *appraisal) want(m Material) float64 { return 2 / float64(1+v.hand[m]) }

// spare values tokens higher the more of them the hand has.
func (v *appraisal) spare(c Counts) float64 {
	worth := 0.0
	for m, n := range c {
		worth += float64(n) * float64(v.hand[m]) / 8
	}
	return worth
}

// yield values a large yield: own gain less the gain of others [M20].
func (v *appraisal) yield(m Yield) float64 {
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

// build values a hut or a temple less its price [M21, M23, M24, M25].
func (v *appraisal) build(m Build) float64 {
	if m.Do == DoTemple {
		left, right := v.hutsLeft(m.Field), v.hutsRight(m.Field)
		// A temple scores only at the end and stops settlements from growing, so it pays beside large ones.
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

// price is the cost of a payment in tokens; each missing token costs three [M22].
func (v *appraisal) price(due Counts) float64 {
	cost := 0.0
	for m, n := range due {
		missing := max(0, n-v.hand[m])
		cost += float64(n-missing) + 3*float64(missing)
	}
	return cost
}

// offer values an offering less its price [M32, M33].
func (v *appraisal) offer(do Do) float64 {
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
