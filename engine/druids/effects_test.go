package druids_test

import (
	"slices"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/druids"
	"nemeton/testkit/enginetest"
)

// happened tells from views and events what a move did, in the effects of the title.
func happened(p enginetest.Played) []engine.Effect {
	h := account{Played: p, before: p.View(0).(View), after: p.View(1).(View), events: p.Events(1)}
	switch m := p.Move.(type) {
	case Roll:
		for _, e := range h.events {
			if e, ok := e.(DiceRolled); ok {
				h.add("dice", engine.Whole("n", e.Uses))
			}
		}
		return h.list
	case Use:
		for _, move := range h.next(0) {
			h.add("reach", engine.Listed("path", move.(Go).Path.Stones()))
		}
		return h.list
	case Call, Shift, Summon:
		h.lifted()
	case Play:
		if m.Card == Mist || m.Card == Calling {
			h.lifted()
		}
	case Go:
		h.arrived(m.Stone)
	}
	h.counted()
	for _, e := range h.all() {
		h.event(e)
	}
	h.stolen()
	h.score()
	return h.list
}

// account collects what one move did.
type account struct {
	enginetest.Played
	before, after View
	events        []engine.Event
	list          []engine.Effect
}

func (h *account) add(kind string, values ...engine.EffectValue) {
	h.list = append(h.list, engine.NewEffect(kind, values...))
}

// next lists the moves of the seat's decision after a step.
func (h *account) next(step int) []engine.Move {
	for _, d := range h.Steps[step].After.Decisions(engine.SeatViewer(h.Seat)) {
		if len(d.Moves) > 0 {
			return d.Moves
		}
	}
	return nil
}

func (h *account) lifted() {
	stones := []int8{}
	for _, m := range h.next(0) {
		stones = append(stones, m.(Put).Stone)
	}
	h.add("places", engine.Listed("stones", stones))
}

// asksRob reports whether Morrigan's controller chooses the number of cards.
func (h *account) asksRob() bool {
	return slices.ContainsFunc(h.events, func(e engine.Event) bool { a, ok := e.(Asked); return ok && a.Kind == KindRob })
}

// all lists the events of the entry, and of the next ones that complete what it began: the stone of a lifted spirit, the choice of a robber.
func (h *account) all() []engine.Event {
	list := slices.Clone(h.events)
	switch m := h.Move.(type) {
	case Call, Summon:
		return h.withCall(list)
	case Play:
		if m.Card == Calling {
			return h.withCall(list)
		}
	}
	if h.asksRob() {
		list = append(list, h.Steps[1].Events...)
	}
	return list
}

func (h *account) withCall(list []engine.Event) []engine.Event {
	for _, e := range h.Steps[1].Events {
		if _, ok := e.(SpiritCalled); ok {
			list = append(list, e)
		}
	}
	return list
}

// event adds what an event did besides cards and points.
func (h *account) event(e engine.Event) {
	switch e := e.(type) {
	case SpiritCalled:
		h.control(e.Figure, e.Seat, engine.NoSeat)
	case ControlTaken:
		h.control(e.Figure, e.Seat, e.From)
	case SpiritBanished:
		h.add("banish", engine.Whole("figure", e.Figure), engine.Whole("from", e.From))
	case FigureEntered:
		h.add("gather", engine.Whole("figures", e.Gathered))
	case VoteBegan:
		if e.Reason == ReasonFive {
			h.add("decide")
		}
	case FiguresVoted:
		if _, ok := h.Move.(Vote); ok && e.Seat == h.Seat {
			h.tally(e.Sun, e.Moon)
		}
	case CardVoted:
		votes := [3]int8{}
		votes[e.Cult]++
		h.tally(votes[Sun], votes[Moon])
	}
}

func (h *account) control(f Figure, to, from engine.Seat) {
	h.add("control", engine.Whole("figure", f), engine.Whole("seat", to), engine.Whole("from", from))
}

func (h *account) tally(sun, moon int8) {
	h.add("tally", engine.Whole("sun", h.before.Vote.Sun+sun), engine.Whole("moon", h.before.Vote.Moon+moon))
}

// counted names the seat's hand after the entry, and the cards taken unseen.
func (h *account) counted() {
	touched, taken, from := false, 0, engine.NoSeat
	for _, e := range h.events {
		switch e := e.(type) {
		case CardPlayed, CardDrawn, CardGiven:
			touched = true
		case CardTaken:
			touched = touched || e.Seat == h.Seat || e.From == h.Seat
			if !h.walks() {
				taken, from = taken+1, e.From
			}
		}
	}
	if touched {
		h.add("hand", engine.Whole("cards", h.after.Players[h.Seat].Cards))
	}
	if taken > 0 {
		h.add("take", engine.Whole("from", from), engine.Whole("cards", taken), engine.Whole("of", h.before.Players[from].Cards))
	}
}

// walks reports whether a card changes hands because Morrigan comes to a druid, without a choice of the number.
func (h *account) walks() bool {
	switch h.Move.(type) {
	case Go, Put:
		return true
	}
	return false
}

// stolen names what Morrigan took when she came to a druid.
func (h *account) stolen() {
	if !h.walks() {
		return
	}
	n := 0
	for _, e := range h.all() {
		switch e := e.(type) {
		case CardTaken:
			n++
		case ControlTaken:
			if e.Figure == Morrigan && e.Seat != h.Seat || h.moved() == Morrigan {
				h.add("steal", engine.Whole("seat", e.From), engine.Whole("from", e.Seat), engine.Whole("cards", n))
			}
		}
	}
}

// moved is the figure that the move puts on a stone.
func (h *account) moved() Figure { return h.before.Turn.Figure }

// arrived names what a stone offers to a figure.
func (h *account) arrived(stone int8) {
	f := h.moved()
	switch h.before.Stones[stone] {
	case Plant:
		n := int8(1)
		if f == DwarfKing {
			n = 2
		}
		h.add("plant", engine.Whole("cards", min(n, h.after.Deck+int8(len(h.after.Discard)))))
	case Spirit:
		h.spirits()
	case Pentagram:
		return
	}
	for _, g := range h.before.Figures {
		if !f.IsDruid() || g.Stone != stone || g.Figure == f || g.Seat == h.Seat || g.Figure == Morrigan {
			continue
		}
		n := int8(0)
		if g.Figure.IsDruid() {
			n = min(2, h.before.Players[g.Seat].Cards)
		}
		h.add("meet", engine.Whole("figure", g.Figure), engine.Whole("seat", g.Seat), engine.Whole("cards", n))
	}
}

// spirits names the spirits that the seat may summon or banish, after a robber has chosen.
func (h *account) spirits() {
	step := 0
	if h.asksRob() {
		step = 1
	}
	var summon, banish int
	for _, m := range h.next(step) {
		switch m.(type) {
		case Summon:
			summon++
		case Banish:
			banish++
		}
	}
	if summon+banish > 0 {
		h.add("spirits", engine.Whole("summon", summon), engine.Whole("banish", banish))
	}
}

// score names the seat's points if they changed, unless unknown cards or Morrigan's next side decide about them.
func (h *account) score() {
	after := h.after.Worth
	switch m := h.Move.(type) {
	case Call:
		after = h.lateWorth(m.Figure)
	case Summon:
		after = h.lateWorth(m.Figure)
	case Play:
		if m.Card == Calling {
			after = h.lateWorth(m.Figure)
		}
	}
	for _, e := range h.events {
		switch e := e.(type) {
		case CardDrawn, HandsShown:
			return
		case CardTaken:
			if e.Seat == h.Seat || e.From == h.Seat {
				return
			}
		}
	}
	if h.asksRob() || after == nil {
		return
	}
	sun, moon := after[0].Total, after[1].Total
	if sun != h.before.Worth[0].Total || moon != h.before.Worth[1].Total {
		h.add("score", engine.Whole("sun", sun), engine.Whole("moon", moon))
	}
}

// lateWorth is the seat's worth after the stone of a lifted spirit is chosen; nil for Morrigan.
func (h *account) lateWorth(f Figure) []ScoreView {
	if f == Morrigan {
		return nil
	}
	return h.View(2).(View).Worth
}

// TestEffects_AreTrue compares the effects of the moves of random games with what happened.
func TestEffects_AreTrue(t *testing.T) {
	t.Parallel()
	enginetest.RunLaw(t, "effects", Title{}, enginetest.Options{Games: 40, Happened: happened})
}
