package druids_test

import (
	"nemeton/engine"
	. "nemeton/engine/druids"
)

// greedy is a sensible player that looks one move ahead: it sees what its seat sees and takes what seems worth most.
type greedy struct{ chance engine.Loose }

// step answers the open decision.
func (g greedy) step(s engine.State) []engine.Event {
	d := s.Open()[0]
	v := s.View(engine.SeatViewer(d.Seat)).(View)
	best, most := d.Moves[0], -100.0
	for _, m := range d.Moves {
		// A little chance decides between moves that seem alike.
		if worth := g.worth(s, v, d, m) + g.chance.Float64()/10; worth > most {
			best, most = m, worth
		}
	}
	events := s.Decide(d, best, g.chance)
	for _, e := range events {
		s.Evolve(e)
	}
	return events
}

func (g greedy) worth(s engine.State, v View, d engine.Decision, m engine.Move) float64 {
	switch m := m.(type) {
	case Use:
		return g.bestGo(s, v, d, m)
	case Go:
		return landing(v, d.Seat, v.Turn.Figure, m.Stone)
	case Play:
		return map[Card]float64{SecondSight: 5, Calling: 5, Raven: 4, Banishing: 0.5, Mist: 0.5}[m.Card]
	case Call:
		return 3 + favour(v, m.Figure)
	case Roll:
		return 1
	case Magic:
		return map[Do]float64{DoDraw: 2}[m.Do]
	case Land:
		return map[Do]float64{DoDraw: 8, DoTake: 7}[m.Do]
	case Summon:
		return 5 + favour(v, m.Figure)
	case Exchange:
		return 1
	case Vote:
		return favoured(v, m.Druid) + favoured(v, m.King)
	case VotePotion:
		return favoured(v, m.Cult)
	case VoteImage:
		return favoured(v, m.Cult)
	case VoteDouble:
		return favour(v, m.Figure)
	case Give:
		return map[Card]float64{Belladonna: 2, Mist: 1}[m.Card]
	default:
		return 0
	}
}

// bestGo is the best target of a die and a figure.
func (g greedy) bestGo(s engine.State, v View, d engine.Decision, m Use) float64 {
	next := s.Clone()
	for _, e := range s.Decide(d, m, g.chance) {
		next.Evolve(e)
	}
	most := -100.0
	for _, to := range next.Open()[0].Moves {
		most = max(most, landing(v, d.Seat, m.Figure, to.(Go).Stone))
	}
	return most
}

// landing is what a stone is worth to a figure.
func landing(v View, seat engine.Seat, f Figure, stone int8) float64 {
	worth := 0.0
	switch v.Stones[stone] {
	case Pentagram:
		worth = entering(v, f)
	case Plant:
		worth = 7
		if f == DwarfKing {
			worth = 12
		}
	case Spirit:
		worth = 6
		if v.Players[seat].Moving < 2 {
			worth = 10 // a second figure lets both dice be used from now on
		}
	}
	for _, other := range v.Figures {
		if f.IsDruid() && other.At == AtStone && other.Stone == stone && other.Seat != seat && other.Figure != Morrigan {
			worth += 3
		}
	}
	return worth
}

// entering is what the place of decision is worth. A figure there moves no more, so the later the better: a druid gathers
// cards as long as it walks, a spirit moves beside it.
func entering(v View, f Figure) float64 {
	missing := float64(4 - v.Gathered)
	if f.IsDruid() {
		return 14 - 5*missing
	}
	return 9 - missing/2 + favour(v, f)
}

// favoured is positive for the cult that a seat gains by, and that much.
func favoured(v View, c Cult) float64 {
	if c == NoCult {
		return 0
	}
	return float64(v.Worth[c].Total-v.Worth[1-c].Total) / 20
}

func favour(v View, f Figure) float64 { return favoured(v, f.Cult()) }
