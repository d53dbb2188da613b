package druids

import (
	"slices"

	"nemeton/engine"
)

var causes = engine.Causes{
	Events: slices.Concat(
		engine.CauseOf("D15", "set_up"), engine.CauseOf("D20", "druid_placed"), engine.CauseOf("D21", "turn_began", "dice_rolled"),
		engine.CauseOf("D12", "card_drawn", "none_drawn", "reshuffled"), engine.CauseOf("D11", "card_played", "card_discarded"),
		engine.CauseOf("D23", "magic_left", "magic_drawn"),
		whyCauses("figure_chosen"), engine.CauseOf("D24", "figure_moved"), engine.CauseOf("D30", "figure_entered"),
		whyCauses("figure_shifted"), whyCauses("spirit_called"), engine.CauseOf("D33", "spirit_banished"),
		engine.CauseIf("D36", "control_taken", "figure", Morrigan.String()), engine.CauseOf("D35", "control_taken"),
		engine.CauseOf("D32", "effect_left"), engine.CauseOf("D34", "exchange_began"),
		engine.CauseIf("D36", "card_taken", "why", ByMorrigan), engine.CauseIf("D11", "card_taken", "why", ByRaven), engine.CauseOf("D34", "card_taken", "card_given"),
		engine.CauseOf("D22", "dice_lost"),
		engine.CauseIf("D40", "vote_began", "reason", ReasonFive), engine.CauseOf("D61", "vote_began"),
		engine.CauseOf("D41", "figures_voted", "card_voted", "voting_done", "vote_decided"), engine.CauseOf("D42", "vote_tied"),
		engine.CauseOf("D54", "hands_shown", "game_ended"), engine.CauseOf("D50", "valued"),
	),
	Moves: slices.Concat(
		engine.CauseOf("D20", KindPlace),
		engine.CauseIf("D11", KindTurn, "do", DoPlay), engine.CauseIf("D60", KindTurn, "do", DoCall), engine.CauseOf("D21", KindTurn),
		engine.CauseOf("D23", KindMagic), engine.CauseOf("D22", KindUse), engine.CauseOf("D24", KindGo), engine.CauseOf("D33", KindPut),
		engine.CauseIf("D31", KindLanding, "do", DoDraw), engine.CauseIf("D34", KindLanding, "do", DoExchange),
		engine.CauseIf("D35", KindLanding, "do", DoTake), engine.CauseIf("D33", KindLanding, "do", DoSummon, DoBanish), engine.CauseOf("D32", KindLanding),
		engine.CauseOf("D36", KindRob), engine.CauseOf("D34", KindGive),
		engine.CauseOf("D41", KindVote), engine.CauseIf("D43", KindVoteCard, "do", DoPotion), engine.CauseOf("D41", KindVoteCard),
	),
	Scores: slices.Concat(
		engine.CauseOf("D50", "druid", "there", "outside"), engine.CauseOf("D51", "plants", "potions"), engine.CauseOf("D52", "pairs"),
		engine.CauseOf("D53", "morrigan", "belladonna"),
	),
}

// whyRule is the rule behind a move of a figure.
func whyRule(why Why) string {
	switch why {
	case WhyMist, WhyCalling:
		return "D11"
	case WhyCall:
		return "D60"
	case WhyShift:
		return "D23"
	case WhySummon:
		return "D33"
	default:
		return "D22"
	}
}

func whyCauses(event string) (list []engine.Cause) {
	for _, why := range []Why{WhyDie, WhyMist, WhyCalling, WhyCall, WhyShift, WhySummon} {
		list = append(list, engine.CauseIf(whyRule(why), event, "why", why)...)
	}
	return list
}

// Causes implements engine.Explainer.
func (Title) Causes() engine.Causes { return causes }

// Refusals implements engine.Explainer. Of hands and deck it uses the viewer's own hand and the public numbers of cards.
func (Title) Refusals(k engine.Knowledge, d engine.Decision) []engine.Refusal {
	view, ok := k.View.(View)
	if !ok {
		return nil
	}
	r := refusals{State: fromView(view, k.Setup.Seats())}
	r.hands[d.Seat] = count(view.Hand)
	switch d.Kind {
	case KindPlace:
		r.stones(table.place[:], "D20")
	case KindTurn:
		r.turn(d.Seat)
	case KindMagic:
		r.add("D23", table.shift[firstSpirit:]...)
	case KindUse:
		r.use()
	case KindGo:
		r.reachable(d.Moves)
	case KindPut:
		r.stones(table.put[:], whyRule(r.State.turn.why))
	case KindLanding:
		r.landing()
	}
	return slices.DeleteFunc(r.list, func(r engine.Refusal) bool { return slices.Contains(d.Moves, r.Move) })
}

// refusals collects moves with the rules that forbid them.
type refusals struct {
	*State
	list []engine.Refusal
}

func (r *refusals) add(rule string, moves ...engine.Move) {
	for _, m := range moves {
		r.list = append(r.list, engine.Refusal{Move: m, Rule: rule})
	}
}

// stones adds all stones: the full ones by D3, the others by the rule.
func (r *refusals) stones(all []engine.Move, rule string) {
	for stone, m := range all {
		if r.standing(int8(stone)) >= room {
			r.add("D3", m)
		} else {
			r.add(rule, m)
		}
	}
}

// turn adds the cards of the hand that do nothing now, and the spirits in their place [D11, D21, D60].
func (r *refusals) turn(seat engine.Seat) {
	playable := r.playMoves(seat, nil)
	for card, n := range r.hands[seat] {
		useless := !slices.ContainsFunc(playable, func(m engine.Move) bool { p, ok := m.(Play); return ok && p.Card == Card(card) })
		switch {
		case n > 0 && r.State.turn.played:
			r.add("D21", Play{Do: DoPlay, Card: Card(card), Figure: NoFigure, Seat: engine.NoSeat})
		case n > 0 && useless:
			r.add("D11", Play{Do: DoPlay, Card: Card(card), Figure: NoFigure, Seat: engine.NoSeat})
		}
	}
	r.add("D60", table.call[firstSpirit:]...)
}

// use adds each unused die with the figures that it cannot move [D22, D24, D25, D30].
func (r *refusals) use() {
	for die, used := range r.State.turn.used {
		if used {
			continue
		}
		for f := range NoFigure {
			switch {
			case r.mayMove(f):
				r.add(pathRule(r.State.turn.dice[die]), table.use[die][f])
			case r.at[f] == atCenter:
				r.add("D30", table.use[die][f])
			default:
				r.add("D22", table.use[die][f])
			}
		}
	}
}

// reachable adds the stones that the chosen figure does not reach [D24, D25, D26, D36].
func (r *refusals) reachable(offered []engine.Move) {
	rule := pathRule(r.State.turn.dice[r.State.turn.die])
	for stone := range int8(stones) {
		m := Go{Stone: stone}
		switch {
		case slices.ContainsFunc(offered, func(m engine.Move) bool { g, ok := m.(Go); return ok && g.Stone == stone }):
		case r.standing(stone) >= room:
			r.add("D26", m)
		case r.State.turn.figure == Morrigan && theCircle.symbols[stone] == Pentagram:
			r.add("D36", m)
		default:
			r.add(rule, m)
		}
	}
}

// pathRule is the rule of the paths that a face allows.
func pathRule(f Face) string {
	if f.Shape == Pips {
		return "D24"
	}
	return "D25"
}

// landing adds the effects that the stone does not have now [D31, D33, D34, D35].
func (r *refusals) landing() {
	r.add("D31", table.draw)
	r.add("D33", table.summon[firstSpirit:]...)
	r.add("D33", table.banish[firstSpirit:]...)
	r.add("D34", table.exchange[:]...)
	r.add("D35", table.take)
}
