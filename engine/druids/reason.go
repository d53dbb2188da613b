package druids

import "nemeton/engine"

func (Title) Reasons() []string {
	return []string{
		"against_you", "better_there", "cards", "cult_gains", "figure_more", "figure_reaches", "for_another", "morrigan_costs",
		"nearer", "nothing_gained", "start_here", "to_meet", "to_plants", "to_spirits", "to_the_tree", "unseen_cards",
		"votes_enough", "walk", "worth_least",
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
		return v.whyFigure()
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
			return v.whyFigure()
		default:
			return "nothing_gained", nil
		}
	case Banish:
		return v.whyBanish(m.Figure)
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
		return v.whyFigure()
	case Raven:
		return "unseen_cards", nil
	case Banishing:
		return v.whyBanish(m.Figure)
	default:
		return "", nil
	}
}

// whyFigure tells the use of one more figure. Only the second one makes both dice usable [D22].
func (v *appraisal) whyFigure() (string, map[string]any) {
	if v.moving(v.seat) == 1 {
		return "figure_more", nil
	}
	return "figure_reaches", nil
}

// whyBanish tells the harm that a spirit does. Morrigan has no vote [D36], and the Dwarf King no cult of its own [D41].
func (v *appraisal) whyBanish(f Figure) (string, map[string]any) {
	better, _ := v.better()
	switch {
	case f == Morrigan && v.owner[f] == v.seat:
		return "morrigan_costs", nil
	case v.owner[f] == v.seat || f == Morrigan:
		return "", nil
	case f == DwarfKing || f.Cult() == better:
		return "for_another", map[string]any{"figure": f}
	default:
		return "against_you", map[string]any{"figure": f}
	}
}

// better is the cult whose victory gives the seat more points, and how many more.
func (v *appraisal) better() (Cult, int) {
	sun, moon := v.score(v.seat, Sun).Total, v.score(v.seat, Moon).Total
	if moon > sun {
		return Moon, int(moon - sun)
	}
	return Sun, int(sun - moon)
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
	better, more := v.better()
	if more == 0 {
		return "", nil
	}
	return "cult_gains", map[string]any{"cult": better, "more": more}
}
