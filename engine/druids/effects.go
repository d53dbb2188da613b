package druids

import "nemeton/engine"

var effectKinds = engine.EffectKinds{
	"hand":    {"cards"},                   // the size of the seat's hand afterwards
	"score":   {"sun", "moon"},             // its points afterwards if the sun won, and if the moon won [D50-D53]
	"dice":    {"n"},                       // the number of dice that the seat uses [D22]
	"control": {"figure", "seat", "from"},  // a figure changes to a seat, from one or -1; figures are numbered in the order of their names [D33-D36]
	"banish":  {"figure", "from"},          // a spirit goes back to its place, from the control of a seat or -1 [D33]
	"take":    {"from", "cards", "of"},     // the seat takes cards unseen, of so many [D11, D34, D36]
	"steal":   {"seat", "from", "cards"},   // Morrigan takes cards for a seat [D36]
	"reach":   {"path"},                    // the figure can go this path, to its last stone [D24, D25]
	"places":  {"stones"},                  // the figure can be put on these stones [D11, D23, D33, D60]
	"gather":  {"figures"},                 // the figure comes to the place of decision, which has so many then [D30]
	"decide":  {},                          // the vote begins at once [D40]
	"plant":   {"cards"},                   // the stone gives cards [D31]
	"spirits": {"summon", "banish"},        // the stone lets its visitor summon one of so many spirits, or banish one of so many [D33]
	"meet":    {"figure", "seat", "cards"}, // the druid meets a figure: it can take it, or exchange up to so many cards [D34, D35]
	"tally":   {"sun", "moon"},             // the votes so far, with these [D41, D42]
}

func (Title) EffectKinds() engine.EffectKinds { return effectKinds }

// Effects implements engine.Explainer. Of hands and deck it uses the viewer's own hand and the public numbers of cards.
func (Title) Effects(k engine.Knowledge, d engine.Decision) [][]engine.Effect {
	view, ok := k.View.(View)
	if !ok {
		return nil
	}
	s := fromView(view, k.Setup.Seats())
	s.hands[d.Seat] = count(view.Hand)
	list := make([][]engine.Effect, len(d.Moves))
	for i, m := range d.Moves {
		f := foresight{State: *s, view: &view, seat: d.Seat, left: int(view.Deck) + len(view.Discard)}
		f.move(m)
		list[i] = f.effects
	}
	return list
}

// foresight collects the effects of one move. It changes its state as the move does, as far as the seat knows.
type foresight struct {
	State
	view    *View
	seat    engine.Seat
	left    int // cards that can still be drawn
	effects []engine.Effect
}

func (f *foresight) add(kind string, values ...engine.EffectValue) {
	f.effects = append(f.effects, engine.NewEffect(kind, values...))
}

func (f *foresight) move(m engine.Move) {
	switch m := m.(type) {
	case Place:
		if f.seat != f.start {
			f.drawn(1)
		}
	case Roll:
		f.add("dice", engine.Whole("n", min(f.moving(f.seat), diceCount)))
	case Play:
		f.play(m)
	case Call:
		f.lift(m.Figure, WhyCall)
	case Magic:
		if m.Do == DoDraw {
			f.drawn(2)
		}
	case Shift:
		f.lift(m.Figure, WhyShift)
	case Use:
		r := f.reach(m.Figure, f.turn.dice[m.Die])
		for stone, found := range r.found {
			if found {
				f.add("reach", engine.Listed("path", r.paths[stone].Stones()))
			}
		}
	case Go:
		f.walk(m.Stone)
	case Put:
		f.put(m.Stone)
	default:
		f.meeting(m)
	}
}

func (f *foresight) cards(seat engine.Seat) int { return int(f.view.Players[seat].Cards) }

func (f *foresight) hand(by int) { f.add("hand", engine.Whole("cards", f.cards(f.seat)+by)) }

// drawn draws n cards, or fewer if they run out [D12].
func (f *foresight) drawn(n int) {
	if n = min(n, f.left); n > 0 {
		f.hand(n)
	}
}

// score names the seat's points if the move changes them. The view holds those before it.
func (f *foresight) score() {
	sun, moon := f.State.score(f.seat, Sun).Total, f.State.score(f.seat, Moon).Total
	if was := f.view.Worth; len(was) == cults && (was[Sun].Total != sun || was[Moon].Total != moon) {
		f.add("score", engine.Whole("sun", sun), engine.Whole("moon", moon))
	}
}

func (f *foresight) control(g Figure, to engine.Seat) {
	f.add("control", engine.Whole("figure", g), engine.Whole("seat", to), engine.Whole("from", f.owner[g]))
	f.owner[g] = to
}

// play plays a card [D11].
func (f *foresight) play(m Play) {
	f.hands[f.seat][m.Card]--
	switch m.Card {
	case Mist:
		f.lift(m.Figure, WhyMist)
	case Calling:
		f.lift(m.Figure, WhyCalling)
	case Banishing:
		f.banish(m.Figure)
	case SecondSight:
		f.hand(min(2, f.left) - 1)
		return
	case Raven:
		f.take(m.Seat, 1)
		f.hand(0)
		return
	}
	f.hand(-1)
}

// lift names the stones for a lifted figure, and a spirit that changes to the seat. The points of Morrigan depend on her stone [D36].
func (f *foresight) lift(g Figure, why Why) {
	f.turn.figure, f.turn.why = g, why
	stones := []int8{}
	for _, m := range f.putMoves(nil) {
		stones = append(stones, m.(Put).Stone)
	}
	f.add("places", engine.Listed("stones", stones))
	if why == WhyMist || why == WhyShift {
		return
	}
	f.control(g, f.seat)
	if f.at[g] = stones[0]; g != Morrigan {
		f.score()
	}
}

// put puts the lifted figure on a stone [D11, D33, D36].
func (f *foresight) put(stone int8) {
	g, why := f.turn.figure, f.turn.why
	f.at[g] = stone
	if why != WhyMist && why != WhyShift {
		f.control(g, f.seat)
	}
	if g == Morrigan && why != WhyMist && f.steals() {
		return
	}
	f.score()
}

// steals names what Morrigan takes from the druid beside her. Then she changes sides [D36].
func (f *foresight) steals() bool {
	victim, robber := f.druidOn(f.at[Morrigan], NoFigure), f.owner[Morrigan]
	if victim == engine.NoSeat || victim == robber {
		return false
	}
	n := f.cards(victim)
	f.add("steal", engine.Whole("seat", robber), engine.Whole("from", victim), engine.Between("cards", min(n, 1), min(n, 2)))
	f.control(Morrigan, victim)
	switch {
	case n == 1 && robber == f.seat:
		f.hand(1)
	case n == 1 && victim == f.seat:
		f.hand(-1)
	case n == 0:
		f.score()
	}
	return true
}

// walk moves the chosen figure to a stone [D24, D30-D36].
func (f *foresight) walk(stone int8) {
	g, symbol := f.turn.figure, theCircle.symbols[stone]
	f.at[g], f.turn.landed = stone, g
	if symbol == Pentagram {
		f.at[g] = atCenter
		there := f.gathered(engine.NoSeat)
		f.add("gather", engine.Whole("figures", there))
		if there == gathering {
			f.add("decide")
		}
		f.score()
		return
	}
	switch symbol {
	case Plant:
		n := 1
		if g == DwarfKing {
			n = 2
		}
		f.add("plant", engine.Whole("cards", min(n, f.left)))
	case Spirit:
		f.spirits()
	}
	if g == Morrigan {
		f.steals()
		return
	}
	if other := f.beside(g); g.IsDruid() && other != NoFigure && f.owner[other] != f.seat {
		f.meet(other)
	}
}

// spirits names the numbers of spirits that can be summoned and banished [D33].
func (f *foresight) spirits() {
	var summon, banish int
	for _, m := range f.landingMoves(nil) {
		switch m.(type) {
		case Summon:
			summon++
		case Banish:
			banish++
		}
	}
	if summon+banish > 0 {
		f.add("spirits", engine.Whole("summon", summon), engine.Whole("banish", banish))
	}
}

// meet names the figure beside the seat's druid. Morrigan changes sides at once [D34, D35, D36].
func (f *foresight) meet(other Figure) {
	if other == Morrigan {
		f.control(Morrigan, f.seat)
		f.score()
		return
	}
	n := 0
	if other.IsDruid() {
		n = min(2, f.cards(f.owner[other]))
	}
	f.add("meet", engine.Whole("figure", other), engine.Whole("seat", f.owner[other]), engine.Whole("cards", n))
}

func (f *foresight) take(from engine.Seat, n int) {
	f.add("take", engine.Whole("from", from), engine.Whole("cards", n), engine.Whole("of", f.cards(from)))
}

// banish returns a spirit to its place [D33].
func (f *foresight) banish(g Figure) {
	f.add("banish", engine.Whole("figure", g), engine.Whole("from", f.owner[g]))
	f.at[g], f.owner[g] = atHome, engine.NoSeat
	f.score()
}

func (f *foresight) meeting(m engine.Move) {
	switch m := m.(type) {
	case Land:
		f.land(m.Do)
	case Summon:
		f.lift(m.Figure, WhySummon)
	case Banish:
		f.banish(m.Figure)
	case Exchange:
		f.take(f.druidOn(f.at[f.turn.landed], f.turn.landed), int(m.Cards))
		f.hand(int(m.Cards))
	case Rob:
		victim := f.druidOn(f.at[Morrigan], NoFigure)
		f.take(victim, int(m.Cards))
		f.control(Morrigan, victim)
		f.hand(int(m.Cards))
	case Give:
		f.hands[f.seat][m.Card]--
		f.hand(-1)
		f.score()
	default:
		f.ballot(m)
	}
}

// land names the effect of a stone [D31, D35].
func (f *foresight) land(do Do) {
	switch do {
	case DoDraw:
		n := 1
		if f.turn.landed == DwarfKing {
			n = 2
		}
		f.drawn(n)
	case DoTake:
		f.control(f.beside(f.turn.landed), f.seat)
		f.score()
	}
}

// ballot names the votes so far, with those of the move [D41, D42].
func (f *foresight) ballot(m engine.Move) {
	if f.view.Vote == nil || m == (VoteDone{Do: DoDone}) {
		return
	}
	votes := [cults + 1]int8{Sun: f.view.Vote.Sun, Moon: f.view.Vote.Moon}
	switch m := m.(type) {
	case Vote:
		for g := firstSpirit; g < DwarfKing; g++ {
			if f.there(g, f.seat) {
				votes[g.Cult()]++
			}
		}
		weight := int8(3)
		if f.vote.round > 1 {
			weight = 1
		}
		votes[m.Druid] += weight
		votes[m.King]++
	case VotePotion:
		votes[m.Cult]++
	case VoteImage:
		votes[m.Cult]++
	case VoteDouble:
		cult := m.Figure.Cult()
		if m.Figure == DwarfKing {
			cult = f.vote.ballots[f.seat].king
		}
		votes[cult]++
	}
	f.add("tally", engine.Whole("sun", votes[Sun]), engine.Whole("moon", votes[Moon]))
}
