package pangea

import "nemeton/engine"

func (Title) Reasons() []string {
	return []string{
		"amulet", "carries_home", "delivers", "home_at_once", "lands_nearer", "nothing_better", "out_of_the_way",
		"produces", "relieves", "room", "seller", "spell", "towards_amulet", "towards_home", "tribe_more",
	}
}

// Reason implements bot.Reasoner. It uses the seat's knowledge only.
func (s *State) Reason(d engine.Decision, m engine.Move) (key string, params map[string]any) {
	v := s.newAppraisal(d.Seat)
	switch m := m.(type) {
	case PlaceTower:
		if n := v.homes(m.Tile); n > 0 {
			return "home_at_once", map[string]any{"tribes": n}
		}
		return "room", map[string]any{"capacity": capacityOf(m.Tile)}
	case Found:
		if m.People != v.people {
			return "seller", nil
		}
		return "tribe_more", nil
	case Shift:
		return "lands_nearer", nil
	case Step:
		v.measure()
		return v.whyStep(m)
	case Buy:
		return "amulet", map[string]any{"amulet": m.Amulet, "price": m.Price}
	case LaySpell:
		return "spell", nil
	case End:
		return "nothing_better", nil
	}
	return "", nil
}

// homes is the number of first tribes that would be at home on a tile [P12].
func (v *appraisal) homes(tile int8) int {
	n := 0
	for _, t := range v.hand(v.people) {
		if homeOf[t] == landscapeOf(tile) {
			n++
		}
	}
	return n
}

func (v *appraisal) whyStep(m Step) (string, map[string]any) {
	from, to := v.at[m.Tribe], m.To
	if peopleOf(m.Tribe) != v.people {
		return "out_of_the_way", nil
	}
	if v.carries[m.Tribe] != NoAmulet {
		if to == v.tower[v.people] {
			return "delivers", nil
		}
		return "carries_home", nil
	}
	home := homeOf[m.Tribe]
	switch {
	case landscapeOf(to) == home && v.crowd[to] < capacityOf(to):
		return "produces", nil
	case v.crowd[from] == capacityOf(from)+1 && v.mineAt(from) > 0:
		return "relieves", nil
	case v.nest[home][v.field[to]] < v.nest[home][v.field[from]]:
		return "towards_home", nil
	default:
		return "towards_amulet", nil
	}
}
