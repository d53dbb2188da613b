package druids

import (
	"errors"
	"math/rand/v2"

	"nemeton/engine"
)

// Sample returns a state that is consistent with the viewer's knowledge; see engine.Title. The other hands and the deck
// are hidden: unknown cards are dealt anew. Cards shown in the vote go to the seats that showed them.
func (Title) Sample(k engine.Knowledge, r *rand.Rand) (engine.State, error) {
	view, ok := k.View.(View)
	if !ok {
		return nil, errors.New("druids: not a view of this title")
	}
	s := fromView(view, k.Setup.Seats())
	for _, d := range k.Decisions {
		s.owed = owed{no: d.No, seat: d.Seat, kind: d.Kind}
	}
	s.dealHidden(view, k.Viewer, r)
	return s, nil
}

func (s *State) dealHidden(view View, viewer engine.Viewer, r *rand.Rand) {
	hidden := deckCards.minus(s.pile)
	if s.inPlay != NoCard {
		hidden[s.inPlay]--
	}
	for i := range engine.Seat(s.seats) {
		switch {
		case view.Hands != nil:
			s.hands[i] = count(view.Hands[i])
		case viewer.Is(i):
			s.hands[i] = count(view.Hand)
		default:
			s.hands[i] = s.vote.shown[i]
		}
		hidden = hidden.minus(s.hands[i])
	}
	for i, p := range view.Players {
		for n := s.hands[i].Total(); n < int(p.Cards); n++ {
			card := hidden.nth(r.IntN(hidden.Total()))
			hidden[card]--
			s.hands[i][card]++
		}
	}
	s.deck = hidden
}

func fromView(v View, seats int) *State {
	s := blank(seats)
	s.counter = engine.Resume(v.Counter)
	s.start, s.pile = v.Start, count(v.Discard)
	if v.Card != nil {
		s.inPlay = *v.Card
	}
	for _, f := range v.Figures {
		s.owner[f.Figure] = f.Seat
		switch f.At {
		case AtStone:
			s.at[f.Figure] = f.Stone
		case AtCenter:
			s.at[f.Figure] = atCenter
		}
	}
	t := v.Turn
	s.turn = turn{
		seat: t.Seat, number: t.Number, round: t.Round, phase: t.Phase, step: t.Step, played: t.Played, rolled: t.Dice != nil,
		uses: t.Uses, figure: t.Figure, landed: t.Landed, why: t.Why, die: t.Die, giving: t.Giving, giveTo: t.To,
	}
	for die, d := range t.Dice {
		s.turn.dice[die], s.turn.used[die] = d.Face, d.Used
	}
	s.voteFromView(v)
	return s
}

func (s *State) voteFromView(v View) {
	for i, p := range v.Players {
		s.vote.shown[i] = count(p.Shown)
	}
	if v.Vote == nil {
		return
	}
	s.vote.reason, s.vote.first, s.vote.round = v.Vote.Reason, v.Vote.First, v.Vote.Round
	for i, b := range v.Vote.Ballots {
		ballot := ballot{cast: b.Cast, done: b.Done, druid: b.Druid, king: b.King, votes: [cults]int8{Sun: b.Sun, Moon: b.Moon}}
		for _, f := range b.Doubled {
			ballot.doubled |= 1 << f
		}
		s.vote.ballots[i] = ballot
	}
	if v.Vote.Cult != nil {
		s.vote.decided, s.vote.cult = true, *v.Vote.Cult
	}
	if v.Scoring != nil {
		s.over = true
		for _, seat := range best(v.Scoring) {
			s.winner[seat] = true
		}
	}
}
