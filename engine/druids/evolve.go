package druids

import (
	"nemeton/engine"
	"nemeton/engine/chance"
)

// Evolve applies one event; see engine.State. Only one decision is open at a time, so any event closes it.
func (s *State) Evolve(e engine.Event) {
	s.owed = owed{}
	switch e := e.(type) {
	case SetUp:
		s.start = e.Start
	case Asked:
		s.owed = owed{no: s.counter.Next(), seat: e.Seat, kind: e.Kind}
		s.turn.phase = phases[e.Kind]
	case TurnBegan:
		s.turn = turn{seat: e.Seat, number: e.Turn, round: e.Round, step: StepNone, figure: NoFigure, landed: NoFigure, die: -1, giveTo: engine.NoSeat}
	case DiceRolled:
		s.turn.rolled, s.turn.dice, s.turn.uses, s.turn.step = true, e.Dice, e.Uses, StepNone
		s.turn.figure, s.turn.why, s.turn.die = NoFigure, "", -1
	case DiceLost:
		s.turn.uses = 0
		for _, die := range e.Dice {
			s.turn.used[die] = true
		}
	case FigureChosen:
		s.turn.figure, s.turn.why, s.turn.die = e.Figure, e.Why, e.Die
		s.turn.step = stepOf(e.Why, s.turn.step)
	default:
		s.evolveFigures(e)
	}
}

func stepOf(why Why, before Step) Step {
	switch why {
	case WhyCall:
		return StepCall
	case WhyShift:
		return StepMagic
	case WhySummon:
		return StepEffect
	default:
		return before
	}
}

func (s *State) evolveFigures(e engine.Event) {
	switch e := e.(type) {
	case DruidPlaced:
		s.at[DruidOf(e.Seat)] = e.Stone
	case FigureMoved:
		s.at[e.Figure] = e.To
		s.turn.step, s.turn.landed = StepLanded, e.Figure
		s.turn.used[e.Die] = true
		s.turn.uses--
	case FigureEntered:
		s.at[e.Figure] = atCenter
	case FigureShifted:
		s.at[e.Figure] = e.To
	case SpiritCalled:
		s.at[e.Figure], s.owner[e.Figure] = e.Stone, e.Seat
	case SpiritBanished:
		s.at[e.Figure], s.owner[e.Figure] = atHome, engine.NoSeat
	case ControlTaken:
		s.owner[e.Figure] = e.Seat
	default:
		s.evolveCards(e)
	}
}

func (s *State) evolveCards(e engine.Event) {
	switch e := e.(type) {
	case CardDrawn:
		s.deck[e.Card]--
		s.hands[e.Seat][e.Card]++
	case Reshuffled:
		s.deck, s.pile = s.pile, Cards{}
	case CardPlayed:
		s.hands[e.Seat][e.Card]--
		s.inPlay = e.Card
		s.turn.played, s.turn.step = true, StepCard
	case CardDiscarded:
		s.inPlay = NoCard
		s.pile[e.Card]++
		s.turn.step = StepNone
	case ExchangeBegan:
		s.turn.giving, s.turn.giveTo, s.turn.step = e.Cards, e.With, StepEffect
	case CardTaken:
		s.hands[e.From][e.Card]--
		s.hands[e.Seat][e.Card]++
	case CardGiven:
		s.hands[e.From][e.Card]--
		s.hands[e.Seat][e.Card]++
		s.turn.giving--
		if s.turn.giving == 0 {
			s.turn.giveTo = engine.NoSeat
		}
	default:
		s.evolveVote(e)
	}
}

func (s *State) evolveVote(e engine.Event) {
	switch e := e.(type) {
	case VoteBegan:
		s.vote.reason, s.vote.first, s.vote.round = e.Reason, e.First, 1
	case FiguresVoted:
		b := &s.vote.ballots[e.Seat]
		b.cast, b.druid, b.king = true, e.Druid, e.King
		b.votes = [cults]int8{Sun: e.Sun, Moon: e.Moon}
		b.done = s.vote.round > 1
	case CardVoted:
		b := &s.vote.ballots[e.Seat]
		b.votes[e.Cult]++
		if e.Figure != NoFigure {
			b.doubled |= 1 << e.Figure
		}
		s.vote.shown[e.Seat] = s.vote.shown[e.Seat].plus(count(e.Cards))
	case VotingDone:
		s.vote.ballots[e.Seat].done = true
	case VoteTied:
		s.vote.round++
		s.vote.clear()
	case VoteDecided:
		s.vote.decided, s.vote.cult = true, e.Cult
	case GameEnded:
		s.over, s.turn.phase = true, PhaseOver
		for _, seat := range e.Winners {
			s.winner[seat] = true
		}
	}
}

// phases maps the kind of the newest decision to the phase.
var phases = map[string]Phase{
	KindPlace: PhasePlacing, KindTurn: PhaseOpening, KindMagic: PhaseMagic, KindUse: PhaseChoosing, KindGo: PhaseMoving,
	KindPut: PhasePutting, KindLanding: PhaseLanding, KindRob: PhaseRobbing, KindGive: PhaseGiving,
	KindVote: PhaseVoting, KindVoteCard: PhaseVoting,
}

func (*State) Redeal(chance.Source) []engine.Event { return nil }
