package pangea_test

import (
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
	. "nemeton/engine/pangea"
)

// beside lists the neighbors of each field, computed independently of the title: a step in a direction, or to the other
// end of the row or column [P6].
var beside = newBeside()

func newBeside() [][]int {
	list := Title{}.Blank(setup(2)).View(spectator).(View).Fields
	find := func(f FieldView) int { return slices.Index(list, f) }
	all := make([][]int, len(list))
	for at, f := range list {
		for _, d := range []FieldView{{Row: -1}, {Row: 1}, {Column: -1}, {Column: 1}} {
			to := find(FieldView{Row: f.Row + d.Row, Column: f.Column + d.Column})
			for back := f; to < 0; {
				back = FieldView{Row: back.Row - d.Row, Column: back.Column - d.Column}
				if find(FieldView{Row: back.Row - d.Row, Column: back.Column - d.Column}) < 0 {
					to = find(back)
				}
			}
			if !slices.Contains(all[at], to) {
				all[at] = append(all[at], to)
			}
		}
	}
	return all
}

// greedy takes the listed move with the best position. It builds production, sends tribes to sellers, buys, and carries
// amulets home.
func greedy(s engine.State, chance chance.Loose) []engine.Event {
	d := s.Open()[0]
	var best []engine.Event
	most := 0
	// from the last, so that it ends the phase if no move is better
	for i := len(d.Moves) - 1; i >= 0; i-- {
		next := s.Clone()
		events := s.Decide(d, d.Moves[i], chance)
		for _, e := range events {
			next.Evolve(e)
		}
		if likes := judge(next.View(engine.SeatViewer(d.Seat)).(View), d.Seat) + chance.IntN(20); best == nil || likes > most {
			best, most = events, likes
		}
	}
	for _, e := range best {
		s.Evolve(e)
	}
	return best
}

// judge is the value of a position for a seat.
func judge(v View, seat engine.Seat) int {
	p := v.Players[seat]
	likes := 1200*len(p.Amulets) + 8*int(p.Goods) + 30*int(p.Production)
	if p.Rank > 0 {
		likes += 1000 * (4 - int(p.Rank))
	}
	own := v.Peoples[p.People]
	likes += 12 * len(own.Tribes)
	if own.Tower < 0 {
		return likes
	}
	home := distances(v, own.Tower)
	lacks := map[Landscape]bool{}
	for l := Mountain; l <= Forest; l++ {
		lacks[l] = !slices.Contains(p.Amulets, Amulet(l)+1)
	}
	var free []TribeView
	for _, t := range own.Tribes {
		if t.Carries == 0 {
			free = append(free, t)
			continue
		}
		lacks[Landscape(t.Carries)-1] = false
		likes += 900 - 60*home[t.Tile]
		if t.Delivers {
			likes += 200
		}
	}
	for _, t := range free {
		// A tribe near its home is second best to one at home.
		nearest := 8
		for tile, to := range distances(v, t.Tile) {
			if b := v.Tiles[tile]; b.Landscape == t.Home && (b.Tribes < b.Capacity || to == 0 && !b.Overcrowded) {
				nearest = min(nearest, to)
			}
		}
		likes -= 6 * nearest
	}
	for l := Mountain; l <= Forest; l++ {
		if !lacks[l] {
			continue
		}
		// The best chance to buy: a tribe near a seller, the seller near the tower.
		nearest := 20
		for tile, seller := range sellers(v, p.People) {
			if !seller || v.Tiles[tile].Landscape != l {
				continue
			}
			from := distances(v, int8(tile))
			for _, t := range free {
				nearest = min(nearest, 2*from[t.Tile]+home[tile])
			}
		}
		likes += 500 - 30*min(nearest, 16)
	}
	return likes
}

// sellers marks the tiles where another people produces.
func sellers(v View, own People) []bool {
	list := make([]bool, len(v.Tiles))
	for _, people := range v.Peoples {
		for _, t := range people.Tribes {
			if people.People != own && t.Produces {
				list[t.Tile] = true
			}
		}
	}
	return list
}

// distances are the steps from a tile to each other; a step onto water counts as three.
func distances(v View, tile int8) []int {
	const far = 99
	cost := make([]int, len(v.Fields))
	for f := range cost {
		cost[f] = 3
	}
	for _, t := range v.Tiles {
		cost[t.Field] = 1
	}
	way := make([]int, len(v.Fields))
	for f := range way {
		way[f] = far
	}
	start := int(v.Tiles[tile].Field)
	way[start] = 0
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		for _, to := range beside[queue[0]] {
			if d := way[queue[0]] + cost[to]; d < way[to] {
				way[to] = d
				queue = append(queue, to)
			}
		}
	}
	list := make([]int, len(v.Tiles))
	for i, t := range v.Tiles {
		list[i] = way[t.Field]
	}
	return list
}
