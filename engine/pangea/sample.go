package pangea

import (
	"errors"
	"math/rand/v2"

	"nemeton/engine"
)

// Sample returns a state that is consistent with the viewer's knowledge; see engine.Title. Only the first three tribes
// of players whose tower is not placed are hidden [P12]: any three of the eight, all equally likely. Bags have no
// order.
func (Title) Sample(k engine.Knowledge, r *rand.Rand) (engine.State, error) {
	view, ok := k.View.(View)
	if !ok {
		return nil, errors.New("pangea: not a view of this title")
	}
	s := fromView(view, k.Setup)
	for _, d := range k.Decisions {
		s.owes = owed{no: d.No, seat: d.Seat, kind: d.Kind}
	}
	for _, t := range view.Hand {
		s.at[t.ID] = inHand
	}
	for seat, p := range s.played[:s.seats] {
		if s.tower[p] == noTile && !k.Viewer.Is(engine.Seat(seat)) {
			for _, i := range r.Perm(tribesOf)[:settlers] {
				s.at[firstOf(p)+int8(i)] = inHand
			}
		}
	}
	return s, nil
}

func fromView(v View, setup engine.Setup) *State {
	s := blank(setup)
	s.counter = engine.Resume(v.Counter)
	s.start, s.turn = v.Start, v.Turn
	if v.LastRound != nil {
		s.last = v.LastRound.Reason
	}
	for tile, t := range v.Tiles {
		s.lay(int8(tile), t.Field)
	}
	for p, people := range v.Peoples {
		s.tower[p], s.spell[p] = people.Tower, people.Spell
		for _, t := range people.Tribes {
			s.put(t.ID, t.Tile)
			s.carries[t.ID], s.moved[t.ID] = t.Carries, t.Moved
		}
	}
	for seat, p := range v.Players {
		s.goods[seat] = p.Goods
		for _, amulet := range p.Amulets {
			s.amulets[seat] = s.amulets[seat].with(amulet)
		}
	}
	if v.Turn.Phase == PhaseOver {
		s.Evolve(s.result())
	}
	return s
}
