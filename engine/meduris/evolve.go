package meduris

import (
	"nemeton/engine"
	"nemeton/engine/chance"
)

// Evolve applies one event; see engine.State.
func (s *State) Evolve(e engine.Event) {
	switch e := e.(type) {
	case SetUp:
		s.setUp(e)
	case Asked:
		for _, seat := range e.Seats {
			s.owes[seat] = owed{no: s.counter.Next(), kind: e.Kind}
		}
		s.turn.Phase = phases[e.Kind]
		s.ritual = s.ritual || e.Kind == KindOffer
	case WorkerPlaced:
		s.answered(e.Seat)
		s.players[e.Seat].workers--
		s.plateaus[e.Plateau].push(e.Seat)
	case TurnBegan:
		s.turn.Seat, s.turn.Number, s.turn.Die = e.Seat, e.Turn, NoFace
		s.ritual = false
		if s.finish.Turns > 0 {
			s.finish.Turns--
		}
	case DieRolled:
		s.turn.Die = e.Face
	case Yielded:
		for _, w := range e.Workers {
			s.fromStock(w.Seat, e.Plateau, w.Amount)
		}
	case Gained:
		s.answered(e.Seat)
		s.fromStock(e.Seat, e.Material, 1)
	case LossChosen:
		s.answered(e.Seat)
		s.loss[e.Seat] = chosen{set: true, material: e.Material}
	case LossesReturned:
		for _, l := range e.Losses {
			if l.Material != NoMaterial {
				s.fromStock(l.Seat, l.Material, -1)
			}
		}
		s.loss = [maxSeats]chosen{}
	case WorkerMoved:
		s.answered(e.Seat)
		s.plateaus[e.From].pull(e.Height)
		s.plateaus[e.To].push(e.Seat)
		s.turn.Quiet++
	default:
		s.evolveBuilding(e)
	}
}

func (s *State) evolveBuilding(e engine.Event) {
	switch e := e.(type) {
	case PaymentBegun:
		s.answered(e.Seat)
		s.payer, s.steps, s.payment = e.Seat, 0, Payment{Goal: e.Goal, Due: e.Due}
	case PaymentBound:
		s.answered(e.Seat)
		s.steps++
		s.payment.Units, s.payment.Bound = e.Units, e.Bound
	case Paid:
		s.answered(e.Seat)
		s.payer, s.steps, s.payment = engine.NoSeat, 0, Payment{}
		s.players[e.Seat].hand = s.players[e.Seat].hand.Minus(e.Tokens)
		s.stock = s.stock.Plus(e.Tokens)
	case HutBuilt:
		s.built(e.Seat)
		s.players[e.Seat].huts--
		s.huts[e.Field] = e.Seat
	case TempleBuilt:
		s.built(e.Seat)
		s.players[e.Seat].temples--
		s.temples[e.Field] = e.Seat
	case ChipUsed:
		s.chips[e.Field] = NoChip
		s.players[e.Seat].points += e.Points
	case RuneTaken:
		s.runes[e.Region] = e.Seat
	case Offered:
		s.answered(e.Seat)
		s.players[e.Seat].points += e.Points
	default:
		s.evolveCourse(e)
	}
}

func (s *State) evolveCourse(e engine.Event) {
	switch e := e.(type) {
	case DruidMoved:
		s.druid = e.To
	case RiverCrossed:
		for seat, points := range e.Points {
			s.players[seat].points += points
		}
	case LastTurnsAnnounced:
		s.finish = FinishView{Reason: e.Reason, Seat: e.Seat, Turns: e.Turns}
	case LastLapBegan:
		s.lap, s.lapFrom = true, e.From
	case TemplesScored:
		for _, t := range e.Temples {
			s.players[t.Seat].points += t.Left + t.Right
			s.templePoints[t.Seat] += t.Left + t.Right
		}
	case RunesScored:
		for _, r := range e.Runes {
			s.players[r.Seat].points += r.Points
			s.runePoints[r.Seat] += r.Points
		}
	case GameEnded:
		s.over, s.turn.Phase = true, PhaseOver
		for _, seat := range e.Winners {
			s.winners[seat] = true
		}
	}
}

// phases maps the kind of the newest decision to the phase.
var phases = map[string]Phase{
	KindPlaceWorker: PhasePlacing,
	KindGainOne:     PhaseGaining,
	KindLoseOne:     PhaseLosing,
	KindTurn:        PhaseActing,
	KindPay:         PhasePaying,
	KindOffer:       PhaseOffering,
}

// setUp deals the starting pieces [M1, M2, M5].
func (s *State) setUp(e SetUp) {
	s.start = e.Start
	for _, c := range e.Chips {
		s.chips[c.Field] = c.Chip
	}
	all, workers := piecesFor(s.seats), int8(2)
	if s.seats == 2 {
		workers = 3
	}
	for k := range s.stock {
		s.stock[k] = tokens - s.seats
	}
	for i := range s.seats {
		s.players[i] = player{hand: Counts{1, 1, 1, 1}, points: 5, huts: all.Huts, temples: all.Temples, workers: workers}
	}
}

// piecesFor is the huts and temples of each player [M1].
func piecesFor(seats int8) PiecesView {
	if seats == 2 {
		return PiecesView{Huts: 12, Temples: 2}
	}
	return PiecesView{Huts: 8, Temples: 2}
}

func (s *State) answered(seat engine.Seat) { s.owes[seat] = owed{} }

// fromStock moves n tokens from the stock to a seat, or back if n is negative.
func (s *State) fromStock(seat engine.Seat, m Material, n int8) {
	s.stock[m] -= n
	s.players[seat].hand[m] += n
}

// built counts a build. It also closes the seat's decision, because a free hut has no payment [M23].
func (s *State) built(seat engine.Seat) {
	s.answered(seat)
	s.players[seat].built++
	s.builds++
	s.turn.Quiet = 0
}

func (t *stack) push(seat engine.Seat) {
	t.seat[t.n] = seat
	t.n++
}

// pull removes the worker at a height; those above move down [M20].
func (t *stack) pull(height int8) {
	copy(t.seat[height-1:], t.seat[height:t.n])
	t.n--
	t.seat[t.n] = 0
}

func (*State) Redeal(chance.Source) []engine.Event { return nil }
