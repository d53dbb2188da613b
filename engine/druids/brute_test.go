package druids_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/druids"
	"nemeton/testkit/expect"
)

// spot is a stone in a second, independent model of the circle: ring from 1, the inner one, and hour 1 to 12; 12 is
// angle 0.
type spot struct{ ring, hour int }

func (s spot) stone() int8 { return int8((s.ring-1)*12 + s.hour%12) }

func spotOf(stone int8) spot {
	hour := int(stone) % 12
	if hour == 0 {
		hour = 12
	}
	return spot{int(stone)/12 + 1, hour}
}

// linked is the kind of link between two spots: "ring", "spoke" or none [D1].
func linked(a, b spot) string {
	apart := (a.hour - b.hour + 12) % 12
	switch {
	case a.ring == b.ring && (apart == 1 || apart == 11):
		return "ring"
	case a.hour != b.hour:
		return ""
	case min(a.ring, b.ring) == 1 && max(a.ring, b.ring) == 2 && slices.Contains([]int{1, 5, 9}, a.hour):
		return "spoke"
	case min(a.ring, b.ring) == 2 && max(a.ring, b.ring) == 3 && slices.Contains([]int{3, 7, 11}, a.hour):
		return "spoke"
	}
	return ""
}

// heading is the direction of a step: in or out along a spoke, or one of two directions along a ring.
func heading(a, b spot) string {
	switch {
	case linked(a, b) == "spoke" && b.ring > a.ring:
		return "out"
	case linked(a, b) == "spoke":
		return "in"
	case (b.hour-a.hour+12)%12 == 1:
		return "clockwise"
	default:
		return "counter"
	}
}

// follows checks a complete path against a face by the text of D24 and D25, independently of the way paths are built.
func follows(way []spot, face Face) bool {
	steps := len(way) - 1
	if face.Shape == Pips {
		return steps == int(face.Pips)
	}
	changes := 0
	for i := 2; i < len(way); i++ {
		was, is := heading(way[i-2], way[i-1]), heading(way[i-1], way[i])
		if was == is {
			continue
		}
		if linked(way[i-2], way[i-1]) == linked(way[i-1], way[i]) {
			return false // turned back
		}
		changes++
	}
	switch face.Shape {
	case Straight:
		return changes == 0
	case Bend:
		return changes == 1
	default:
		return changes == 2
	}
}

// brute tries every path that enters no stone twice and passes no druid, and returns the ends of those that follow the
// face.
func brute(p *table, f Figure, face Face) []int8 {
	figures := p.view(spectator).Figures
	on, druids := map[spot]int{}, map[spot]bool{}
	var from spot
	for _, v := range figures {
		if v.At != AtStone {
			continue
		}
		if v.Figure == f {
			from = spotOf(v.Stone)
			continue
		}
		on[spotOf(v.Stone)]++
		druids[spotOf(v.Stone)] = druids[spotOf(v.Stone)] || v.Figure.IsDruid()
	}
	symbols := p.view(spectator).Stones
	ends := map[int8]bool{}
	longest := 23
	if face.Shape == Pips {
		longest = int(face.Pips)
	}
	var walk func(way []spot)
	walk = func(way []spot) {
		here := way[len(way)-1]
		if len(way) > 1 {
			gate := f == Morrigan && symbols[here.stone()] == Pentagram
			if on[here] < 2 && !gate && follows(way, face) {
				ends[here.stone()] = true
			}
			// A path that violates a shape never satisfies it later, so it can be dropped.
			if druids[here] || len(way) > longest || face.Shape != Pips && !hopeful(way, face) {
				return
			}
		}
		for ring := 1; ring <= 3; ring++ {
			for hour := 1; hour <= 12; hour++ {
				next := spot{ring, hour}
				if linked(here, next) != "" && !slices.Contains(way, next) {
					walk(append(slices.Clone(way), next))
				}
			}
		}
	}
	walk([]spot{from})
	list := []int8{}
	for stone := range ends {
		list = append(list, stone)
	}
	slices.Sort(list)
	return list
}

// hopeful reports whether a path has at most the bends of the face's shape.
func hopeful(way []spot, face Face) bool {
	for _, shape := range []Shape{Straight, Bend, DoubleBend} {
		if shape <= face.Shape && follows(way, Face{Shape: shape}) {
			return true
		}
	}
	return false
}

// scatter places the figures of a table of n seats at random, at most two on a stone, spirits under any control. Some
// figures stay outside the circle.
func scatter(t *testing.T, r *rand.Rand, n int) *table {
	p := given(t, n)
	used := map[int8]int{}
	free := func() int8 {
		for {
			if stone := int8(r.IntN(36)); used[stone] < 2 {
				used[stone]++
				return stone
			}
		}
	}
	for seat := range engine.Seat(n) {
		p.Facts(druid(seat, free()))
	}
	for f := Belenus; f <= Morrigan; f++ {
		if r.IntN(5) > 0 {
			p.Facts(spirit(engine.Seat(r.IntN(n)), f, free()))
		}
	}
	return p
}

// TestReach compares the listed stones with an independent enumeration, for every face and every figure of seat 0 [D24,
// D25, D26].
func TestReach(t *testing.T) {
	t.Parallel()
	faces := []Face{pips(1), pips(2), pips(3), pips(4), pips(5), pips(6), straight, bend, double}
	for seed := range uint64(60) {
		t.Run(fmt.Sprintf("position %d", seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 24))
			p := scatter(t, r, 2+int(seed)%4)
			for _, face := range faces {
				for _, v := range p.view(spectator).Figures {
					if v.Seat == 0 && v.At == AtStone {
						compareReach(p, v.Figure, face)
					}
				}
			}
		})
	}
}

// compareReach rolls the face with both dice and compares the listed stones.
func compareReach(p *table, f Figure, face Face) {
	p.Helper()
	ends := brute(p, f, face)
	p.rolled(face, face, 2)
	if p.Lists(0, KindUse, Use{Die: 0, Figure: f}) != (len(ends) > 0) {
		p.Fatalf("%v by %+v: listed is %v, and brute force reaches %v", f, face, len(ends) == 0, ends)
	}
	if len(ends) == 0 {
		return
	}
	p.Facts(FigureChosen{Figure: f, Why: WhyDie, Die: 0}, asks(KindGo, 0))
	expect.Deep(p, p.stones(), ends, fmt.Sprintf("%v from %d by %+v", f, p.figure(f).Stone, face))
	for _, m := range p.State.Open()[0].Moves {
		way := []spot{spotOf(p.figure(f).Stone)}
		for _, stone := range m.(Go).Path.Stones() {
			if linked(way[len(way)-1], spotOf(stone)) == "" || slices.Contains(way, spotOf(stone)) {
				p.Fatalf("%+v is no way", m)
			}
			way = append(way, spotOf(stone))
		}
		if !follows(way, face) || way[len(way)-1].stone() != m.(Go).Stone {
			p.Fatalf("%+v does not follow %+v", m, face)
		}
	}
}
