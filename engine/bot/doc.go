// Package bot chooses moves in any title through the contract of package engine. A bot has the knowledge of its seat
// and nothing else. Choose takes an engine.Knowledge: the view, the open decisions and the received events. It takes no
// state, so a bot cannot cheat. Title.Sample supplies the hidden facts: it returns states that are consistent with the
// knowledge.
//
// # How it works
//
// Random and Easy do not search. Medium and Hard run information-set Monte Carlo tree search (Cowling, Powley,
// Whitehouse 2012). Each iteration samples a state and descends one tree that all sampled states share. It plays the
// game out from the leaf, and adds each seat's payoff to the edges of its path.
//
//		sample -> select ... select -> expand -> play out -> payoffs by seat -> back up
//
//	  - The tree consists of moves alone. Chance is drawn again in each iteration. A move that a sampled state does not offer counts
//	    as unavailable there (the subset-armed bandit of the paper).
//	  - Every seat maximizes its own payoff. Decisions that several seats owe at once are chosen independently. Below them the tree
//	    branches by the choice of the searching seat, because it knows no other.
//	  - A title can implement Weigher, which steers the tree and the playouts, and Judge, which ends playouts early.
//
// The package has no clock: a search ends after a number of iterations, or when a stop function returns true.
package bot
