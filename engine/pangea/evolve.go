package pangea

import (
	"nemeton/engine"
	"nemeton/engine/chance"
)

// Evolve applies one event; see engine.State.
func (s *State) Evolve(e engine.Event) {
	switch e := e.(type) {
	case Asked:
		s.owes = owed{no: s.counter.Next(), seat: e.Seat, kind: e.Kind}
		s.turn.Phase = phases[e.Kind]
		if e.Kind != KindMagic {
			s.turn.Actions = 0
		}
	case TribeMoved:
		s.answered()
		s.moved[e.Tribe] = true
		s.put(e.Tribe, e.To)
	case TribeFounded:
		s.acted()
		s.put(e.Tribe, e.Tile)
	case TileShifted:
		s.acted()
		s.tile[e.From] = noTile
		s.lay(e.Tile, e.To)
	case NeutralMoved:
		s.acted()
		s.put(e.Tribe, e.To)
	case PhaseEnded:
		s.answered()
	case AmuletDelivered:
		s.carries[e.Tribe] = NoAmulet
		s.amulets[e.Seat] = s.amulets[e.Seat].with(e.Amulet)
	case AmuletBought:
		s.answered()
		s.carries[e.Tribe] = e.Amulet
		s.goods[e.Seat] -= e.Price
		if e.To != engine.NoSeat {
			s.goods[e.To] += e.Earned
		}
	case GoodsProduced:
		s.goods[e.Seat] += e.Goods
	default:
		s.evolveCourse(e)
	}
}

func (s *State) evolveCourse(e engine.Event) {
	switch e := e.(type) {
	case SetUp:
		s.start = e.Start
		for tile, field := range e.Fields {
			s.lay(int8(tile), field)
		}
	case NeutralSettled:
		s.settle(e.People, e.Tile, e.Tribes)
	case TribesDrawn:
		for _, t := range e.Tribes {
			s.at[t] = inHand
		}
	case TowerPlaced:
		s.answered()
		s.settle(s.played[e.Seat], e.Tile, e.Tribes)
	case TurnBegan:
		s.turn = TurnView{Seat: e.Seat, Number: e.Turn, Round: e.Round, Phase: PhaseMagic, Actions: e.Actions}
		s.moved = [tribes]bool{}
	case SpellLifted:
		s.spell[s.played[e.Seat]] = noField
	case SpellLaid:
		s.answered()
		s.spell[s.played[e.Seat]] = e.Field
	case LastRoundAnnounced:
		s.last = e.Reason
	case LastRoundFell:
		s.last = ""
	case GameEnded:
		s.over, s.turn.Phase = true, PhaseOver
		for _, seat := range e.Winners {
			s.wins[seat] = true
		}
		for _, standing := range e.Standings {
			s.scores[standing.Seat] = standing.Score
		}
	}
}

// phases maps the kind of the newest decision to the phase.
var phases = map[string]Phase{
	KindPlaceTower: PhasePlacing,
	KindMagic:      PhaseMagic,
	KindMovement:   PhaseMovement,
	KindBuying:     PhaseBuying,
	KindSpell:      PhaseSpell,
}

func (s *State) answered() { s.owes = owed{} }

// acted closes a decision about magic and counts the action [P21].
func (s *State) acted() {
	s.answered()
	s.turn.Actions--
}

func (s *State) lay(tile, field int8) { s.field[tile], s.tile[field] = field, tile }

func (s *State) put(tribe, tile int8) {
	if s.onBoard(tribe) {
		s.crowd[s.at[tribe]]--
	}
	s.at[tribe] = tile
	s.crowd[tile]++
}

// settle puts a tower on a tile, with its tribes [P11, P12].
func (s *State) settle(p People, tile int8, tribes []int8) {
	s.tower[p] = tile
	for _, t := range tribes {
		s.put(t, tile)
	}
}

func (*State) Redeal(chance.Source) []engine.Event { return nil }
