package meduris

import "nemeton/engine"

var effectKinds = engine.EffectKinds{
	"cost":       {"wood", "wool", "copper", "stone"},             // the price [M21, M25, M32]
	"left":       {"wood", "wool", "copper", "stone"},             // the hand after it is paid in kind
	"lack":       {"wood", "wool", "copper", "stone"},             // missing tokens, which three others each must replace [M22]
	"keep":       {"tokens"},                                      // the size of the hand afterwards, if tokens are missing
	"exact":      {"wood", "wool", "copper", "stone"},             // tokens paid in kind
	"replace":    {"material", "tokens"},                          // so many other tokens replace the units of a material, from 0 on in their order [M22]
	"example":    {"material", "wood", "wool", "copper", "stone"}, // tokens of the hand that can do so
	"paid":       {"wood", "wool", "copper", "stone"},             // all tokens of a payment with these examples
	"kept":       {"wood", "wool", "copper", "stone"},             // the hand after it
	"free":       {},                                              // a chip pays the hut [M23]
	"settlement": {"huts"},                                        // the size of the settlement of the hut [M21]
	"temple":     {"points"},                                      // the points of the temple if the game ended now [M42]
	"grown":      {"seat", "points"},                              // so many more points of a standing temple if the game ended now [M42]
	"points":     {"seat", "n"},                                   // points now; negative: lost
	"blessing":   {},                                              // the chip stays under the hut and counts as an offering later [M33]
	"rune":       {"region", "from"},                              // the seat takes a rune stone from a seat; -1: from the supply [M24]
	"level":      {"height"},                                      // the worker stands so high on its plateau, from 1 [M7]
	"have":       {"material", "n"},                               // the seat has so many tokens of a material then [M12, M13]
	"yield":      {"seat", "material", "height", "n"},             // tokens for a worker, the top one first [M20]
	"stone":      {"no"},                                          // the druid steps to this stone of his path [M30]
	"walk":       {"fields"},                                      // the druid walks over these fields [M30, M34]
	"stop":       {"field", "seat"},                               // there he asks a seat for an offering [M32]
	"offering":   {"points"},                                      // the points of both materials at each of these stops [M32]
	"river":      {},                                              // he crosses the river [M35]
	"runes":      {"seat", "n"},                                   // then a seat gets points for its rune stones [M35]
	"rest":       {},                                              // the druid stays
	"last":       {"turns"},                                       // the seat has built everything; so many turns follow [M40]
}

func (Title) EffectKinds() engine.EffectKinds { return effectKinds }

// Effects implements engine.Explainer. Of the hands it uses the viewer's own alone.
func (Title) Effects(k engine.Knowledge, d engine.Decision) [][]engine.Effect {
	view, ok := k.View.(View)
	if !ok {
		return nil
	}
	s := fromView(view, k.Setup.Seats())
	if view.Hand != nil {
		s.players[d.Seat].hand = *view.Hand
	}
	list := make([][]engine.Effect, len(d.Moves))
	for i, m := range d.Moves {
		f := foresight{State: *s, seat: d.Seat}
		f.move(m)
		list[i] = f.effects
	}
	return list
}

// foresight collects the effects of one move. It changes its state as the move does.
type foresight struct {
	State
	seat    engine.Seat
	effects []engine.Effect
}

func (f *foresight) add(kind string, values ...engine.EffectValue) {
	f.effects = append(f.effects, engine.NewEffect(kind, values...))
}

func (f *foresight) move(m engine.Move) {
	switch m := m.(type) {
	case PlaceWorker:
		f.add("level", engine.Whole("height", f.plateaus[m.Plateau].n+1))
	case GainOne:
		f.add("have", engine.Whole("material", m.Material), engine.Whole("n", f.hand()[m.Material]+1))
	case LoseOne:
		if m.Material != NoMaterial {
			f.add("have", engine.Whole("material", m.Material), engine.Whole("n", f.hand()[m.Material]-1))
		}
	case Yield:
		f.yield(m)
	case Build:
		f.build(m)
	case Offer:
		f.offer(m)
	case OfferOne:
		f.pay(f.due(Goal{Do: DoOne, Field: f.druid.No, Material: m.Material}))
		f.points(1)
		f.walkOn()
	case Replace:
		f.replace(m)
		f.reach(m.Goal)
	case Give:
		f.counts("exact", m.Due.Minus(m.Units))
		if later := nextReplaced(m.Units, m.For+1); later != NoMaterial {
			f.add("replace", engine.Whole("material", later), engine.Whole("tokens", 3*m.Units[later]))
		} else {
			f.counts("left", f.hand().Minus(m.Bound).Minus(m.With))
		}
		f.reach(m.Goal)
	}
}

func (f *foresight) hand() Counts { return f.players[f.seat].hand }

func (f *foresight) counts(kind string, c Counts) {
	f.add(kind, engine.Whole("wood", c[Wood]), engine.Whole("wool", c[Wool]), engine.Whole("copper", c[Copper]), engine.Whole("stone", c[Stone]))
}

func (f *foresight) points(n int16) {
	f.add("points", engine.Whole("seat", f.seat), engine.Whole("n", n))
}

// pay names a price, and the hand after it.
func (f *foresight) pay(due Counts) {
	f.counts("cost", due)
	if f.hand().Holds(due) {
		f.counts("left", f.hand().Minus(due))
		return
	}
	var lack Counts
	for k := range due {
		lack[k] = max(0, due[k]-f.hand()[k])
	}
	f.counts("lack", lack)
	f.add("keep", engine.Whole("tokens", f.hand().Total()-due.Total()-2*lack.Total()))
}

// replace names the tokens of a payment: those in kind, and the number that replaces each kind [M22].
func (f *foresight) replace(m Replace) {
	f.counts("exact", m.Due.Minus(m.Units))
	for k, n := range m.Units {
		if n > 0 {
			f.add("replace", engine.Whole("material", k), engine.Whole("tokens", 3*n))
		}
	}
	if m.Units.Total() == 0 {
		f.counts("left", f.hand().Minus(m.Due))
		return
	}
	paid := m.Due.Minus(m.Units)
	for k, with := range replacements(f.hand().Minus(paid), m.Units) {
		if m.Units[k] > 0 {
			f.add("example", engine.Whole("material", k), engine.Whole("wood", with[Wood]), engine.Whole("wool", with[Wool]),
				engine.Whole("copper", with[Copper]), engine.Whole("stone", with[Stone]))
			paid = paid.Plus(with)
		}
	}
	f.counts("paid", paid)
	f.counts("kept", f.hand().Minus(paid))
}

// reach names the druid's walk after the goal of a payment.
func (f *foresight) reach(g Goal) {
	switch g.Do {
	case DoHut:
		f.huts[g.Field], f.runes[f.board.fields[g.Field].Region] = f.seat, f.seat
		f.moveOn()
	case DoTemple:
		f.temples[g.Field] = f.seat
		f.moveOn()
	default:
		f.walkOn()
	}
}

// yield moves a worker to the top of its new plateau, which yields from the top down [M20].
func (f *foresight) yield(m Yield) {
	t := &f.plateaus[m.To]
	t.push(f.seat)
	left := f.stock[m.To]
	for height := t.n; height > 0; height-- {
		n := min(height, left)
		left -= n
		f.add("yield", engine.Whole("seat", t.seat[height-1]), engine.Whole("material", m.To), engine.Whole("height", height), engine.Whole("n", n))
	}
}

// build puts a hut or a temple on a field. The payment comes first [M21, M23, M24, M25].
func (f *foresight) build(m Build) {
	chip, region := f.chips[m.Field], f.board.fields[m.Field].Region
	if m.Do == DoTemple {
		f.pay(f.due(Goal{Do: DoTemple, Field: m.Field}))
		f.temples[m.Field] = f.seat
		f.add("temple", engine.Whole("points", f.hutsLeft(m.Field)+f.hutsRight(m.Field)))
		f.last()
		f.moveOn()
		return
	}
	if chip == ChipFree {
		f.add("free")
	} else {
		f.pay(f.due(Goal{Do: DoHut, Field: m.Field}))
	}
	before := f.templesNow()
	f.huts[m.Field] = f.seat
	f.add("settlement", engine.Whole("huts", f.settlement(m.Field)))
	for seat, points := range f.templesNow() {
		if grown := points - before[seat]; grown > 0 {
			f.add("grown", engine.Whole("seat", seat), engine.Whole("points", grown))
		}
	}
	switch chip {
	case ChipPoints:
		f.points(2)
	case ChipDruid:
		f.add("blessing")
	}
	if from := f.runes[region]; from != f.seat {
		f.add("rune", engine.Whole("region", region), engine.Whole("from", from))
		f.runes[region] = f.seat
	}
	f.last()
	f.moveOn()
}

// last names the end of the game that begins with the seat's last hut or temple [M40].
func (f *foresight) last() {
	if p := f.players[f.seat]; p.huts+p.temples == 1 && f.finish.Reason == "" {
		f.add("last", engine.Whole("turns", f.seats-1))
	}
}

// offer names the price and the points of an offering [M32, M33].
func (f *foresight) offer(m Offer) {
	switch m.Do {
	case DoBoth:
		f.pay(f.due(Goal{Do: DoBoth, Field: f.druid.No}))
		f.points(int16(f.settlement(f.druid.No)))
	case DoChip:
		f.points(int16(f.settlement(f.druid.No)))
	default:
		f.points(-min(1, f.players[f.seat].points))
	}
	f.walkOn()
}

// moveOn is the druid's walk after a build: to the next stone, or to the next hut and on through its settlement [M26, M30, M34].
func (f *foresight) moveOn() {
	if f.druid.At != AtField && f.druid.No < stones {
		f.add("stone", engine.Whole("no", f.druid.No+1))
		return
	}
	if to, ok := f.nextHut(); ok {
		f.walk(to, true)
		return
	}
	f.add("rest")
}

// walkOn is the druid's walk after an offering: on through the settlement, or to the next hut of the last lap [M34, M41].
func (f *foresight) walkOn() {
	here := f.druid.No
	if f.lap {
		to, _ := f.nextHut()
		if f.lapFrom.At == AtField && here == f.lapFrom.No || f.lapFrom.At != AtField && to <= here {
			f.add("rest")
			return
		}
		f.walk(to, false)
		return
	}
	if ahead := f.board.after(here); f.hut(ahead) {
		f.walk(ahead, true)
		return
	}
	f.add("rest")
}

// walk names a walk to a hut; with through, on to the last hut of its settlement.
func (f *foresight) walk(to int8, through bool) {
	at, onRing, size := f.board.size()-1, f.druid.At == AtField, f.board.size()
	if onRing {
		at = f.druid.No
	}
	fields, crossed := []int8{}, false
	enter := func() {
		at = f.board.after(at)
		crossed = crossed || at == 0 && (onRing || len(fields) > 0)
		fields = append(fields, at)
	}
	for enter(); at != to; {
		enter()
	}
	stops := []int8{to}
	for through && int8(len(stops)) < size && f.hut(f.board.after(at)) {
		enter()
		stops = append(stops, at)
	}
	f.add("walk", engine.Listed("fields", fields))
	for _, field := range stops {
		f.add("stop", engine.Whole("field", field), engine.Whole("seat", f.huts[field]))
	}
	f.add("offering", engine.Whole("points", f.settlement(to)))
	if crossed && !f.lap {
		f.add("river")
		f.countRunes()
	}
}

// countRunes names the points of rune stones at the river [M35].
func (f *foresight) countRunes() {
	var n [maxSeats]int8
	for _, holder := range f.runes {
		if holder != engine.NoSeat {
			n[holder]++
		}
	}
	for seat := range engine.Seat(f.seats) {
		if n[seat] > 0 {
			f.add("runes", engine.Whole("seat", seat), engine.Whole("n", n[seat]))
		}
	}
}
