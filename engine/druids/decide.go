package druids

import (
	"nemeton/engine"
	"nemeton/engine/chance"
)

// act decides one command. It reads and changes its state through the emitter.
type act struct {
	*State
	engine.Emitter
}

// ask opens a decision. It is the last event of its entry.
func (a *act) ask(kind string, seat engine.Seat) { a.Emit(Asked{Kind: kind, Seat: seat}) }

// Decide answers the open decision; see engine.State. It then continues, without further choices, to the next decision
// or the end of the game.
func (s *State) Decide(d engine.Decision, m engine.Move, chance chance.Source) []engine.Event {
	next := *s
	a := act{&next, engine.NewEmitter(&next, chance)}
	a.decide(d, m)
	return a.Events()
}

func (s *State) Advance(d engine.Decision, m engine.Move, chance chance.Source) {
	a := act{s, engine.NewAdvance(s, chance)}
	a.decide(d, m)
}

func (a *act) decide(d engine.Decision, m engine.Move) {
	switch m := m.(type) {
	case Place:
		a.place(d.Seat, m)
	case Roll:
		a.roll()
	case Play:
		a.play(d.Seat, m)
	case Call:
		a.lift(m.Figure, WhyCall)
	case Magic:
		a.magic(m)
	case Shift:
		a.lift(m.Figure, WhyShift)
	case Use:
		a.Emit(FigureChosen{Seat: d.Seat, Figure: m.Figure, Why: WhyDie, Die: m.Die})
		a.ask(KindGo, d.Seat)
	case Go:
		a.move(m)
	case Put:
		a.put(m.Stone)
	default:
		a.decideMeeting(d.Seat, m)
	}
}

func (a *act) decideMeeting(seat engine.Seat, m engine.Move) {
	switch m := m.(type) {
	case Land:
		a.land(m)
	case Summon:
		a.lift(m.Figure, WhySummon)
	case Banish:
		a.banish(m.Figure)
		a.nextDie()
	case Exchange:
		a.exchange(m.Cards)
	case Rob:
		a.rob(m.Cards)
		a.goOn()
	case Give:
		a.give(m.Card)
	case Vote:
		a.castVote(seat, m)
	case VotePotion, VoteImage, VoteDouble:
		a.voteCard(seat, m)
	case VoteDone:
		a.Emit(VotingDone{Seat: seat})
		a.nextVoter(seat)
	}
}

// goOn continues the turn after the current step is done.
func (a *act) goOn() {
	switch a.turn.step {
	case StepCard:
		a.finishCard()
	case StepCall, StepMagic:
		a.endTurn()
	case StepLanded:
		a.askLanding()
	default:
		a.nextDie()
	}
}
