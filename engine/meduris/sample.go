package meduris

import (
	"errors"
	"math/rand/v2"

	"nemeton/engine"
)

// Sample returns a state that is consistent with the viewer's knowledge; see engine.Title. Hidden facts are the other
// hands, chosen losses [M13] and payments [M22]. Chosen tokens are drawn first, from all hidden tokens, and reserved
// for their owners. Each other hidden token then goes to one of the other seats, all equally likely. Therefore no draw
// has to be repeated. With two players the other hand is the real one.
func (Title) Sample(k engine.Knowledge, r *rand.Rand) (engine.State, error) {
	view, ok := k.View.(View)
	if !ok {
		return nil, errors.New("meduris: not a view of this title")
	}
	s := fromView(view, k.Setup.Seats())
	for _, d := range k.Decisions {
		s.owes[d.Seat] = owed{no: d.No, kind: d.Kind}
	}
	if view.Hands != nil {
		return s, nil
	}
	own, seated := k.Viewer.Seat()
	hidden := sampling{State: s, rand: r}
	for m := range hidden.pool {
		hidden.pool[m] = tokens - s.stock[m]
	}
	if seated {
		s.players[own].hand = *view.Hand
		hidden.pool = hidden.pool.Minus(*view.Hand)
		if view.Loss != nil {
			s.loss[own] = chosen{set: true, material: *view.Loss}
		}
	}
	for i := range engine.Seat(s.seats) {
		if !seated || i != own {
			hidden.others = append(hidden.others, i)
		}
	}
	if s.turn.Phase == PhaseLosing {
		hidden.losses()
	}
	if s.payer != engine.NoSeat && view.Payment.Own == nil {
		hidden.pay()
	}
	hidden.deal()
	return s, nil
}

func fromView(v View, seats int) *State {
	s := blank(seats)
	s.counter = engine.Resume(v.Counter)
	s.start, s.turn, s.stock, s.druid, s.builds = v.Start, v.Turn, v.Stock, v.Druid, v.Builds
	copy(s.runes[:], v.Runes)
	for f, field := range v.Fields {
		s.chips[f], s.huts[f], s.temples[f] = field.Chip, field.Hut, field.Temple
	}
	for m, list := range [kinds][]engine.Seat{v.Plateaus.Wood, v.Plateaus.Wool, v.Plateaus.Copper, v.Plateaus.Stone} {
		for _, seat := range list {
			s.plateaus[m].push(seat)
		}
	}
	for i, p := range v.Players {
		s.players[i] = player{points: p.Points, huts: p.Huts, temples: p.Temples, workers: p.Workers}
	}
	for f := range s.board.size() {
		for _, owner := range [2]engine.Seat{s.huts[f], s.temples[f]} {
			if owner != engine.NoSeat {
				s.players[owner].built++
			}
		}
	}
	s.ritual = v.Turn.Phase == PhaseOffering || v.Payment != nil && v.Payment.Offering
	if v.Payment != nil {
		s.payer, s.steps = v.Payment.Seat, v.Payment.Steps
		if v.Payment.Own != nil {
			s.payment = *v.Payment.Own
		}
	}
	if v.Finish != nil {
		s.finish = *v.Finish
		s.finish.Lap = nil
		if v.Finish.Lap != nil {
			s.lap, s.lapFrom = true, *v.Finish.Lap
		}
	}
	s.endFromView(v)
	return s
}

func (s *State) endFromView(v View) {
	for i, hand := range v.Hands {
		s.over = true
		s.players[i].hand = hand
		s.templePoints[i], s.runePoints[i] = v.Scoring[i].Temples, v.Scoring[i].Runes
	}
	if s.over {
		for _, seat := range s.best(s.all()) {
			s.winners[seat] = true
		}
	}
}

// sampling draws the hidden parts of a state.
type sampling struct {
	*State
	rand   *rand.Rand
	pool   Counts        // hidden tokens that are not dealt yet
	others []engine.Seat // seats that may hold them
}

// take moves tokens from the pool to a hand.
func (h *sampling) take(seat engine.Seat, c Counts) {
	h.pool = h.pool.Minus(c)
	h.players[seat].hand = h.players[seat].hand.Plus(c)
}

// deal gives every token left to one of the other seats whose hands may grow.
func (h *sampling) deal() {
	var open []engine.Seat
	for _, seat := range h.others {
		if c := h.loss[seat]; !c.set || c.material != NoMaterial {
			open = append(open, seat)
		}
	}
	for m := Wood; m < NoMaterial; m++ {
		for h.pool[m] > 0 {
			h.take(open[h.rand.IntN(len(open))], one(m))
		}
	}
}

// losses draws the chosen losses of other seats. As long as the pool has tokens, a seat usually loses one of them. If
// the pool is empty, so is the hand. With several other seats a hand is sometimes empty anyway, if another seat can
// take the tokens.
func (h *sampling) losses() {
	var settled []engine.Seat
	for _, seat := range h.others {
		if h.owes[seat].no == 0 {
			settled = append(settled, seat)
		}
	}
	h.rand.Shuffle(len(settled), func(i, j int) { settled[i], settled[j] = settled[j], settled[i] })
	for i, seat := range settled {
		mayBeEmpty := len(h.others) > len(settled) || i > 0
		m := NoMaterial
		if h.pool.Total() > 0 && (!mayBeEmpty || h.rand.IntN(8) > 0) {
			m = h.any()
			h.take(seat, one(m))
		}
		h.loss[seat] = chosen{set: true, material: m}
	}
}

// any returns the material of one of the pool's tokens, all equally likely.
func (h *sampling) any() Material {
	at := h.rand.IntN(h.pool.Total())
	m := Wood
	for ; at >= int(h.pool[m]); m++ {
		at -= int(h.pool[m])
	}
	return m
}

func one(m Material) Counts {
	var c Counts
	c[m] = 1
	return c
}
