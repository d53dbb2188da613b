package meduris

import (
	"nemeton/engine"
	"nemeton/engine/chance"
)

// act decides one command. It reads and changes its state through the emitter.
type act struct {
	*State
	engine.Emitter
}

// ask opens a decision of one seat. It is the last event of its entry.
func (a *act) ask(kind string, seat engine.Seat) {
	a.Emit(Asked{Kind: kind, Seats: []engine.Seat{seat}})
}

// Decide answers an open decision; see engine.State. It then continues, without further choices, to the next decision
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
	case PlaceWorker:
		a.placeWorker(d.Seat, m)
	case GainOne:
		a.gainOne(d.Seat, m)
	case LoseOne:
		a.loseOne(d.Seat, m)
	case Yield:
		a.largeYield(d.Seat, m)
	case Build:
		a.startBuild(d.Seat, m)
	case Offer:
		a.offer(d.Seat, m)
	case OfferOne:
		a.beginPayment(d.Seat, Goal{Do: DoOne, Field: a.druid.No, Material: m.Material})
	case Replace:
		a.replace(d.Seat, m)
	case Give:
		a.give(d.Seat, m)
	}
}

// placeWorker asks the next seat, until all workers are placed; then the start player takes the first turn [M7].
func (a *act) placeWorker(seat engine.Seat, m PlaceWorker) {
	a.Emit(WorkerPlaced{Seat: seat, Plateau: m.Plateau, Height: a.plateaus[m.Plateau].n + 1})
	if next := a.next(seat); a.players[next].workers > 0 {
		a.ask(KindPlaceWorker, next)
		return
	}
	a.beginTurn(a.start)
}
