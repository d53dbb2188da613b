// Package bot plays any title through the contract. A bot is given what its seat is given and nothing else: Choose takes an
// engine.Knowledge (the view, the open decisions, what the seat was told) and no state, so that a bot cannot look where a player
// cannot. What is hidden it imagines: the title's Sample deals worlds that look alike to the seat.
//
// # How it thinks
//
// Random and Easy do not search. Medium and Hard run information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012):
// each iteration samples a world, walks down one tree shared by all worlds, plays the game out from where the tree ends, and
// writes each seat's payoff up the way it came.
//
//		sample -> select ... select -> expand -> play out -> payoffs, seat by seat -> back up
//
//	  - The tree is of moves alone: chance is drawn anew in each iteration, and a move that a world does not offer counts as not
//	    available there (the subset-armed bandit of the paper).
//	  - Every seat maximises its own payoff. Decisions that several seats owe at once are chosen each by itself, and below them the
//	    tree parts by what the searching seat knows: its own choice.
//	  - Where the title knows how sensible a move is (Weigher), that steers the tree and the playouts; where it can judge a position
//	    (Judge), playouts end early.
//
// The package knows no clock: a search ends after a number of iterations, or when a stop function says so. At a fixed number of
// iterations and a fixed seed the same knowledge gives the same move.
package bot
