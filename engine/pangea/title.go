package pangea

import (
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
)

// Title is the rules of Die Magier von Pangea.
type Title struct{}

// longestGame is a bound on the moves of a game. Each player places one tower. In a turn, each action of magic, each
// tribe, each kind of amulet and the spell allows one move. Ending a phase early replaces at least one of them [P12,
// P21-P25, P32].
const longestGame = maxSeats + maxRounds*maxSeats*(landscapes+tribesOf+landscapes+1)

// Info describes the title. A seat's color is the people it plays [P2].
func (Title) Info() engine.Info {
	colors := func() []string { return slices.Clone(peopleNames) }
	return engine.Info{
		ID: "pangea", Name: "Die Magier von Pangea", MinSeats: 2, MaxSeats: maxSeats, Rules: 1,
		Minutes: engine.Minutes{From: 35, To: 70}, Weight: 3,
		Options: []engine.Option{}, LongestGame: longestGame, OrdinalScores: true,
		Colors: [][]string{colors(), colors(), colors(), colors()},
	}
}

// Start shuffles the tiles, places the neutral peoples, and draws the players' tribes and the start player [P10, P11,
// P12].
func (Title) Start(setup engine.Setup, c chance.Source) []engine.Event {
	next := blank(setup)
	a := act{next, engine.NewEmitter(next, c)}
	on := pangea.start
	chance.Shuffle(c, "tile", on[:])
	start := engine.Seat(c.Draw("start player", setup.Seats()))
	a.Emit(SetUp{Start: start, Fields: on[:]})
	for p := range People(peoples) {
		if a.player[p] == engine.NoSeat {
			a.Emit(NeutralSettled{People: p, Tile: tileOf(origins[p].neutral, 4), Tribes: a.settlers(p)})
		}
	}
	for seat := range engine.Seat(a.seats) {
		a.Emit(TribesDrawn{Seat: seat, Tribes: a.settlers(a.played[seat])})
	}
	a.ask(KindPlaceTower, start)
	return a.Events()
}

// settlers draws three tribes of a people from its full bag [P11, P12].
func (a *act) settlers(p People) []int8 {
	var drawn [tribesOf]bool
	for range settlers {
		drawn[a.draw(p, func(i int8) bool { return !drawn[i-firstOf(p)] })-firstOf(p)] = true
	}
	list := make([]int8, 0, settlers)
	for i, is := range drawn {
		if is {
			list = append(list, firstOf(p)+int8(i))
		}
	}
	return list
}

// draw draws one of a people's tribes for which may is true, all equally likely.
func (a *act) draw(p People, may func(tribe int8) bool) int8 {
	var list [tribesOf]int8
	n := 0
	for t := firstOf(p); t < firstOf(p)+tribesOf; t++ {
		if may(t) {
			list[n] = t
			n++
		}
	}
	return list[a.Draw("tribe", n)]
}
