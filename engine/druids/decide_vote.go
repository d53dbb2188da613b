package druids

import "nemeton/engine"

// beginVote begins the vote [D40, D61].
func (a *act) beginVote(reason Reason, first engine.Seat) {
	a.Emit(VoteBegan{First: first, Reason: reason})
	a.ask(KindVote, first)
}

// castVote casts the votes of a seat's figures. In the first round cards can follow [D41, D42].
func (a *act) castVote(seat engine.Seat, m Vote) {
	a.castFigures(seat, m)
	if a.vote.round == 1 {
		a.ask(KindVoteCard, seat)
		return
	}
	a.nextVoter(seat)
}

// castFigures counts 3 votes for a druid in the first round and 1 for every other figure [D41, D42].
func (a *act) castFigures(seat engine.Seat, m Vote) {
	var votes [cults + 1]int8
	for f := firstSpirit; f < DwarfKing; f++ {
		if a.at[f] == atCenter && a.owner[f] == seat {
			votes[f.Cult()]++
		}
	}
	weight := int8(3)
	if a.vote.round > 1 {
		weight = 1
	}
	votes[m.Druid] += weight
	votes[m.King]++
	a.Emit(FiguresVoted{Seat: seat, Druid: m.Druid, King: m.King, Sun: votes[Sun], Moon: votes[Moon]})
}

// voteCard shows cards for votes; further cards can follow [D41].
func (a *act) voteCard(seat engine.Seat, m engine.Move) {
	e := CardVoted{Seat: seat, Potion: NoCult, Figure: NoFigure}
	switch m := m.(type) {
	case VotePotion:
		e.Do, e.Potion, e.Cult = m.Do, m.Potion, m.Cult
		for value := range plantValues {
			e.Cards = append(e.Cards, plantOf(m.Potion, value))
		}
		e.Cards = append(e.Cards, Mistletoe)
	case VoteImage:
		e.Do, e.Cult, e.Cards = m.Do, m.Cult, []Card{MagicImage}
	case VoteDouble:
		e.Do, e.Figure, e.Cards = m.Do, m.Figure, []Card{m.Card}
		e.Cult = m.Figure.Cult()
		if m.Figure == DwarfKing {
			e.Cult = a.vote.ballots[seat].king
		}
	}
	a.Emit(e)
	a.ask(KindVoteCard, seat)
}

// nextVoter continues clockwise until it reaches the first seat again. The second round asks only seats with a choice;
// spirits of other seats vote automatically [D41, D42].
func (a *act) nextVoter(seat engine.Seat) {
	seat = a.next(seat)
	for ; seat != a.vote.first; seat = a.next(seat) {
		if a.voter(seat) {
			return
		}
	}
	a.tally()
}

// voter carries out the vote of a seat; asked is true if it waits for the seat's choice.
func (a *act) voter(seat engine.Seat) (asked bool) {
	if a.vote.round == 1 || a.chooses(seat) {
		a.ask(KindVote, seat)
		return true
	}
	a.castFigures(seat, Vote{Druid: NoCult, King: NoCult})
	return false
}

// chooses reports whether a seat has a figure at the place of decision that votes as its player likes.
func (s *State) chooses(seat engine.Seat) bool {
	return s.there(DruidOf(seat), seat) || s.there(DwarfKing, seat)
}

// there reports whether the figure is at the place of decision and belongs to the seat.
func (s *State) there(f Figure, seat engine.Seat) bool {
	return s.at[f] == atCenter && s.owner[f] == seat
}

// tally ends a round of the vote. A tie causes a second round; a second tie has no winner [D42].
func (a *act) tally() {
	sun, moon := a.vote.totals()
	cult := Sun
	switch {
	case sun == moon && a.vote.round == 1:
		a.Emit(VoteTied{Sun: sun, Moon: moon})
		if !a.voter(a.vote.first) {
			a.nextVoter(a.vote.first)
		}
		return
	case sun == moon:
		cult = NoCult
	case moon > sun:
		cult = Moon
	}
	a.Emit(VoteDecided{Cult: cult, Sun: sun, Moon: moon})
	a.finish(cult)
}

func (v *vote) totals() (sun, moon int8) {
	for i := range v.ballots {
		sun += v.ballots[i].votes[Sun]
		moon += v.ballots[i].votes[Moon]
	}
	return sun, moon
}

// finish reveals and values the hands, and names the winners [D50, D54].
func (a *act) finish(cult Cult) {
	hands, scores, totals := make([][]Card, a.seats), make([]ScoreView, a.seats), make([]int16, a.seats)
	for i := range engine.Seat(a.seats) {
		hands[i] = a.hands[i].List()
		scores[i] = a.score(i, cult)
		totals[i] = scores[i].Total
	}
	a.Emit(HandsShown{Hands: hands})
	a.Emit(Valued{Scores: scores})
	a.Emit(GameEnded{Winners: best(scores), Scores: totals})
}
