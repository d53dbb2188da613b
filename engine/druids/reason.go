package druids

import "nemeton/engine"

func (Title) Reasons() []string {
	return []string{
		"against_you", "better_there", "cards", "cult_gains", "figure_more", "nearer", "nothing_gained",
		"start_here", "to_meet", "to_plants", "to_spirits", "to_the_tree", "unseen_cards", "votes_enough", "walk",
		"worth_least",
	}
}

// Reason implements bot.Reasoner. It uses the hand of the deciding seat and public facts only.
func (s *State) Reason(d engine.Decision, m engine.Move) (key string, params map[string]any) {
	v := appraisal{State: s, seat: d.Seat}
	switch m := m.(type) {
	case Place:
		return "start_here", nil
	case Roll:
		return "walk", nil
	case Use:
		return v.whyGo(m.Figure, v.bestStone(m))
	case Go:
		return v.whyGo(v.turn.figure, m.Stone)
	case Call, Summon:
		return "figure_more", nil
	case Magic:
		if m.Do == DoDraw {
			return "cards", nil
		}
		return "walk", nil
	case Shift, Put:
		return "better_there", nil
	case Play:
		return v.whyPlay(m)
	case Land:
		switch m.Do {
		case DoDraw:
			return "cards", nil
		case DoTake:
			return "figure_more", nil
		default:
			return "nothing_gained", nil
		}
	case Banish:
		return "against_you", map[string]any{"figure": m.Figure}
	case Exchange, Rob:
		return "unseen_cards", nil
	case Give:
		return "worth_least", map[string]any{"card": m.Card}
	}
	return v.whyVote(m)
}

// bestStone is the best target of a die and a figure; -1 if there is none.
func (v *appraisal) bestStone(m Use) int8 {
	best, most := int8(-1), -100.0
	for stone, found := range v.reach(m.Figure, v.turn.dice[m.Die]).found {
		if worth := v.landing(m.Figure, int8(stone)); found && worth > most {
			best, most = int8(stone), worth
		}
	}
	return best
}

func (v *appraisal) whyGo(f Figure, stone int8) (string, map[string]any) {
	if stone < 0 {
		return "", nil
	}
	of := map[string]any{"figure": f}
	switch theCircle.symbols[stone] {
	case Pentagram:
		return "to_the_tree", of
	case Plant:
		return "to_plants", of
	case Spirit:
		return "to_spirits", of
	}
	if f.IsDruid() {
		for g, at := range v.at {
			if at == stone && v.owner[g] != v.seat && Figure(g) != Morrigan {
				return "to_meet", map[string]any{"figure": f, "met": Figure(g)}
			}
		}
	}
	return "nearer", of
}

func (v *appraisal) whyPlay(m Play) (string, map[string]any) {
	switch m.Card {
	case SecondSight:
		return "cards", nil
	case Calling:
		return "figure_more", nil
	case Raven:
		return "unseen_cards", nil
	case Banishing:
		return "against_you", map[string]any{"figure": m.Figure}
	default:
		return "", nil
	}
}

// whyVote names the cult whose victory gives the seat more points [D41, D51].
func (v *appraisal) whyVote(m engine.Move) (string, map[string]any) {
	switch m.(type) {
	case Vote, VotePotion, VoteImage, VoteDouble:
	case VoteDone:
		return "votes_enough", nil
	default:
		return "", nil
	}
	sun, moon := v.score(v.seat, Sun).Total, v.score(v.seat, Moon).Total
	better := Sun
	if moon > sun {
		better = Moon
	}
	return "cult_gains", map[string]any{"cult": better, "more": max(sun-moon, moon-sun)}
}
