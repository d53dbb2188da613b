package pangea

import (
	"nemeton/engine"
	"nemeton/engine/chance"
)

// act decides one command. It reads and changes its state through the emitter.
type act struct {
	*State
	engine.Emitter
}

// ask opens the decision of a seat. It is the last event of its entry.
func (a *act) ask(kind string, seat engine.Seat) { a.Emit(Asked{Kind: kind, Seat: seat}) }

// Decide answers the open decision; see engine.State. It then continues, without further choices, to the next decision
// or the end of the game.
func (s *State) Decide(d engine.Decision, m engine.Move, chance chance.Source) []engine.Event {
	next := *s
	a := act{&next, engine.NewEmitter(&next, chance)}
	a.decide(d, m)
	return a.Events()
}

func (s *State) Advance(d engine.Decision, m engine.Move, chance chance.Source) {
	a := act{s, engine.NewAdvance(s, chance)}
	a.decide(d, m)
}

func (a *act) decide(d engine.Decision, m engine.Move) {
	switch m := m.(type) {
	case PlaceTower:
		a.placeTower(d.Seat, m)
	case Found:
		a.found(d.Seat, m)
	case Shift:
		a.Emit(TileShifted{Seat: d.Seat, Tile: m.Tile, From: a.field[m.Tile], To: m.To, Over: m.Over})
		a.goOn(d.Kind)
	case Step:
		a.step(d, m)
	case Buy:
		a.buy(d.Seat, m)
	case LaySpell:
		a.Emit(SpellLaid{Seat: d.Seat, Field: m.Field, Tile: a.tile[m.Field]})
		a.endTurn()
	case End:
		a.Emit(PhaseEnded{Seat: d.Seat, Phase: a.turn.Phase})
		a.after(d.Kind)
	}
}

// placeTower asks the next seat, each once; then the start player takes the first turn [P12].
func (a *act) placeTower(seat engine.Seat, m PlaceTower) {
	a.Emit(TowerPlaced{Seat: seat, Tile: m.Tile, Tribes: a.hand(a.played[seat])})
	if next := a.next(seat); next != a.start {
		a.ask(KindPlaceTower, next)
		return
	}
	a.beginTurn(a.start)
}

// found draws a tribe and puts it on the tile of its tower [P21].
func (a *act) found(seat engine.Seat, m Found) {
	tribe := a.draw(m.People, func(t int8) bool { return a.at[t] == inBag })
	a.Emit(TribeFounded{Seat: seat, People: m.People, Tribe: tribe, Home: homeOf[tribe], Tile: a.tower[m.People]})
	a.goOn(KindMagic)
}

// buy buys an amulet. A player who sells gets 1 good, whatever the price [P23].
func (a *act) buy(seat engine.Seat, m Buy) {
	to, earned := a.player[m.Seller], int16(0)
	if to != engine.NoSeat {
		earned = 1
	}
	a.Emit(AmuletBought{Seat: seat, Tribe: m.Tribe, Amulet: m.Amulet, Price: m.Price, Seller: m.Seller, To: to, Earned: earned})
	a.goOn(KindBuying)
}

// step moves a neutral tribe by magic, or one of the seat's tribes [P21, P22].
func (a *act) step(d engine.Decision, m Step) {
	from := a.at[m.Tribe]
	if d.Kind == KindMagic {
		a.Emit(NeutralMoved{Seat: d.Seat, People: peopleOf(m.Tribe), Tribe: m.Tribe, From: from, To: m.To, Over: m.Over})
	} else {
		a.Emit(TribeMoved{Seat: d.Seat, Tribe: m.Tribe, From: from, To: m.To, Over: m.Over})
	}
	a.goOn(d.Kind)
}
