package pangea

import "nemeton/engine"

var effectKinds = engine.EffectKinds{
	"arrive":     {"tile", "home", "produces"}, // tribes come to a tile; so many of them are at home there, and so many produce [P12]
	"bag":        {"home", "left"},             // so many of the tribes left in the bag would be at home [P21]
	"crowded":    {"tile", "tribes", "room"},   // a tile is overcrowded afterwards [P12]
	"eased":      {"tile"},                     // a tile is no longer overcrowded
	"production": {"seat", "from", "to"},       // the production of a seat changes [P24]
	"deliver":    {"amulet", "amulets"},        // an amulet reaches the tower, which has so many then [P22]; kinds from 1, in their order
	"pay":        {"goods", "left"},            // the seat pays goods and has so many left [P23]
	"earn":       {"seat", "goods"},            // another seat sells an amulet [P23]
	"carry":      {"amulet", "tile"},           // the tribe carries an amulet, to the tower on that tile
	"shift":      {"tile", "tribes"},           // a tile moves with so many tribes
	"next":       {"tiles"},                    // the tiles next to it afterwards
	"spell":      {"tile"},                     // a spell lies on a tile; -1: on the water [P25]
	"produce":    {"goods", "left"},            // goods for the producing tribes, at the end of the phase; the seat has so many then [P24]
}

func (Title) EffectKinds() engine.EffectKinds { return effectKinds }

// Effects implements engine.Explainer. The tribes that other seats drew in secret count as in their bags.
func (Title) Effects(k engine.Knowledge, d engine.Decision) [][]engine.Effect {
	view, ok := k.View.(View)
	if !ok {
		return nil
	}
	s := fromView(view, k.Setup)
	for _, t := range view.Hand {
		s.at[t.ID] = inHand
	}
	list := make([][]engine.Effect, len(d.Moves))
	for i, m := range d.Moves {
		f := foresight{State: s, after: *s, seat: d.Seat}
		f.move(d.Kind, m)
		list[i] = f.effects
	}
	return list
}

// foresight collects the effects of one move. Its State is the one before.
type foresight struct {
	*State
	after   State
	seat    engine.Seat
	carrier bool // the tribe that moves carries an amulet
	effects []engine.Effect
}

func (f *foresight) add(kind string, values ...engine.EffectValue) {
	f.effects = append(f.effects, engine.NewEffect(kind, values...))
}

// move names what a move does, and the end of a phase that has no further moves then.
func (f *foresight) move(kind string, m engine.Move) {
	f.after.turn.Actions-- // only magic has any
	switch m := m.(type) {
	case PlaceTower:
		f.tower(m.Tile)
	case Found:
		f.found(m.People)
		return
	case Shift:
		f.shift(m)
	case Step:
		f.step(kind, m)
	case Buy:
		f.buy(m)
	case LaySpell:
		f.add("spell", engine.Whole("tile", f.tile[m.Field]))
	case End:
		f.end(kind)
		f.productions(&f.after)
		return
	}
	f.goOn(kind)
	f.productions(&f.after)
}

// goOn names the end of a phase that has no further moves [P25].
func (f *foresight) goOn(kind string) {
	if !f.after.can(kind) {
		f.end(kind)
	}
}

// tower puts the three tribes of the seat's hand on a tile [P12].
func (f *foresight) tower(tile int8) {
	home, p := 0, f.played[f.seat]
	for _, t := range f.hand(p) {
		f.after.put(t, tile)
		if homeOf[t] == landscapeOf(tile) {
			home++
		}
	}
	f.after.tower[p] = tile
	f.arrive(tile, home, home)
}

// arrive names the tribes that come to a tile: low to high of them are at home there. Only carriers and an overcrowded tile keep these from
// producing.
func (f *foresight) arrive(tile int8, low, high int) {
	works := 1
	if f.after.overcrowded(tile) || f.carrier {
		works = 0
	}
	f.add("arrive", engine.Whole("tile", tile), engine.Between("home", low, high), engine.Between("produces", works*low, works*high))
	f.crowded(tile)
}

// found draws a tribe, whose home is chance [P21]. It names what happens with a tribe away from home and with one at home, if the bag has both.
func (f *foresight) found(p People) {
	tile, left, home := f.State.tower[p], f.bag(p), 0
	var away, native int8
	for t := firstOf(p); t < firstOf(p)+tribesOf; t++ {
		switch {
		case f.at[t] != inBag:
		case homeOf[t] == landscapeOf(tile):
			native = t
			home++
		default:
			away = t
		}
	}
	low, high := 0, 1
	switch home {
	case 0:
		native, high = away, 0
	case left:
		away, low = native, 1
	}
	best := *f
	best.after.put(native, tile)
	f.after.put(away, tile)
	f.arrive(tile, low, high)
	f.add("bag", engine.Whole("home", home), engine.Whole("left", left))
	n := len(f.effects)
	f.goOn(KindMagic)
	best.goOn(KindMagic)
	f.effects = f.effects[:min(len(f.effects), n+len(best.effects))] // a seller at home may begin buying
	for i, e := range f.effects[n:] {
		for j := range e.Values {
			e.Values[j].Max = best.effects[i].Values[j].Max
		}
	}
	f.productions(&best.after)
}

func (f *foresight) shift(m Shift) {
	f.after.tile[f.field[m.Tile]] = noTile
	f.after.lay(m.Tile, m.To)
	f.add("shift", engine.Whole("tile", m.Tile), engine.Whole("tribes", f.crowd[m.Tile]))
	next := []int8{}
	for _, l := range pangea.links[m.To] {
		if tile := f.after.tile[l.to]; tile != noTile {
			next = append(next, tile)
		}
	}
	f.add("next", engine.Listed("tiles", next))
}

func (f *foresight) step(kind string, m Step) {
	from, home := f.at[m.Tribe], 0
	f.carrier = f.carries[m.Tribe] != NoAmulet
	f.after.put(m.Tribe, m.To)
	f.after.moved[m.Tribe] = kind == KindMovement
	if f.after.atHome(m.Tribe) {
		home = 1
	}
	f.arrive(m.To, home, home)
	if f.overcrowded(from) && !f.after.overcrowded(from) {
		f.add("eased", engine.Whole("tile", from))
	}
	if f.after.delivers(m.Tribe) && f.after.can(kind) {
		f.add("deliver", engine.Whole("amulet", f.carries[m.Tribe]), engine.Whole("amulets", int(f.amulets[f.seat].count())+len(f.after.deliverers(f.seat))))
	}
}

// deliverers lists the tribes of a seat that are at its tower with an amulet [P22].
func (s *State) deliverers(seat engine.Seat) (list []int8) {
	first := firstOf(s.played[seat])
	for t := first; t < first+tribesOf; t++ {
		if s.delivers(t) {
			list = append(list, t)
		}
	}
	return list
}

func (f *foresight) buy(m Buy) {
	f.after.carries[m.Tribe] = m.Amulet
	f.after.goods[f.seat] -= m.Price
	f.add("pay", engine.Whole("goods", m.Price), engine.Whole("left", f.after.goods[f.seat]))
	if seller := f.player[m.Seller]; seller != engine.NoSeat {
		f.add("earn", engine.Whole("seat", seller), engine.Whole("goods", 1))
	}
	f.add("carry", engine.Whole("amulet", m.Amulet), engine.Whole("tile", f.State.tower[f.played[f.seat]]))
}

// end names what the seat gets at the end of a phase, and of those after it that are skipped [P22, P23, P24].
func (f *foresight) end(kind string) {
	if kind == KindSpell || kind == KindMagic && f.after.can(KindMovement) {
		return
	}
	if kind != KindBuying {
		for _, t := range f.after.deliverers(f.seat) {
			f.after.carries[t] = NoAmulet
			f.after.amulets[f.seat] = f.after.amulets[f.seat].with(f.carries[t])
			f.add("deliver", engine.Whole("amulet", f.carries[t]), engine.Whole("amulets", f.after.amulets[f.seat].count()))
		}
		if f.after.can(KindBuying) {
			return
		}
	}
	n := len(f.after.producers(f.played[f.seat]))
	f.add("produce", engine.Whole("goods", n), engine.Whole("left", int(f.after.goods[f.seat])+n))
}

func (f *foresight) crowded(tile int8) {
	if f.after.overcrowded(tile) {
		f.add("crowded", engine.Whole("tile", tile), engine.Whole("tribes", f.after.crowd[tile]), engine.Whole("room", capacityOf(tile)))
	}
}

// productions names each seat whose production changes, to that of after or of best.
func (f *foresight) productions(best *State) {
	for seat := range engine.Seat(f.seats) {
		p := f.played[seat]
		from, low, high := len(f.producers(p)), len(f.after.producers(p)), len(best.producers(p))
		if from != low || from != high {
			f.add("production", engine.Whole("seat", seat), engine.Whole("from", from), engine.Between("to", low, high))
		}
	}
}
