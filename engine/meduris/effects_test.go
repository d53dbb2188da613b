package meduris_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
)

// happened tells from views and events what a move did, in the effects of the title. It follows the game to the end of the turn.
func happened(p enginetest.Played) []engine.Effect {
	h := account{Played: p, before: p.View(0).(View)}
	h.turn = untilTurnEnds(p.Events(len(p.Steps)))
	switch m := p.Move.(type) {
	case PlaceWorker, GainOne, LoseOne, Yield:
		h.received()
	case Build:
		h.built(m)
	case Offer:
		h.offered(m.Do == DoBoth)
	case OfferOne:
		h.offered(true)
	case Replace:
		h.counts("exact", m.Due.Minus(m.Units))
		for k, n := range m.Units {
			if n > 0 {
				h.add("replace", engine.Whole("material", k), engine.Whole("tokens", h.replaced(Material(k)).Total()))
			}
		}
		h.left(1)
		h.examples(m)
		h.reached()
	case Give:
		h.counts("exact", m.Due.Minus(m.Units))
		for k := m.For + 1; k < NoMaterial; k++ {
			if m.Units[k] > 0 {
				h.add("replace", engine.Whole("material", k), engine.Whole("tokens", h.replaced(k).Total()))
			}
		}
		h.left(1)
		h.reached()
	}
	return h.list
}

// account collects what one move did.
type account struct {
	enginetest.Played
	before View
	turn   []engine.Event // until the end of the turn
	list   []engine.Effect
}

func untilTurnEnds(events []engine.Event) []engine.Event {
	for i, e := range events {
		switch e.(type) {
		case TurnBegan, LastLapBegan, TemplesScored:
			return events[:i]
		}
	}
	return events
}

func (h *account) add(kind string, values ...engine.EffectValue) {
	h.list = append(h.list, engine.NewEffect(kind, values...))
}

func (h *account) counts(kind string, c Counts) {
	h.add(kind, engine.Whole("wood", c[Wood]), engine.Whole("wool", c[Wool]), engine.Whole("copper", c[Copper]), engine.Whole("stone", c[Stone]))
}

// left names the hand after a payment that the first n entries completed.
func (h *account) left(n int) {
	for _, e := range h.Events(n) {
		if paid, ok := e.(Paid); ok {
			h.counts("left", h.before.Hand.Minus(paid.Tokens))
		}
	}
}

// replaced returns the tokens that the payer gives for the units of a material, from the later answers.
func (h *account) replaced(k Material) (with Counts) {
	for _, s := range h.Steps {
		d := s.After.Decisions(engine.SeatViewer(h.Seat))
		for _, e := range d {
			for _, m := range e.Moves {
				if give, ok := m.(Give); ok && give.For == k {
					return give.With
				}
			}
		}
	}
	return with
}

// examples lists the named examples of a payment, if they replace the units and the next decision offers the first of them.
func (h *account) examples(m Replace) {
	if m.Units == (Counts{}) {
		return
	}
	paid, first := m.Due.Minus(m.Units), true
	effects := Title{}.Effects(h.Before.Knowledge(engine.SeatViewer(h.Seat)), engine.Decision{Seat: h.Seat, Moves: []engine.Move{m}})[0]
	for _, e := range effects {
		if e.Kind != "example" {
			continue
		}
		k, with := Material(e.Values[0].Min), Counts{}
		for i, v := range e.Values[1:] {
			with[i] = int8(v.Min)
		}
		if with.Total() != 3*int(m.Units[k]) || with[k] > 0 || first && !h.offers(k, with) {
			return
		}
		first, paid = false, paid.Plus(with)
		h.add("example", e.Values...)
	}
	if h.before.Hand.Holds(paid) {
		h.counts("paid", paid)
		h.counts("kept", h.before.Hand.Minus(paid))
	}
}

// offers reports whether the decision after the first entry lists these tokens.
func (h *account) offers(k Material, with Counts) bool {
	for _, d := range h.Steps[0].After.Decisions(engine.SeatViewer(h.Seat)) {
		for _, m := range d.Moves {
			if give, ok := m.(Give); ok && give.For == k && give.With == with {
				return true
			}
		}
	}
	return false
}

// received names what a move that costs nothing gives or takes.
func (h *account) received() {
	have := func(m Material, more int8) {
		if m != NoMaterial {
			h.add("have", engine.Whole("material", m), engine.Whole("n", h.before.Hand[m]+more))
		}
	}
	for _, e := range h.Events(1) {
		switch e := e.(type) {
		case WorkerPlaced:
			h.add("level", engine.Whole("height", e.Height))
		case Gained:
			have(e.Material, 1)
		case LossChosen:
			have(e.Material, -1)
		case Yielded:
			for _, w := range e.Workers {
				if e.Large {
					h.add("yield", engine.Whole("seat", w.Seat), engine.Whole("material", e.Plateau), engine.Whole("height", w.Height), engine.Whole("n", w.Amount))
				}
			}
		}
	}
}

// reached names the walk after the goal of a payment.
func (h *account) reached() {
	ring := h.ring()
	for i, e := range h.turn {
		switch e := e.(type) {
		case HutBuilt:
			ring[e.Field] = true
			h.walked(h.turn[i+1:], ring)
			return
		case TempleBuilt, Offered:
			h.walked(h.turn[i+1:], ring)
			return
		}
	}
}

// ring tells the fields with a hut.
func (h *account) ring() []bool {
	ring := make([]bool, len(h.before.Fields))
	for i, f := range h.before.Fields {
		ring[i] = f.Hut != engine.NoSeat
	}
	return ring
}

// price names the price of a payment that began, and what a hand without the right tokens lacks.
func (h *account) price() {
	for _, e := range h.Events(1) {
		begun, ok := e.(PaymentBegun)
		if !ok {
			continue
		}
		h.counts("cost", begun.Due)
		rest, lack := *h.before.Hand, Counts{}
		for k, n := range begun.Due {
			for range n {
				if rest[k] > 0 {
					rest[k]--
				} else {
					lack[k]++
				}
			}
		}
		if lack.Total() == 0 {
			h.counts("left", rest)
			continue
		}
		h.counts("lack", lack)
		h.add("keep", engine.Whole("tokens", rest.Total()-3*lack.Total()))
	}
}

// temples counts the huts beside the temples of each seat.
func (h *account) temples(ring []bool) map[engine.Seat]int {
	points := map[engine.Seat]int{}
	for i, f := range h.before.Fields {
		if f.Temple != engine.NoSeat {
			points[f.Temple] += run(ring, int8(i), 1) + run(ring, int8(i), -1)
		}
	}
	return points
}

func (h *account) built(m Build) {
	h.price()
	ring := h.ring()
	for _, e := range h.turn {
		switch e := e.(type) {
		case HutBuilt:
			h.add("settlement", engine.Whole("huts", e.Settlement))
			old := h.temples(ring)
			ring[e.Field] = true
			for seat, points := range h.temples(ring) {
				if points > old[seat] {
					h.add("grown", engine.Whole("seat", seat), engine.Whole("points", points-old[seat]))
				}
			}
		case TempleBuilt:
			h.add("temple", engine.Whole("points", run(ring, e.Field, 1)+run(ring, e.Field, -1)))
		case ChipUsed:
			if e.Chip == ChipFree {
				h.add("free")
			}
			if e.Chip == ChipPoints {
				h.add("points", engine.Whole("seat", e.Seat), engine.Whole("n", e.Points))
			}
		case RuneTaken:
			h.add("rune", engine.Whole("region", e.Region), engine.Whole("from", e.From))
		case LastTurnsAnnounced:
			if e.Reason == ReasonBuilt {
				h.add("last", engine.Whole("turns", e.Turns))
			}
		}
	}
	if m.Do == DoHut && h.before.Fields[m.Field].Chip == ChipDruid {
		h.add("blessing")
	}
	h.walked(h.turn, ring)
}

// offered names the price and the points of an offering. The druid's walk is that after it.
func (h *account) offered(pays bool) {
	if pays {
		h.price()
	}
	ring := h.ring()
	for i, e := range h.turn {
		if e, ok := e.(Offered); ok {
			h.add("points", engine.Whole("seat", e.Seat), engine.Whole("n", e.Points))
			h.walked(h.turn[i+1:], ring)
			return
		}
	}
}

// walked names the druid's walk. In the last lap every offering has a walk of its own.
func (h *account) walked(events []engine.Event, ring []bool) {
	fields, stops, moved := []int8{}, []engine.Effect{}, false
	var river []engine.Effect
	points := 0
walk:
	for _, e := range events {
		switch e := e.(type) {
		case DruidMoved:
			moved = true
			if e.To.At == AtStone {
				h.add("stone", engine.Whole("no", e.To.No))
				return
			}
			if h.before.Finish != nil && h.before.Finish.Lap != nil && len(fields) > 0 {
				break walk
			}
			fields = append(fields, e.Path...)
			points = 1 + run(ring, e.To.No, 1) + run(ring, e.To.No, -1)
		case RiverCrossed:
			river = append(river, engine.NewEffect("river"))
			for seat, n := range e.Points {
				if n > 0 {
					river = append(river, engine.NewEffect("runes", engine.Whole("seat", seat), engine.Whole("n", n)))
				}
			}
		case Asked:
			if e.Kind == KindOffer {
				stops = append(stops, engine.NewEffect("stop", engine.Whole("field", fields[len(fields)-1]), engine.Whole("seat", e.Seats[0])))
			}
		}
	}
	if !moved {
		h.add("rest")
		return
	}
	h.add("walk", engine.Listed("fields", fields))
	h.list = append(h.list, stops...)
	h.add("offering", engine.Whole("points", points))
	h.list = append(h.list, river...)
}

// run counts the adjacent huts of a ring in one direction, at most once each.
func run(ring []bool, from int8, by int) (n int) {
	size := len(ring)
	for at := (int(from) + by + size) % size; ring[at] && at != int(from); at = (at + by + size) % size {
		n++
	}
	return n
}

// TestEffects_AreTrue compares the effects of the moves of random games with what happened.
func TestEffects_AreTrue(t *testing.T) {
	t.Parallel()
	enginetest.RunLaw(t, "effects", Title{}, enginetest.Options{Games: 12, Happened: happened})
}
