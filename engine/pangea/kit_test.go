package pangea_test

import (
	"slices"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/eventtest"
)

var spectator = engine.Spectator()

// table is a position under test.
type table struct{ *enginetest.Table }

// given returns a table of n seats that play the peoples in order, with the events applied. Seat 0 is the start player.
// The first event may place the tiles.
func given(t *testing.T, n int, facts ...[]engine.Event) *table {
	t.Helper()
	p := &table{&enginetest.Table{TB: t, State: Title{}.Blank(setup(n))}}
	if len(facts) == 0 || !eventtest.Has[SetUp](facts[0]) {
		p.Facts(laid(nil)...)
	}
	for _, list := range facts {
		p.Facts(list...)
	}
	return p
}

// position returns the table of testdata/positions/<name>.json.
func position(t *testing.T, name string) *table {
	t.Helper()
	return &table{enginetest.Position(t, Title{}, "testdata/positions/"+name+".json")}
}

// on is the tile of a landscape with a capacity; its number is part of the title's public shape.
func on(l Landscape, capacity int) int8 { return int8(l)*3 + int8(capacity) - 2 }

// at is the field in a row and column.
func at(row, column int) int8 {
	list := Title{}.Blank(setup(2)).View(spectator).(View).Fields
	return int8(slices.Index(list, FieldView{Row: int8(row), Column: int8(column)}))
}

// laid places tiles on fields, keeps some fields free, and places all other tiles on the first fields left.
func laid(tiles map[int8]int8, free ...int8) []engine.Event {
	fields := make([]int8, 15)
	taken := map[int8]bool{}
	for _, f := range free {
		taken[f] = true
	}
	for _, f := range tiles {
		taken[f] = true
	}
	next := int8(0)
	for tile := range int8(15) {
		if f, ok := tiles[tile]; ok {
			fields[tile] = f
			continue
		}
		for taken[next] {
			next++
		}
		fields[tile] = next
		next++
	}
	return one(SetUp{Fields: fields})
}

// tribe is the i-th tribe, from 0, of a people whose home is the landscape.
func tribe(p People, home Landscape, i int) int8 {
	homes := map[People][]Landscape{
		Purple: {Mountain, Swamp, Grassland}, Green: {Swamp, Forest, Mountain}, Orange: {Desert, Mountain, Grassland},
		Blue: {Grassland, Forest, Desert}, Yellow: {Forest, Desert, Swamp},
	}
	return int8(p)*8 + [...]int8{0, 4, 6}[slices.Index(homes[p], home)] + int8(i)
}

// tower puts the tower of a neutral people, or of the seat that plays it, on a tile, without tribes.
func tower(p People, tile int8) []engine.Event {
	return one(NeutralSettled{People: p, Tile: tile, Tribes: []int8{}})
}

func stand(tile int8, tribes ...int8) []engine.Event {
	var list []engine.Event
	for _, t := range tribes {
		list = append(list, TribeFounded{Tribe: t, Tile: tile})
	}
	return list
}

// carry gives a tribe an amulet.
func carry(t int8, a Amulet) []engine.Event {
	return one(AmuletBought{Tribe: t, Amulet: a, To: engine.NoSeat})
}

// holds puts amulets into a seat's tower; the last tribe delivers them.
func holds(seat engine.Seat, list ...Amulet) []engine.Event {
	var events []engine.Event
	for _, a := range list {
		events = append(events, AmuletDelivered{Seat: seat, Tribe: 39, Amulet: a})
	}
	return events
}

func goods(seat engine.Seat, n int16) []engine.Event { return one(GoodsProduced{Seat: seat, Goods: n}) }

// spell lays a seat's spell.
func spell(seat engine.Seat, field int8) []engine.Event {
	return one(SpellLaid{Seat: seat, Field: field})
}

// turn begins a turn with one action of magic. It comes after all events about pieces but before asks.
func turn(seat engine.Seat, round int8) []engine.Event { return magic(seat, round, 1) }

// magic begins a turn with some actions of magic.
func magic(seat engine.Seat, round, actions int8) []engine.Event {
	return one(TurnBegan{Seat: seat, Round: round, Turn: 1, Actions: actions})
}

// asks opens a decision.
func asks(kind string, seat engine.Seat) []engine.Event { return one(Asked{Kind: kind, Seat: seat}) }

// one is a single fact.
func one(e engine.Event) []engine.Event { return []engine.Event{e} }

func (p *table) end(seat engine.Seat, kind string) []engine.Event {
	p.Helper()
	return p.Do(seat, kind, End{Do: DoEnd})
}

// lists reports whether the open decision lists a move.
func (p *table) lists(m engine.Move) bool {
	p.Helper()
	return slices.Contains(p.State.Open()[0].Moves, m)
}

// listed are the moves of one type that the open decision lists.
func listed[M any](p *table) []M {
	list := []M{}
	for _, m := range p.State.Open()[0].Moves {
		if m, ok := m.(M); ok {
			list = append(list, m)
		}
	}
	return list
}

// view is what a seat sees.
func (p *table) view(seat engine.Seat) View { return p.State.View(engine.SeatViewer(seat)).(View) }

// player is what a seat has.
func (p *table) player(seat engine.Seat) PlayerView { return p.view(seat).Players[seat] }

// tribe is a tribe on the board; else the test ends.
func (p *table) tribe(id int8) TribeView {
	p.Helper()
	for _, t := range p.view(0).Peoples[id/8].Tribes {
		if t.ID == id {
			return t
		}
	}
	p.Fatalf("tribe %d is not on the board", id)
	return TribeView{}
}
