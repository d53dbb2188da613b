package druids

import "nemeton/engine"

// moveTable holds all moves of small types. They are boxed once, so that a list of them costs one allocation.
type moveTable struct {
	place, put [stones]engine.Move
	give       [kinds]engine.Move
	use        [diceCount][figures]engine.Move

	mist, calling, banishing, call, shift, summon, banish [figures]engine.Move

	raven         [maxSeats]engine.Move
	magic         [2]engine.Move
	rob, exchange [2]engine.Move
	vote          [cults + 1][cults + 1]engine.Move
	potion        [cults][cults]engine.Move
	image         [cults]engine.Move
	double        [2][figures]engine.Move

	roll, sight, nothing, draw, take, done engine.Move
}

var (
	table     = newMoveTable()
	allStones = newAllStones()
)

func newAllStones() []int8 {
	list := make([]int8, stones)
	for stone := range list {
		list[stone] = int8(stone)
	}
	return list
}

func newMoveTable() *moveTable {
	t := &moveTable{
		roll:    Roll{Do: DoRoll},
		sight:   Play{Do: DoPlay, Card: SecondSight, Figure: NoFigure, Seat: engine.NoSeat},
		nothing: Land{Do: DoNothing}, draw: Land{Do: DoDraw}, take: Land{Do: DoTake},
		done:  VoteDone{Do: DoDone},
		magic: [2]engine.Move{Magic{Do: DoMove}, Magic{Do: DoDraw}},
	}
	for stone := range int8(stones) {
		t.place[stone], t.put[stone] = Place{Stone: stone}, Put{Stone: stone}
	}
	for card := range NoCard {
		t.give[card] = Give{Card: card}
	}
	for n := range int8(2) {
		t.rob[n], t.exchange[n] = Rob{Cards: n + 1}, Exchange{Do: DoExchange, Cards: n + 1}
	}
	for seat := range engine.Seat(maxSeats) {
		t.raven[seat] = Play{Do: DoPlay, Card: Raven, Figure: NoFigure, Seat: seat}
	}
	t.addFigures()
	t.addVotes()
	return t
}

func (t *moveTable) addFigures() {
	for f := range NoFigure {
		play := Play{Do: DoPlay, Figure: f, Seat: engine.NoSeat}
		for card, list := range map[Card]*[figures]engine.Move{Mist: &t.mist, Calling: &t.calling, Banishing: &t.banishing} {
			play.Card = card
			list[f] = play
		}
		t.call[f], t.shift[f] = Call{Do: DoCall, Figure: f}, Shift{Do: DoShift, Figure: f}
		t.summon[f], t.banish[f] = Summon{Do: DoSummon, Figure: f}, Banish{Do: DoBanish, Figure: f}
		for die := range int8(diceCount) {
			t.use[die][f] = Use{Die: die, Figure: f}
		}
		for i, card := range []Card{Teutates, Lug} {
			t.double[i][f] = VoteDouble{Do: DoDouble, Card: card, Figure: f}
		}
	}
}

func (t *moveTable) addVotes() {
	for druid := range NoCult + 1 {
		for king := range NoCult + 1 {
			t.vote[druid][king] = Vote{Druid: druid, King: king}
		}
	}
	for _, cult := range []Cult{Sun, Moon} {
		t.image[cult] = VoteImage{Do: DoImage, Cult: cult}
		for _, potion := range []Cult{Sun, Moon} {
			t.potion[potion][cult] = VotePotion{Do: DoPotion, Potion: potion, Cult: cult}
		}
	}
}
