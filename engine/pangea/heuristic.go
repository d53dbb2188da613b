package pangea

import (
	"math"

	"nemeton/engine"
)

// Weigh implements bot.Weigher: it estimates how much each move improves the position. It uses the seat's knowledge
// only.
func (s *State) Weigh(d engine.Decision, w []float64) {
	v := s.newAppraisal(d.Seat)
	if d.Kind == KindMovement || d.Kind == KindBuying {
		v.measure()
	}
	for i, m := range d.Moves {
		w[i] = math.Exp(v.worth(m) / warmth)
	}
}

// warmth is the improvement that makes a move e times as likely. A good is worth 8, an amulet several hundred.
const warmth = 12

// Estimated values.
const (
	worthAmulet     = 1200
	worthGood       = 8
	worthProduction = 40 // one good in every turn
	worthTribe      = 12 // on the board
	worthCarried    = 900
	worthStep       = 60 // a carrier's step towards the tower
	worthHome       = 6  // a tribe's step towards its home
	worthChance     = 30 // a step towards an amulet for sale
)

// appraisal is a position from one seat's side.
type appraisal struct {
	*State
	seat   engine.Seat
	people People
	owned  amuletSet                   // in the tower and carried
	home   distances                   // to the seat's tower
	nest   [landscapes]distances       // to the nearest room for a tribe with this home
	market [landscapes]distances       // to a seller of this landscape's amulet, plus half the distance home
	best   [landscapes][tribesOf]int16 // market distance by tribe of the seat
}

// newAppraisal returns a value, so that searches of bots need no memory of the heap.
func (s *State) newAppraisal(seat engine.Seat) appraisal {
	v := appraisal{State: s, seat: seat, people: s.played[seat], owned: s.owned(seat)}
	v.home = nowhere()
	if tower := s.tower[v.people]; tower != noTile {
		v.home[s.field[tower]] = 0
		s.relax(&v.home)
	}
	return v
}

// measure computes the distances that moves are judged by.
func (v *appraisal) measure() {
	sells := v.sellers(v.seat)
	for l := range Landscape(landscapes) {
		v.nest[l], v.market[l] = nowhere(), nowhere()
		for c := int8(2); c < 2+tilesEach; c++ {
			tile := tileOf(l, c)
			if v.crowd[tile] < c {
				v.nest[l][v.field[tile]] = 0
			}
			if sells[tile] != 0 {
				v.market[l][v.field[tile]] = v.home[v.field[tile]] / 2
			}
		}
		v.relax(&v.nest[l])
		if !v.owned.has(amuletOf(l)) {
			v.relax(&v.market[l])
		}
		for i := range int8(tribesOf) {
			v.best[l][i] = far
			if t := firstOf(v.people) + i; v.onBoard(t) && v.carries[t] == NoAmulet {
				v.best[l][i] = v.market[l][v.field[v.at[t]]]
			}
		}
	}
}

func (v *appraisal) worth(m engine.Move) float64 {
	switch m := m.(type) {
	case PlaceTower:
		return v.settle(m.Tile)
	case Found:
		return v.found(m.People)
	case Shift:
		return v.shift(m)
	case Step:
		if peopleOf(m.Tribe) != v.people {
			return -5
		}
		return v.step(m)
	case Buy:
		return v.buy(m)
	default:
		return 0
	}
}

// settle values a tile for the tower and the first tribes [P12].
func (v *appraisal) settle(tile int8) float64 {
	worth := 4 * float64(capacityOf(tile))
	at := 0
	for _, t := range v.hand(v.people) {
		if homeOf[t] == landscapeOf(tile) {
			at++
		}
	}
	if v.crowd[tile]+settlers > capacityOf(tile) {
		at = 0
	}
	return worth + worthProduction*float64(at)
}

// found values an additional tribe [P21].
func (v *appraisal) found(p People) float64 {
	if p != v.people {
		// A neutral people is a seller, if its tile has room.
		if tower := v.tower[p]; !v.owned.has(amuletOf(landscapeOf(tower))) && v.crowd[tower] < capacityOf(tower) {
			return 15
		}
		return -10
	}
	tower := v.tower[p]
	if v.crowd[tower] >= capacityOf(tower) {
		return 10
	}
	return worthTribe + worthProduction*0.8
}

// shift values a shift by the straight distances that it shortens [P21].
func (v *appraisal) shift(m Shift) float64 {
	worth, from := -2.0, v.field[m.Tile]
	weight := v.matters(m.Tile)
	tower := v.tower[v.people]
	if m.Tile != tower {
		return worth + weight*float64(apart[from][v.field[tower]]-apart[m.To][v.field[tower]])
	}
	for tile, at := range v.field {
		if int8(tile) != tower {
			worth += v.matters(int8(tile)) * float64(apart[from][at]-apart[m.To][at])
		}
	}
	return worth
}

// matters values a tile near the seat's tower, by the carriers on it and the amulets for sale there.
func (v *appraisal) matters(tile int8) float64 {
	weight := 0.5
	for t := firstOf(v.people); t < firstOf(v.people)+tribesOf; t++ {
		if v.at[t] == tile && v.carries[t] != NoAmulet {
			weight += 25
		}
	}
	if !v.owned.has(amuletOf(landscapeOf(tile))) && !v.overcrowded(tile) {
		for t := range int8(tribes) {
			if v.at[t] == tile && peopleOf(t) != v.people && v.produces(t) {
				return weight + 6
			}
		}
	}
	return weight
}

// step is how much better an own tribe stands [P22].
func (v *appraisal) step(m Step) float64 {
	from, to := v.at[m.Tribe], m.To
	if v.carries[m.Tribe] != NoAmulet {
		worth := worthStep * float64(v.home[v.field[from]]-v.home[v.field[to]])
		if to == v.tower[v.people] {
			worth += 200
		}
		return worth - v.crowding(to)
	}
	home := homeOf[m.Tribe]
	worth := worthHome * float64(v.nest[home][v.field[from]]-v.nest[home][v.field[to]])
	if v.produces(m.Tribe) {
		worth -= worthProduction
	}
	if landscapeOf(to) == home && v.crowd[to] < capacityOf(to) {
		worth += worthProduction
	}
	if v.crowd[from] == capacityOf(from)+1 {
		worth += worthProduction * float64(v.mineAt(from))
	}
	for l := range Landscape(landscapes) {
		if v.owned.has(amuletOf(l)) {
			continue
		}
		now, next := far, v.market[l][v.field[to]]
		for i, cost := range v.best[l] {
			now = min(now, cost)
			if firstOf(v.people)+int8(i) != m.Tribe {
				next = min(next, cost)
			}
		}
		worth += worthChance * float64(now-next)
	}
	return worth - v.crowding(to)
}

// crowding is what own tribes lose when one more comes to a full tile.
func (v *appraisal) crowding(tile int8) float64 {
	if v.crowd[tile] != capacityOf(tile) {
		return 0
	}
	return worthProduction * float64(v.mineAt(tile))
}

func (v *appraisal) mineAt(tile int8) int {
	n := 0
	for t := firstOf(v.people); t < firstOf(v.people)+tribesOf; t++ {
		if v.at[t] == tile && v.atHome(t) {
			n++
		}
	}
	return n
}

// buy is the worth of an amulet on a tribe: the nearer to the tower the better, and best on one that produces nothing, from a
// people that nobody plays [P23].
func (v *appraisal) buy(m Buy) float64 {
	worth := 300 - worthStep/2*float64(v.home[v.field[v.at[m.Tribe]]]) - worthGood*float64(m.Price)
	if v.produces(m.Tribe) {
		worth -= worthProduction
	}
	if v.player[m.Seller] != engine.NoSeat {
		worth -= worthGood
	}
	return worth
}

// apart is how many steps two fields are apart, whatever lies between.
var apart = newApart()

func newApart() *[fields][fields]int16 {
	all := &[fields][fields]int16{}
	for f := range all {
		all[f] = nowhere()
		all[f][f] = 0
		for changed := true; changed; {
			changed = false
			for from, way := range all[f] {
				for _, l := range pangea.links[from] {
					if way+1 < all[f][l.to] {
						all[f][l.to] = way + 1
						changed = true
					}
				}
			}
		}
	}
	return all
}
