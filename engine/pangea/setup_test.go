package pangea_test

import (
	"fmt"
	"slices"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestPeoples(t *testing.T) {
	t.Parallel()

	t.Run("colors are the five peoples, whatever the number of players [P2]", func(t *testing.T) {
		t.Parallel()
		for n := 2; n <= 5; n++ {
			expect.Deep(t, Title{}.Info().ColorsFor(n), []string{"purple", "green", "orange", "blue", "yellow"}, "colors")
		}
		s := Title{}.Blank(engine.Setup{Colors: []string{"yellow", "green"}})
		v := s.View(spectator).(View)
		var seats []engine.Seat
		for _, p := range v.Peoples {
			seats = append(seats, p.Seat)
		}
		expect.Deep(t, seats, []engine.Seat{-1, 1, -1, -1, 0}, "who plays them")
		expect.Deep(t, v.Players[0].People, Yellow, "seat 0")
	})

	t.Run("eight tribes: 4, 2 and 2 by home [P2, P4]", func(t *testing.T) {
		t.Parallel()
		for p, bag := range map[People]BagView{
			Purple: {Mountain: 4, Swamp: 2, Grassland: 2},
			Green:  {Swamp: 4, Forest: 2, Mountain: 2},
			Orange: {Desert: 4, Mountain: 2, Grassland: 2},
			Blue:   {Grassland: 4, Forest: 2, Desert: 2},
			Yellow: {Forest: 4, Desert: 2, Swamp: 2},
		} {
			q := given(t, 2, tower(p, 0))
			view := q.view(0).Peoples[p]
			expect.Deep(t, *view.Bag, bag, p.String())
			expect.Deep(t, view.Left, 8, "left")
		}
	})

	t.Run("each amulet belongs to a landscape [P3]", func(t *testing.T) {
		t.Parallel()
		for l, a := range map[Landscape]Amulet{Mountain: Triangle, Swamp: Crescent, Desert: Circle, Grassland: Square, Forest: Star} {
			seller := map[Landscape]int8{
				Mountain: tribe(Green, Mountain, 0), Swamp: tribe(Green, Swamp, 0), Desert: tribe(Blue, Desert, 0),
				Grassland: tribe(Blue, Grassland, 0), Forest: tribe(Green, Forest, 0),
			}[l]
			p := given(t, 2, tower(Purple, 14), stand(on(l, 4), 0, seller), goods(0, 1), turn(0, 1), asks(KindBuying, 0))
			expect.Deep(t, listed[Buy](p), []Buy{{DoBuy, 0, People(seller / 8), a, 1}}, l.String())
		}
	})
}

func TestStart(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 5; n++ {
		t.Run(fmt.Sprintf("neutral peoples stand on their tiles with three tribes, %d players [P4, P11]", n), func(t *testing.T) {
			t.Parallel()
			v := begin(n, enginetest.Loose(3)).View(spectator).(View)
			for i, p := range v.Peoples {
				if i < n {
					expect.Deep(t, p.Tower, -1, "a player's tower")
					expect.Deep(t, p.Tribes, []TribeView{}, "a player's tribes")
					expect.Deep(t, p.Left, 5, "a player's bag")
					continue
				}
				expect.Deep(t, p.Tower, on([]Landscape{Mountain, Swamp, Desert, Grassland, Forest}[i], 4), "tower")
				expect.Deep(t, len(p.Tribes), 3, "tribes")
				expect.Deep(t, p.Left, 5, "bag")
				for _, tribe := range p.Tribes {
					expect.Deep(t, tribe.Tile, p.Tower, "where")
				}
			}
			for _, p := range v.Players {
				expect.Deep(t, p.Goods, 0, "player")
				expect.Deep(t, p.Amulets, []Amulet{}, "amulets")
			}
		})
	}

	t.Run("tiles, tribes and the start player come by chance [P10, P11, P12]", func(t *testing.T) {
		t.Parallel()
		where, drawn, starts := map[int8]int{}, map[int8]int{}, map[engine.Seat]int{}
		for seed := range uint64(600) {
			for _, e := range (Title{}.Start(setup(4), enginetest.Loose(seed))) {
				switch e := e.(type) {
				case SetUp:
					where[e.Fields[0]]++
					starts[e.Start]++
				case NeutralSettled:
					for _, t := range e.Tribes {
						drawn[t]++
					}
				case TribesDrawn:
					for _, t := range e.Tribes {
						drawn[t]++
					}
				}
			}
		}
		expect.Deep(t, len(where), 15, "fields of tile 0")
		expect.Deep(t, len(starts), 4, "start players")
		expect.Deep(t, len(drawn), 40, "tribes")
		for id, n := range drawn {
			// 225 expected, 12 the standard deviation.
			if n < 175 || n > 275 {
				t.Errorf("tribe %d was drawn %d times of 600, want about 225", id, n)
			}
		}
	})
}

func TestPlaceTower(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 5; n++ {
		t.Run(fmt.Sprintf("clockwise from the start player, who takes the first turn, %d players [P12]", n), func(t *testing.T) {
			t.Parallel()
			chance := enginetest.Loose(9)
			s := begin(n, chance)
			start := s.View(spectator).(View).Start
			for i := range n {
				seat := (start + engine.Seat(i)) % engine.Seat(n)
				expect.Deep(t, s.Open()[0].Seat, seat, "asked")
				expect.Deep(t, s.Open()[0].Kind, KindPlaceTower, "kind")
				expect.Deep(t, s.View(spectator).(View).Turn.Phase, PhasePlacing, "phase")
				expect.Deep(t, len(s.Open()[0].Moves), 15-(5-n)-i, "tiles to choose from")
				enginetest.Step(s, chance)
			}
			v := s.View(spectator).(View)
			expect.Deep(t, v.Turn, TurnView{Seat: start, Number: 1, Round: 1, Phase: PhaseMagic, Actions: 1}, "turn")
		})
	}

	t.Run("on a tile without a tower, with the three tribes drawn [P12]", func(t *testing.T) {
		t.Parallel()
		mine := []int8{tribe(Purple, Mountain, 0), tribe(Purple, Swamp, 1), tribe(Purple, Grassland, 0)}
		p := given(t, 3, tower(Blue, on(Grassland, 4)), one(TribesDrawn{0, mine}), asks(KindPlaceTower, 0))
		expect.Deep(t, p.view(0).Hand, []HandView{{mine[0], Mountain}, {mine[1], Swamp}, {mine[2], Grassland}}, "hand")
		expect.Deep(t, p.lists(PlaceTower{DoTower, on(Grassland, 4)}), false, "taken tile")
		expect.Deep(t, len(listed[PlaceTower](p)), 14, "tiles")
		got := p.Do(0, KindPlaceTower, PlaceTower{DoTower, on(Mountain, 2)})
		expect.Deep(t, got[0].(TowerPlaced), TowerPlaced{0, on(Mountain, 2), mine}, "placed")
		expect.Deep(t, p.view(1).Peoples[Purple].Tower, on(Mountain, 2), "tower")
		expect.Deep(t, p.view(0).Hand, nil, "hand after")
		expect.Deep(t, p.tribe(mine[0]).AtHome, true, "at home")
		expect.Deep(t, p.tribe(mine[1]).AtHome, false, "not at home")
		expect.Deep(t, p.view(0).Tiles[on(Mountain, 2)].Overcrowded, true, "overcrowded")
		p.Open(1, KindPlaceTower)
	})
}

// TestSecret: until a tower is placed, only its owner knows its tribes [P12].
func TestSecret(t *testing.T) {
	t.Parallel()

	t.Run("the draw is told to its owner alone [P12]", func(t *testing.T) {
		t.Parallel()
		drawn := TribesDrawn{Seat: 1, Tribes: []int8{8, 9, 15}}
		for _, v := range []engine.Viewer{spectator, engine.SeatViewer(0), engine.SeatViewer(2)} {
			told, _ := Title{}.Registry().Redact(drawn, v)
			expect.Deep(t, told.Data, any(SeatOnly{1}), v.String())
		}
		told, _ := Title{}.Registry().Redact(drawn, engine.SeatViewer(1))
		expect.Deep(t, told.Data, any(drawn), "owner")
	})

	t.Run("who is left in the bag would tell who was drawn; the number does not [P12]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Blue, 11), one(TribesDrawn{0, []int8{0, 1, 2}}), one(TribesDrawn{1, []int8{8, 9, 10}}), asks(KindPlaceTower, 1))
		for _, v := range []engine.Viewer{spectator, engine.SeatViewer(0)} {
			view := p.State.View(v).(View)
			expect.Deep(t, view.Peoples[Green].Left, 5, "number left")
			expect.Deep(t, view.Peoples[Green].Bag, nil, "bag")
			expect.Deep(t, *view.Peoples[Blue].Bag, BagView{Grassland: 4, Forest: 2, Desert: 2}, "a neutral bag")
		}
		expect.Deep(t, p.State.View(spectator).(View).Hand, nil, "hand of a spectator")
		expect.Deep(t, *p.view(1).Peoples[Green].Bag, BagView{Swamp: 1, Forest: 2, Mountain: 2}, "own bag")
		p.Do(1, KindPlaceTower, PlaceTower{DoTower, 4})
		expect.Deep(t, *p.view(0).Peoples[Green].Bag, BagView{Swamp: 1, Forest: 2, Mountain: 2}, "bag once the tower stands")
	})

	t.Run("every three tribes are sampled for a tower that does not stand [P12]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, one(TribesDrawn{0, []int8{0, 1, 2}}), one(TribesDrawn{1, []int8{8, 9, 10}}), asks(KindPlaceTower, 0))
		k := knows(p.State, 2, engine.SeatViewer(0))
		met := map[string]int{}
		for seed := range uint64(2000) {
			world := must.Return(Title{}.Sample(k, enginetest.Loose(seed).Rand))(t)
			expect.Deep(t, world.View(engine.SeatViewer(0)).(View).Hand, k.View.(View).Hand, "own hand")
			met[fmt.Sprint(world.View(engine.SeatViewer(1)).(View).Hand)]++
		}
		expect.Deep(t, len(met), 56, "threes of eight")
		for three, n := range met {
			// 36 expected, 6 the standard deviation.
			if n < 12 || n > 66 {
				t.Errorf("%s was sampled %d times of 2000, want about 36", three, n)
			}
		}
	})
}

func knows(s engine.State, n int, v engine.Viewer) engine.Knowledge {
	k := engine.Knowledge{Viewer: v, Setup: setup(n), View: s.View(v), Decisions: slices.Clone(s.Open())}
	for i := range k.Decisions {
		if !v.Is(k.Decisions[i].Seat) {
			k.Decisions[i].Moves = nil
		}
	}
	return k
}
