// Package example is the rules of Example, a small game in which players bid secretly for prizes.
// Template: `make new-title` copies this package. No catalog lists it, so players never see it.
//
// # Rules
//
//	[F1] Two to four players. Each has 10 pebbles and no points. The game has 5 rounds.
//	[F2] A round begins with a prize of 1 to 6 points, by chance.
//	[F3] All players secretly choose a bid at the same time: 0 to 4 of their pebbles.
//	[F4] When all have chosen, the bids are shown. The highest bid that no other player chose wins the prize. If there is
//	     no such bid, nobody wins it. All players lose the pebbles of their bids.
//	[F5] After round 5 the player with the most points wins. Players with equally many points share the victory.
//
// # Files
//
//	title.go event.go move.go   description, facts and options
//	state.go evolve.go          the position, and the effect of each event
//	decide.go                   the rules: from a move to events
//	effects.go                  what each move does, for its player
//	view.go sample.go           what viewers may know, and positions that agree with it
package example
