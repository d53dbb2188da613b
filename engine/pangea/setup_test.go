package pangea_test

import (
	"fmt"
	"slices"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/expect"
	"nemeton/testkit/must"
)

func TestPeoples(t *testing.T) {
	t.Parallel()

	t.Run("colors are the five peoples, whatever the number of players [P2]", func(t *testing.T) {
		t.Parallel()
		for n := 2; n <= 5; n++ {
			expect.Equal(t, "colors", Title{}.Info().ColorsFor(n), []string{"purple", "green", "orange", "blue", "yellow"})
		}
		s := Title{}.Blank(engine.Setup{Colors: []string{"yellow", "green"}})
		v := s.View(spectator).(View)
		var seats []engine.Seat
		for _, p := range v.Peoples {
			seats = append(seats, p.Seat)
		}
		expect.Equal(t, "who plays them", seats, []engine.Seat{-1, 1, -1, -1, 0})
		expect.Equal(t, "seat 0", v.Players[0].People, Yellow)
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
			expect.Equal(t, p.String(), *view.Bag, bag)
			expect.Equal(t, "left", view.Left, 8)
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
			expect.Equal(t, l.String(), listed[Buy](p), []Buy{{DoBuy, 0, People(seller / 8), a, 1}})
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
					expect.Equal(t, "a player's tower", p.Tower, -1)
					expect.Equal(t, "a player's tribes", p.Tribes, []TribeView{})
					expect.Equal(t, "a player's bag", p.Left, 5)
					continue
				}
				expect.Equal(t, "tower", p.Tower, on([]Landscape{Mountain, Swamp, Desert, Grassland, Forest}[i], 4))
				expect.Equal(t, "tribes", len(p.Tribes), 3)
				expect.Equal(t, "bag", p.Left, 5)
				for _, tribe := range p.Tribes {
					expect.Equal(t, "where", tribe.Tile, p.Tower)
				}
			}
			for _, p := range v.Players {
				expect.Equal(t, "player", p.Goods, 0)
				expect.Equal(t, "amulets", p.Amulets, []Amulet{})
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
		expect.Equal(t, "fields of tile 0", len(where), 15)
		expect.Equal(t, "start players", len(starts), 4)
		expect.Equal(t, "tribes", len(drawn), 40)
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
				expect.Equal(t, "asked", s.Open()[0].Seat, seat)
				expect.Equal(t, "kind", s.Open()[0].Kind, KindPlaceTower)
				expect.Equal(t, "phase", s.View(spectator).(View).Turn.Phase, PhasePlacing)
				expect.Equal(t, "tiles to choose from", len(s.Open()[0].Moves), 15-(5-n)-i)
				enginetest.Step(s, chance)
			}
			v := s.View(spectator).(View)
			expect.Equal(t, "turn", v.Turn, TurnView{Seat: start, Number: 1, Round: 1, Phase: PhaseMagic, Actions: 1})
		})
	}

	t.Run("on a tile without a tower, with the three tribes drawn [P12]", func(t *testing.T) {
		t.Parallel()
		mine := []int8{tribe(Purple, Mountain, 0), tribe(Purple, Swamp, 1), tribe(Purple, Grassland, 0)}
		p := given(t, 3, tower(Blue, on(Grassland, 4)), one(TribesDrawn{0, mine}), asks(KindPlaceTower, 0))
		expect.Equal(t, "hand", p.view(0).Hand, []HandView{{mine[0], Mountain}, {mine[1], Swamp}, {mine[2], Grassland}})
		expect.Equal(t, "taken tile", p.lists(PlaceTower{DoTower, on(Grassland, 4)}), false)
		expect.Equal(t, "tiles", len(listed[PlaceTower](p)), 14)
		got := p.do(0, KindPlaceTower, PlaceTower{DoTower, on(Mountain, 2)})
		expect.Equal(t, "placed", got[0].(TowerPlaced), TowerPlaced{0, on(Mountain, 2), mine})
		expect.Equal(t, "tower", p.view(1).Peoples[Purple].Tower, on(Mountain, 2))
		expect.Equal(t, "hand after", p.view(0).Hand, nil)
		expect.Equal(t, "at home", p.tribe(mine[0]).AtHome, true)
		expect.Equal(t, "not at home", p.tribe(mine[1]).AtHome, false)
		expect.Equal(t, "overcrowded", p.view(0).Tiles[on(Mountain, 2)].Overcrowded, true)
		p.open(1, KindPlaceTower)
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
			expect.Equal(t, v.String(), told.Data, any(SeatOnly{1}))
		}
		told, _ := Title{}.Registry().Redact(drawn, engine.SeatViewer(1))
		expect.Equal(t, "owner", told.Data, any(drawn))
	})

	t.Run("who is left in the bag would tell who was drawn; the number does not [P12]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Blue, 11), one(TribesDrawn{0, []int8{0, 1, 2}}), one(TribesDrawn{1, []int8{8, 9, 10}}), asks(KindPlaceTower, 1))
		for _, v := range []engine.Viewer{spectator, engine.SeatViewer(0)} {
			view := p.s.View(v).(View)
			expect.Equal(t, "number left", view.Peoples[Green].Left, 5)
			expect.Equal(t, "bag", view.Peoples[Green].Bag, nil)
			expect.Equal(t, "a neutral bag", *view.Peoples[Blue].Bag, BagView{Grassland: 4, Forest: 2, Desert: 2})
		}
		expect.Equal(t, "hand of a spectator", p.s.View(spectator).(View).Hand, nil)
		expect.Equal(t, "own bag", *p.view(1).Peoples[Green].Bag, BagView{Swamp: 1, Forest: 2, Mountain: 2})
		p.do(1, KindPlaceTower, PlaceTower{DoTower, 4})
		expect.Equal(t, "bag once the tower stands", *p.view(0).Peoples[Green].Bag, BagView{Swamp: 1, Forest: 2, Mountain: 2})
	})

	t.Run("every three tribes are sampled for a tower that does not stand [P12]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, one(TribesDrawn{0, []int8{0, 1, 2}}), one(TribesDrawn{1, []int8{8, 9, 10}}), asks(KindPlaceTower, 0))
		k := knows(p.s, 2, engine.SeatViewer(0))
		met := map[string]int{}
		for seed := range uint64(2000) {
			world := must.Return(Title{}.Sample(k, enginetest.Loose(seed).Rand))(t)
			expect.Equal(t, "own hand", world.View(engine.SeatViewer(0)).(View).Hand, k.View.(View).Hand)
			met[fmt.Sprint(world.View(engine.SeatViewer(1)).(View).Hand)]++
		}
		expect.Equal(t, "threes of eight", len(met), 56)
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
