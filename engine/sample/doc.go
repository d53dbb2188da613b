// Package sample is a small, complete title: the template that `make new-title` copies. No catalog lists it, so players
// never see it. It is called Pebbles: players bid secretly for prizes. The rules:
//
//	[S1] Two to four players. Each has 10 pebbles and no points. The game has 5 rounds.
//	[S2] A round begins with a prize of 1 to 6 points, by chance.
//	[S3] All players secretly choose a bid at the same time: 0 to 4 of their pebbles.
//	[S4] When all have chosen, the bids are shown. The highest bid that no other player chose wins the prize. If there is
//	     no such bid, nobody wins it. All players lose the pebbles of their bids.
//	[S5] After round 5 the player with the most points wins. Players with equally many points share the victory.
//
// # Files
//
//	title.go event.go move.go   description, facts and options
//	state.go evolve.go          the position, and the effect of each event
//	decide.go                   the rules: from a move to events
//	view.go sample.go           what viewers may know, and positions that agree with it
package sample
