package druids

import "nemeton/engine"

// View leaves out other seats' hands and the order of the deck.
func (s *State) View(v engine.Viewer) any {
	view := View{
		Stones:   theCircle.symbols[:],
		Spokes:   theCircle.spokes,
		Deck:     int8(s.deck.Total()),
		Gathered: s.gathered(engine.NoSeat),
		Start:    s.start,
		Waiting:  []engine.Seat{},
		Counter:  s.counter.Last(),
	}
	if !v.OwnOnly() {
		view.Figures = s.figureViews()
		view.Players = s.playerViews()
		view.Discard = s.pile.List()
		view.Turn = s.turnView()
		view.Votes = s.votesOf(engine.NoSeat)
		view.Missing = max(0, gathering-view.Gathered)
	}
	if s.owed.no != 0 {
		view.Waiting = append(view.Waiting, s.owed.seat)
	}
	if s.inPlay != NoCard {
		card := s.inPlay
		view.Card = &card
	}
	if s.vote.round == 0 && s.turn.number > 0 {
		view.Ending = s.ending()
	}
	if s.vote.round > 0 {
		view.Vote = s.voteView()
	}
	if seat, ok := v.Seat(); ok && seat < engine.Seat(s.seats) {
		view.Hand = s.hands[seat].List()
		if !s.over {
			view.Worth = []ScoreView{s.score(seat, Sun), s.score(seat, Moon)}
		}
	}
	view.Unseen, view.Held = s.unseen(v)
	if s.over {
		for value := range plantValues {
			for cult := range Cult(cults) {
				if cult != s.vote.cult {
					view.Wasted = append(view.Wasted, plantOf(cult, value))
				}
			}
		}
		for i := range engine.Seat(s.seats) {
			view.Hands = append(view.Hands, s.hands[i].List())
			view.Scoring = append(view.Scoring, s.score(i, s.vote.cult))
		}
	}
	return view
}

// unseen counts the cards that a viewer does not see, and those of them in hands other than the viewer's own.
func (s *State) unseen(v engine.Viewer) (list []UnseenView, held int8) {
	left := s.deck
	seat, seated := v.Seat()
	for i := range engine.Seat(s.seats) {
		if s.over || seated && i == seat {
			continue
		}
		hidden := s.hands[i].minus(s.vote.shown[i])
		left = left.plus(hidden)
		if seated {
			held += int8(hidden.Total())
		}
	}
	list = make([]UnseenView, kinds)
	for kind, n := range left {
		list[kind] = UnseenView{Card(kind), n}
	}
	return list, held
}

func (s *State) playerViews() []PlayerView {
	list := make([]PlayerView, s.seats)
	for i := range engine.Seat(s.seats) {
		p := PlayerView{Seat: i, Cards: int8(s.hands[i].Total()), Moving: s.moving(i), Gathered: s.gathered(i)}
		if shown := s.vote.shown[i]; shown != (Cards{}) {
			p.Shown = shown.List()
		}
		p.Sun, p.Moon, p.Votes = s.scoreFigures(i, Sun).Total, s.scoreFigures(i, Moon).Total, s.votesOf(i)
		list[i] = p
	}
	return list
}

// votesOf counts the votes of a seat's figures at the place of decision, or of all of them; nil if there are none.
func (s *State) votesOf(seat engine.Seat) *VotesView {
	if s.gathered(seat) == 0 {
		return nil
	}
	v := &VotesView{}
	for f := range NoFigure {
		switch {
		case s.at[f] != atCenter || s.owner[f] == engine.NoSeat || seat != engine.NoSeat && s.owner[f] != seat:
		case f.IsDruid():
			v.Open += 3
		case f.Cult() == Sun:
			v.Sun++
		case f.Cult() == Moon:
			v.Moon++
		default:
			v.Open++
		}
	}
	v.All = v.Sun + v.Moon + v.Open
	return v
}

func (s *State) figureViews() []FigureView {
	list := make([]FigureView, 0, figures)
	for f := range NoFigure {
		if f.IsDruid() && f >= Figure(s.seats) {
			continue
		}
		v := FigureView{Figure: f, Stone: -1, Seat: s.owner[f], Cult: f.Cult()}
		switch {
		case s.onStone(f):
			v.At, v.Stone = AtStone, s.at[f]
		case s.at[f] == atCenter:
			v.At = AtCenter
		case f.IsDruid():
			v.At = AtTree
		default:
			v.At = AtSpirits
		}
		list = append(list, v)
	}
	return list
}

func (s *State) turnView() TurnView {
	t := &s.turn
	v := TurnView{
		Seat: t.seat, Number: t.number, Round: t.round, Phase: t.phase, Step: t.step, Played: t.played, Uses: t.uses,
		Figure: t.figure, Landed: t.landed, Why: t.why, Die: t.die, Giving: t.giving, To: t.giveTo,
	}
	if t.rolled {
		for die, face := range t.dice {
			v.Dice = append(v.Dice, DieView{Face: face, Used: t.used[die]})
		}
	}
	return v
}

func (s *State) voteView() *VoteView {
	v := &VoteView{Reason: s.vote.reason, First: s.vote.first, Round: s.vote.round, Ballots: make([]BallotView, s.seats)}
	v.Sun, v.Moon = s.vote.totals()
	for i := range engine.Seat(s.seats) {
		b := &s.vote.ballots[i]
		ballot := BallotView{
			Seat: i, Cast: b.cast, Done: b.done, Druid: b.druid, King: b.king, Doubled: []Figure{}, Sun: b.votes[Sun], Moon: b.votes[Moon],
		}
		for f := range NoFigure {
			if b.doubled&(1<<f) != 0 {
				ballot.Doubled = append(ballot.Doubled, f)
			}
		}
		v.Ballots[i] = ballot
	}
	if s.vote.decided {
		cult := s.vote.cult
		v.Cult = &cult
	}
	return v
}
