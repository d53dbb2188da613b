package pangea_test

import (
	"slices"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/expect"
)

// happened tells from views and events what a move did, in the effects of the title.
func happened(p enginetest.Played) []engine.Effect {
	h := account{Played: p, before: p.View(0).(View), after: p.View(1).(View), events: p.Events(1)}
	switch m := p.Move.(type) {
	case PlaceTower:
		h.tower(m.Tile)
	case Found:
		h.found(m.People)
	case Shift:
		h.add("shift", engine.Whole("tile", m.Tile), engine.Whole("tribes", h.after.Tiles[m.Tile].Tribes))
		h.add("next", engine.Listed("tiles", h.beside(m.To)))
	case Step:
		h.step(m)
	case Buy:
		h.buy()
	case LaySpell:
		tile := slices.IndexFunc(h.before.Tiles, func(t TileView) bool { return t.Field == m.Field })
		h.add("spell", engine.Whole("tile", tile))
	}
	h.end()
	h.production()
	return h.list
}

// account collects what one move did.
type account struct {
	enginetest.Played
	before, after View
	events        []engine.Event
	people        int // that founded a tribe, plus 1
	list          []engine.Effect
}

func (h *account) add(kind string, values ...engine.EffectValue) {
	h.list = append(h.list, engine.NewEffect(kind, values...))
}

func (h *account) own() (before, after PeopleView) {
	i := slices.IndexFunc(h.before.Peoples, func(p PeopleView) bool { return p.Seat == h.Seat })
	return h.before.Peoples[i], h.after.Peoples[i]
}

func (h *account) tower(tile int8) {
	_, own := h.own()
	home, produces := 0, 0
	for _, t := range own.Tribes {
		home, produces = home+count(t.AtHome), produces+count(t.Produces)
	}
	h.add("arrive", engine.Whole("tile", tile), engine.Whole("home", home), engine.Whole("produces", produces))
	h.crowded(tile)
}

func (h *account) found(p People) {
	before, after := h.before.Peoples[p], h.after.Peoples[p]
	h.people = int(p) + 1
	for _, e := range h.events {
		if e, ok := e.(TribeFounded); ok {
			is := after.Tribes[slices.IndexFunc(after.Tribes, func(t TribeView) bool { return t.ID == e.Tribe })]
			h.add("arrive", engine.Whole("tile", e.Tile), engine.Whole("home", count(is.AtHome)), engine.Whole("produces", count(is.Produces)))
		}
	}
	h.add("bag", engine.Whole("home", inBag(before.Bag, h.before.Tiles[before.Tower].Landscape)), engine.Whole("left", before.Left))
	h.crowded(after.Tower)
}

// count is 1 for true.
func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

func inBag(bag *BagView, l Landscape) int8 {
	return [...]int8{bag.Mountain, bag.Swamp, bag.Desert, bag.Grassland, bag.Forest}[l]
}

func (h *account) step(m Step) {
	tribe := func(v View) TribeView {
		list := v.Peoples[m.Tribe/8].Tribes
		return list[slices.IndexFunc(list, func(t TribeView) bool { return t.ID == m.Tribe })]
	}
	was, is := tribe(h.before), tribe(h.after)
	// A tribe that delivered at the end of the same entry produces only since then.
	h.add("arrive", engine.Whole("tile", m.To), engine.Whole("home", count(is.AtHome)), engine.Whole("produces", count(is.Produces && was.Carries == NoAmulet)))
	h.crowded(m.To)
	if h.before.Tiles[was.Tile].Overcrowded && !h.after.Tiles[was.Tile].Overcrowded {
		h.add("eased", engine.Whole("tile", was.Tile))
	}
	before, after := h.own()
	tower, n := before.Tower, len(h.before.Players[h.Seat].Amulets)
	for _, t := range after.Tribes {
		i := slices.IndexFunc(before.Tribes, func(o TribeView) bool { return o.ID == t.ID })
		if t.Tile == tower && before.Tribes[i].Carries != NoAmulet {
			n++
		}
	}
	ends := slices.ContainsFunc(h.events, func(e engine.Event) bool { _, is := e.(PhaseEnded); return is })
	if was.Carries != NoAmulet && is.Tile == tower && !ends {
		h.add("deliver", engine.Whole("amulet", was.Carries), engine.Whole("amulets", n))
	}
}

func (h *account) buy() {
	own, _ := h.own()
	for _, e := range h.events {
		if e, ok := e.(AmuletBought); ok {
			h.add("pay", engine.Whole("goods", e.Price), engine.Whole("left", h.before.Players[h.Seat].Goods-e.Price))
			if e.To != engine.NoSeat {
				h.add("earn", engine.Whole("seat", e.To), engine.Whole("goods", h.after.Players[e.To].Goods-h.before.Players[e.To].Goods))
			}
			h.add("carry", engine.Whole("amulet", e.Amulet), engine.Whole("tile", own.Tower))
		}
	}
}

// end adds the amulets and goods that came at the end of phases.
func (h *account) end() {
	for _, e := range h.events {
		switch e := e.(type) {
		case AmuletDelivered:
			h.add("deliver", engine.Whole("amulet", e.Amulet), engine.Whole("amulets", e.Amulets))
		case GoodsProduced:
			if !h.maySell() {
				h.add("produce", engine.Whole("goods", e.Goods), engine.Whole("left", h.after.Players[h.Seat].Goods))
			}
		}
	}
}

// maySell reports whether a neutral tribe from the bag could have sold, so that chance decided about the goods in the same entry.
func (h *account) maySell() bool {
	if h.people == 0 || h.before.Peoples[h.people-1].Seat != engine.NoSeat {
		return false
	}
	was := h.before.Peoples[h.people-1]
	tile, me := h.after.Tiles[was.Tower], h.after.Players[h.Seat]
	amulet := Amulet(tile.Landscape) + 1
	_, own := h.own()
	buys := func(t TribeView) bool { return t.Tile == was.Tower && t.Carries == NoAmulet }
	has := slices.Contains(me.Amulets, amulet) || slices.ContainsFunc(own.Tribes, func(t TribeView) bool { return t.Carries == amulet })
	price := len(me.Amulets) + 1
	paid := int(h.before.Players[h.Seat].Goods) >= price
	return inBag(was.Bag, tile.Landscape) > 0 && !tile.Overcrowded && !has && paid && slices.ContainsFunc(own.Tribes, buys)
}

func (h *account) crowded(tile int8) {
	if t := h.after.Tiles[tile]; t.Overcrowded {
		h.add("crowded", engine.Whole("tile", tile), engine.Whole("tribes", t.Tribes), engine.Whole("room", t.Capacity))
	}
}

// production compares the production of all seats.
func (h *account) production() {
	for seat := range h.after.Players {
		from, to := h.before.Players[seat].Production, h.after.Players[seat].Production
		if from != to || h.mayProduce(seat) {
			h.add("production", engine.Whole("seat", seat), engine.Whole("from", from), engine.Whole("to", to))
		}
	}
}

// mayProduce reports whether chance decided about the production of a founded tribe.
func (h *account) mayProduce(seat int) bool {
	if h.people == 0 || h.before.Peoples[h.people-1].Seat != engine.Seat(seat) {
		return false
	}
	own := h.before.Peoples[h.people-1]
	n := inBag(own.Bag, h.before.Tiles[own.Tower].Landscape)
	return n > 0 && !h.after.Tiles[own.Tower].Overcrowded
}

// beside lists the tiles next to a field: up, right, down and left, then those over the edge of the board [P6].
func (h *account) beside(field int8) []int8 {
	cell := map[FieldView]int8{}
	for i, f := range h.after.Fields {
		cell[f] = int8(i)
	}
	var near, far []int8
	add := func(list []int8, at int8) []int8 {
		tile := slices.IndexFunc(h.after.Tiles, func(t TileView) bool { return t.Field == at })
		if tile < 0 || slices.Contains(near, int8(tile)) || slices.Contains(far, int8(tile)) {
			return list
		}
		return append(list, int8(tile))
	}
	var over []int8
	for _, d := range [][2]int8{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
		at := h.after.Fields[field]
		if to, ok := cell[FieldView{Row: at.Row + d[0], Column: at.Column + d[1]}]; ok {
			near = add(near, to)
			continue
		}
		for {
			back := FieldView{Row: at.Row - d[0], Column: at.Column - d[1]}
			if _, ok := cell[back]; !ok {
				break
			}
			at = back
		}
		over = append(over, cell[at])
	}
	for _, at := range over {
		far = add(far, at)
	}
	return append(near, far...)
}

func TestEffects_FoundingCanEndTheProduction(t *testing.T) {
	t.Parallel()
	tile := on(Mountain, 2)
	p := given(t, 2, tower(Purple, tile), tower(Green, on(Swamp, 2)), tower(Orange, on(Desert, 4)), tower(Blue, on(Grassland, 4)),
		tower(Yellow, on(Forest, 4)), stand(tile, tribe(Purple, Mountain, 0), tribe(Purple, Mountain, 1)),
		turn(0, 1), asks(KindMagic, 0))
	d := p.Open(0, KindMagic)
	k := engine.Knowledge{Viewer: engine.SeatViewer(0), Setup: setup(2), View: p.view(0)}
	list := Title{}.Effects(k, d)[slices.Index(d.Moves, engine.Move(Found{Do: DoFound, People: Purple}))]
	want := engine.NewEffect("production", engine.Whole("seat", 0), engine.Whole("from", 2), engine.Whole("to", 0))
	if !slices.ContainsFunc(list, want.Holds) {
		t.Errorf("a third tribe on a tile for two: got %v, want among them %v", list, want)
	}
}

// TestEffects_FoundingCanEndTheWholeTurn founds with the last action on an island, from where no tribe can walk.
func TestEffects_FoundingCanEndTheWholeTurn(t *testing.T) {
	t.Parallel()
	tower1, tower2 := on(Grassland, 3), on(Desert, 3)
	blue, green, home := tribe(Blue, Grassland, 0), tribe(Green, Swamp, 0), at(3, 3)
	island := laid(map[int8]int8{tower1: home}, at(2, 3), at(3, 2), at(3, 4), at(4, 3))
	// founding is a table where seat 0 plays purple and founds a tribe of a people.
	founding := func(t *testing.T, p People, facts ...[]engine.Event) []string {
		t.Helper()
		facts = append([][]engine.Event{island, tower(Purple, tower1), tower(Green, tower2), tower(Orange, on(Desert, 4)), tower(Blue, tower1),
			tower(Yellow, on(Forest, 4)), stand(tower1, tribe(Purple, Grassland, 0), tribe(Purple, Swamp, 0)), stand(tower2, green)}, facts...)
		q := given(t, 2, append(facts, turn(0, 1), asks(KindMagic, 0))...)
		d := q.Open(0, KindMagic)
		k := engine.Knowledge{Viewer: engine.SeatViewer(0), Setup: setup(2), View: q.view(0)}
		var list []string
		for _, e := range (Title{}).Effects(k, d)[slices.Index(d.Moves, engine.Move(Found{Do: DoFound, People: p}))] {
			if e.Kind == "deliver" || e.Kind == "produce" || e.Kind == "production" {
				list = append(list, string(e.AppendJSON(nil)))
			}
		}
		return list
	}

	t.Run("own: an amulet is handed in, and chance decides about one good [P22, P24]", func(t *testing.T) {
		t.Parallel()
		expect.Deep(t, founding(t, Purple, carry(tribe(Purple, Swamp, 0), Star), goods(0, 5)), []string{
			`{"kind":"deliver","amulet":5,"amulets":1}`, `{"kind":"produce","goods":{"min":1,"max":2},"left":{"min":6,"max":7}}`,
			`{"kind":"production","seat":0,"from":1,"to":{"min":1,"max":2}}`,
		}, "effects")
	})

	t.Run("neutral: a seller from the bag would begin trade [P23]", func(t *testing.T) {
		t.Parallel()
		expect.Deep(t, founding(t, Blue, goods(0, 1)), nil, "effects")
		expect.Deep(t, founding(t, Blue), []string{`{"kind":"produce","goods":1,"left":1}`}, "without goods")
		expect.Deep(t, founding(t, Blue, stand(tower1, blue), goods(0, 1)), []string{
			`{"kind":"produce","goods":0,"left":1}`, `{"kind":"production","seat":0,"from":1,"to":0}`,
		}, "overcrowded")
	})
}

// TestEffects_AreTrue compares the effects of the moves of random games with what happened.
func TestEffects_AreTrue(t *testing.T) {
	t.Parallel()
	enginetest.RunLaw(t, "effects", Title{}, enginetest.Options{Games: 4, Happened: happened})
}
