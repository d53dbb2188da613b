// Package meduris is the rules of Meduris. Two to four players send workers for materials, build huts and temples in a
// ring around a mountain, and answer the druid who walks past them. Numbers in brackets, such as [M21], are ids of the
// rules document of the project; tests carry them in their names.
//
// # How a turn goes
//
//	turn_began, die_rolled                        automatic [M10]
//	  |- a material: yielded                      [M11]
//	  |- gain: each seat in turn: gain_one        [M12]
//	  `- lose: all seats at once: lose_one        [M13]
//	turn
//	  |- yield: worker_moved, yielded             [M20]
//	  `- hut, temple: pay, pay ...: paid          [M21, M22, M25]; a free hut has no payment [M23]
//	       hut_built, chip_used, rune_taken       [M23, M24]
//	       druid_moved, river_crossed             [M30, M35]
//	       offer, then pay ...: offered           [M32], for each hut of the ritual [M34]
//	last_turns_announced, or the next turn        [M40, M40a]
//
// Steps without a choice happen in the entry of the choice before them. Each entry ends with the event asked, which
// alone opens decisions, unless other decisions are open or the game is over.
//
// # Invariants
//
//   - State is one flat struct, so a copy of the struct is a clone. Decide works on such a copy.
//   - Each kind of material has 18 tokens, in hands and stock. A pending payment or loss has moved no token yet.
//   - The hands of three or more players are hidden [M2]. So are: a seat's chosen loss while others still choose [M13]; the purpose of a
//     payment and the choices of its steps until the last one, never their number [M22].
//   - Each move of a payment repeats all earlier steps. Therefore all sampled states in which the move is legal agree on its
//     result.
//
// # Files
//
//	material.go chip.go           materials, counts, chips, the die
//	move.go event.go registry.go  moves, events, redaction
//	view.go projection.go         views
//	board.go board_data.go        the two sides of the board [M3]
//	title.go chips.go             description and setup [M1-M7]
//	state.go members.go           the state with its encoding
//	evolve.go ring.go             the effect of events, queries about the ring
//	decide.go decide_turn.go      moves and turns [M7-M26, M40]
//	undo.go                       take-back
//	payment.go                    payments in steps [M22]
//	druid.go ritual.go            walk, river, offerings, last lap [M30-M35, M41]
//	scoring.go                    the end [M42-M45]
//	legal.go legal_table.go       lists of legal moves
//	sample.go sample_payment.go   sampled states
//	effects.go rules.go           what each move does, and the rules behind it
//	heuristic.go judge.go reason.go  for bots and hints
package meduris
