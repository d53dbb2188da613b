package meduris

import (
	"slices"

	"nemeton/engine"
)

func (Title) Reasons() []string {
	return []string{
		"chip_instead", "costs_nothing", "first_rune", "hut_more", "huts_beside", "keeps_tokens", "lacking",
		"larger_settlement", "many_plateaus", "needed", "needed_least", "one_point", "plenty", "points_at_once",
		"settlement_points", "spare", "stands_high", "takes_rune", "yields",
	}
}

// Reason implements bot.Reasoner. It uses the hand of the deciding seat and public facts only.
func (s *State) Reason(d engine.Decision, m engine.Move) (key string, params map[string]any) {
	v := appraisal{State: s, seat: d.Seat, hand: s.players[d.Seat].hand}
	switch m := m.(type) {
	case PlaceWorker:
		if v.plateaus[m.Plateau].n > 0 {
			return "stands_high", map[string]any{"plateau": m.Plateau, "height": v.plateaus[m.Plateau].n + 1}
		}
		return "many_plateaus", nil
	case GainOne:
		if v.hand[m.Material] < slices.Min(v.others(m.Material)) {
			return "lacking", map[string]any{"material": m.Material}
		}
		return "needed", map[string]any{"material": m.Material}
	case LoseOne:
		switch {
		case m.Material == NoMaterial:
			return "", nil
		case v.hand[m.Material] > slices.Max(v.others(m.Material)):
			return "plenty", map[string]any{"material": m.Material}
		}
		return "needed_least", map[string]any{"material": m.Material}
	case Yield:
		return "yields", map[string]any{"to": m.To, "amount": v.brings(m)}
	case Build:
		return v.whyBuild(m)
	case Offer:
		return v.whyOffer(m)
	case OfferOne:
		return "one_point", nil
	case Replace, Give:
		return "spare", nil
	}
	return "", nil
}

// others lists how many the hand has of each other material.
func (v *appraisal) others(m Material) []int8 {
	return slices.Delete(slices.Clone(v.hand[:]), int(m), int(m)+1)
}

// brings is the number of tokens that a large yield gives the seat [M20].
func (v *appraisal) brings(m Yield) int8 {
	t := &v.plateaus[m.To]
	all := min(t.n+1, v.stock[m.To])
	left := v.stock[m.To] - all
	for height := t.n; height > 0; height-- {
		n := min(height, left)
		left -= n
		if t.seat[height-1] == v.seat {
			all += n
		}
	}
	return all
}

func (v *appraisal) whyBuild(m Build) (string, map[string]any) {
	if m.Do == DoTemple {
		return "huts_beside", map[string]any{"huts": v.hutsLeft(m.Field) + v.hutsRight(m.Field)}
	}
	size, region := v.settlement(m.Field), v.board.fields[m.Field].Region
	switch {
	case v.chips[m.Field] == ChipFree:
		return "costs_nothing", nil
	case v.chips[m.Field] == ChipPoints:
		return "points_at_once", nil
	case v.runes[region] == engine.NoSeat:
		return "first_rune", map[string]any{"region": region + 1}
	case v.runes[region] != v.seat:
		return "takes_rune", map[string]any{"region": region + 1, "seat": v.runes[region]}
	case size > 1:
		return "larger_settlement", map[string]any{"huts": size}
	default:
		return "hut_more", nil
	}
}

func (v *appraisal) whyOffer(m Offer) (string, map[string]any) {
	switch m.Do {
	case DoNothing:
		return "keeps_tokens", nil
	case DoChip:
		return "chip_instead", map[string]any{"points": v.settlement(v.druid.No)}
	default:
		return "settlement_points", map[string]any{"points": v.settlement(v.druid.No)}
	}
}
