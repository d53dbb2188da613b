package pangea_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/must"
)

// tally computes a game's totals from the events alone, independently of the state.
type tally struct {
	people  []People // by seat
	fields  []int8   // by tile
	place   map[int8]int8
	drawn   map[engine.Seat][]int8
	carried map[int8]Amulet
	tower   map[engine.Seat][]Amulet
	goods   []int
	spells  map[engine.Seat]int8
	bought  map[Amulet]int
	earned  int // produced, and paid to sellers
	spent   int
}

func newTally(n int) *tally {
	return &tally{
		people: []People{Purple, Green, Orange, Blue, Yellow}[:n], goods: make([]int, n), place: map[int8]int8{}, drawn: map[engine.Seat][]int8{},
		carried: map[int8]Amulet{}, tower: map[engine.Seat][]Amulet{}, spells: map[engine.Seat]int8{}, bought: map[Amulet]int{},
	}
}

// add adds one event; it fails if the event is impossible.
func (y *tally) add(e engine.Event) error {
	switch e := e.(type) {
	case SetUp:
		y.fields = slices.Clone(e.Fields)
	case NeutralSettled:
		return y.arrive(e.Tile, e.Tribes...)
	case TribesDrawn:
		y.drawn[e.Seat] = e.Tribes
	case TowerPlaced:
		if !slices.Equal(e.Tribes, y.drawn[e.Seat]) {
			return fmt.Errorf("seat %d drew %v and places %v", e.Seat, y.drawn[e.Seat], e.Tribes)
		}
		return y.arrive(e.Tile, e.Tribes...)
	case TribeFounded:
		return y.arrive(e.Tile, e.Tribe)
	case TileShifted:
		if y.fields[e.Tile] != e.From || slices.Contains(y.fields, e.To) || !slices.Contains(beside[e.From], int(e.To)) {
			return fmt.Errorf("tile %d cannot go from %d to %d", e.Tile, e.From, e.To)
		}
		y.fields[e.Tile] = e.To
	case NeutralMoved:
		return y.walk(e.Tribe, e.From, e.To)
	case TribeMoved:
		return y.walk(e.Tribe, e.From, e.To)
	case SpellLaid:
		y.spells[e.Seat] = e.Field
	case SpellLifted:
		delete(y.spells, e.Seat)
	default:
		return y.trade(e)
	}
	return nil
}

// trade adds events of goods and amulets.
func (y *tally) trade(e engine.Event) error {
	switch e := e.(type) {
	case GoodsProduced:
		y.goods[e.Seat] += int(e.Goods)
		y.earned += int(e.Goods)
	case AmuletBought:
		if y.carried[e.Tribe] != NoAmulet {
			return fmt.Errorf("tribe %d carries two amulets", e.Tribe)
		}
		y.goods[e.Seat] -= int(e.Price)
		y.spent += int(e.Price)
		if e.To >= 0 {
			y.goods[e.To]++
			y.earned++
		}
		if (e.To >= 0) != (e.Earned == 1) {
			return fmt.Errorf("the seller earns %d: %+v", e.Earned, e)
		}
		y.carried[e.Tribe] = e.Amulet
		if y.bought[e.Amulet]++; y.bought[e.Amulet] > 5 {
			return fmt.Errorf("a sixth %v", e.Amulet)
		}
	case AmuletDelivered:
		if y.carried[e.Tribe] != e.Amulet {
			return fmt.Errorf("tribe %d delivers %v and carries %v", e.Tribe, e.Amulet, y.carried[e.Tribe])
		}
		delete(y.carried, e.Tribe)
		y.tower[e.Seat] = append(y.tower[e.Seat], e.Amulet)
	}
	return nil
}

func (y *tally) arrive(tile int8, tribes ...int8) error {
	for _, t := range tribes {
		if _, there := y.place[t]; there {
			return fmt.Errorf("tribe %d arrives twice", t)
		}
		y.place[t] = tile
	}
	return nil
}

func (y *tally) walk(t, from, to int8) error {
	if y.place[t] != from || !slices.Contains(beside[y.fields[from]], int(y.fields[to])) {
		return fmt.Errorf("tribe %d cannot go from %d to %d", t, from, to)
	}
	y.place[t] = to
	return nil
}

// check compares the totals with the view: pieces and goods are conserved.
func (y *tally) check(v View) error {
	var errs []error
	expect := func(what string, got, want any) {
		if fmt.Sprint(got) != fmt.Sprint(want) {
			errs = append(errs, fmt.Errorf("%s: got %v, want %v", what, got, want))
		}
	}
	crowd := make([]int8, len(v.Tiles))
	placed := 0
	for i, people := range v.Peoples {
		if people.Tower >= 0 {
			expect("tribes of a people", len(people.Tribes)+int(people.Left), 8)
		}
		for _, t := range people.Tribes {
			placed++
			crowd[t.Tile]++
			expect("people of a tribe", int(t.ID)/8, i)
			expect("tile of a tribe", t.Tile, y.place[t.ID])
			expect("what it carries", t.Carries, y.carried[t.ID])
		}
	}
	expect("tribes on the board", placed, len(y.place))
	for i, tile := range v.Tiles {
		expect("tribes on a tile", tile.Tribes, crowd[i])
		expect("field of a tile", tile.Field, y.fields[i])
		expect("overcrowded", tile.Overcrowded, crowd[i] > tile.Capacity)
	}
	total := 0
	for _, p := range v.Players {
		total += int(p.Goods)
		expect("goods", p.Goods, y.goods[p.Seat])
		expect("no debts", p.Goods >= 0, true)
		expect("production", int(p.Production), y.producers(v, y.people[p.Seat]))
		own := slices.Sorted(slices.Values(y.tower[p.Seat]))
		expect("amulets", p.Amulets, own)
		expect("one of a kind", len(slices.Compact(append(own, y.on(y.people[p.Seat])...))), len(own)+len(y.on(y.people[p.Seat])))
		spell, laid := y.spells[p.Seat]
		if !laid {
			spell = -1
		}
		expect("spell", v.Peoples[y.people[p.Seat]].Spell, spell)
	}
	expect("all goods", total, y.earned-y.spent)
	return errors.Join(errs...)
}

// on lists the amulets that the tribes of a people carry.
func (y *tally) on(p People) []Amulet {
	var list []Amulet
	for t := range int8(8) {
		if a := y.carried[int8(p)*8+t]; a != NoAmulet {
			list = append(list, a)
		}
	}
	return slices.Sorted(slices.Values(list))
}

// producers counts the producing tribes of a people, from the totals [P12].
func (y *tally) producers(v View, p People) int {
	n := 0
	crowd := map[int8]int8{}
	for _, tile := range y.place {
		crowd[tile]++
	}
	for _, t := range v.Peoples[p].Tribes {
		tile := y.place[t.ID]
		if v.Tiles[tile].Landscape == t.Home && crowd[tile] <= v.Tiles[tile].Capacity && y.carried[t.ID] == NoAmulet {
			n++
		}
	}
	return n
}

// TestRandomGames plays random and greedy games. Every game ends, the totals agree after every move, and no list is too long.
func TestRandomGames(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 5; n++ {
		for name, play := range map[string]player{"greedy": greedy, "random": enginetest.Step} {
			t.Run(fmt.Sprintf("%d %s players", n, name), func(t *testing.T) {
				t.Parallel()
				for seed := range uint64(1) {
					playChecked(t, n, enginetest.Loose(seed), play)
				}
			})
		}
	}
}

func playChecked(t *testing.T, n int, chance chance.Loose, play player) {
	t.Helper()
	s, y := Title{}.Blank(setup(n)), newTally(n)
	add := func(events []engine.Event) {
		t.Helper()
		for _, e := range events {
			must.Succeed(t, y.add(e))
		}
		must.Succeed(t, y.check(s.View(spectator).(View)))
	}
	events := Title{}.Start(setup(n), chance)
	for _, e := range events {
		s.Evolve(e)
	}
	add(events)
	for moves := 0; s.Outcome() == nil; moves++ {
		if moves > 3000 {
			t.Fatalf("not over after %d moves", moves)
		}
		if list := s.Open()[0].Moves; len(list) == 0 || len(list) > 200 {
			t.Fatalf("%s lists %d moves", s.Open()[0].Kind, len(list))
		}
		add(play(s, chance))
	}
}
