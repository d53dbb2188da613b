package druids

import "nemeton/engine"

// play plays a card [D11].
func (a *act) play(seat engine.Seat, m Play) {
	a.Emit(CardPlayed{Seat: seat, Card: m.Card, Figure: m.Figure, Victim: m.Seat})
	switch m.Card {
	case Mist:
		a.lift(m.Figure, WhyMist)
		return
	case Calling:
		a.lift(m.Figure, WhyCalling)
		return
	case Banishing:
		a.banish(m.Figure)
	case SecondSight:
		a.draw(2)
	case Raven:
		a.take(seat, m.Seat, 1, ByRaven)
	}
	a.finishCard()
}

// finishCard discards the card in play. A player without a moving figure can then still call a spirit [D60]. If there is
// no other choice than to roll, the dice roll unasked: no second card may be played, so the list shows nothing of the hand
// [D21].
func (a *act) finishCard() {
	a.Emit(CardDiscarded{Seat: a.turn.seat, Card: a.inPlay})
	var room [32]engine.Move // so that the list needs no memory of the heap
	if len(a.turnMoves(room[:0], a.turn.seat)) > 1 {
		a.ask(KindTurn, a.turn.seat)
		return
	}
	a.roll()
}

// draw draws n cards for the current player. If a card is missing, the discard pile becomes the deck [D12].
func (a *act) draw(n int) {
	seat := a.turn.seat
	for range n {
		if a.deck.Total() == 0 && a.pile.Total() > 0 {
			a.Emit(Reshuffled{Cards: int8(a.pile.Total())})
		}
		left := a.deck.Total()
		if left == 0 {
			a.Emit(NoneDrawn{Seat: seat})
			return
		}
		a.Emit(CardDrawn{Seat: seat, Card: a.deck.nth(a.Draw("card", left))})
	}
}

// take takes n cards unseen from a hand; all its cards are equally likely.
func (a *act) take(seat, from engine.Seat, n int8, why Taking) {
	for range n {
		hand := &a.hands[from]
		a.Emit(CardTaken{Seat: seat, From: from, Card: hand.nth(a.Draw("hand", hand.Total())), Why: why})
	}
}
