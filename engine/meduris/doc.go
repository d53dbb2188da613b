// Package meduris is the rules of Meduris: two to four players send workers for materials, build huts and temples in a ring around a
// mountain and answer the druid who walks past them. Numbers in brackets, as [M21], are ids of the project's telling of
// the rules; the tests carry them in their names.
//
// # How a turn goes
//
//	turn_began, die_rolled                        by itself [M10]
//	  |- a material: yielded                      [M11]
//	  |- gain: every seat in turn: gain_one       [M12]
//	  `- lose: all seats at once: lose_one        [M13]
//	turn
//	  |- yield: worker_moved, yielded             [M20]
//	  `- hut, temple: pay, pay ...: paid          [M21, M22, M25]; a free hut has no payment [M23]
//	       hut_built, chip_used, rune_taken       [M23, M24]
//	       druid_moved, river_crossed             [M30, M35]
//	       offer, then pay ...: offered           [M32], for each hut of the ritual [M34]
//	last_turns_announced, or the next turn        [M40, M40a]
//
// Everything that needs no choice happens in the entry of the choice before it; each entry ends with the event asked,
// which alone opens decisions, unless others are still open or the game is over.
//
// # Invariants
//
//   - State is one flat struct: a copy is a clone. Decide works on such a copy and applies each event as it writes it.
//   - Tokens are in hands and stock, 18 of each kind. A payment or a loss under way has moved nothing yet.
//   - Hidden are the hands [M2], what a seat has settled to lose while others choose [M13], and what a payer pays for and how
//     until the last step [M22]. Every move of a payment repeats all that was settled before it, so that worlds in which the same
//     move is legal agree on what comes of it.
//
// # Files
//
//	material.go chip.go           words and counts
//	move.go event.go registry.go  what players do, what comes of it, who may know
//	view.go sight.go              what viewers see
//	board.go board_data.go        the two sides of the board [M3]
//	title.go chips.go             description and set-up [M1-M7]
//	state.go evolve.go ring.go    the position, how facts change it, questions to the ring
//	decide.go decide_turn.go      moves and turns [M7-M26, M40]
//	payment.go                    payments in steps [M22]
//	druid.go ritual.go            walk, river, offerings, last lap [M30-M35, M41]
//	scoring.go                    the end [M42-M45]
//	legal.go legal_table.go       the lists of moves
//	sample.go sample_payment.go   worlds that look alike to a viewer
package meduris
