// Package pangea is the rules of Die Magier von Pangea. Two to five players, each with a people, found and move tribes
// on a world of drifting tiles. They sell and buy amulets and carry them to their towers. Numbers in brackets, such as
// [P21], are ids of the rules document of the project; tests carry them in their names.
//
// # How a turn goes
//
//	set_up, neutral_settled, tribes_drawn           automatic [P10, P11, P12]
//	place_tower: tower_placed                       each seat once, from the start player on [P12]
//
//	turn_began, spell_lifted                        phase 1, automatic [P20]
//	magic, magic ...                                phase 2 [P21]
//	  |- found: tribe_founded                       draws
//	  |- shift: tile_shifted
//	  `- move: neutral_moved
//	movement, movement ...: tribe_moved             phase 3 [P22]
//	  amulet_delivered                              automatic, at its end
//	buying, buying ...: amulet_bought               phase 4 [P23]
//	goods_produced                                  phase 5, automatic [P24]
//	spell: spell_laid, or end                       phase 6 [P25]
//	last_round_announced, last_round_fell, the next turn or game_ended   [P31, P32]
//
// A phase asks again after each step; End is the last move of the list. The event phase_ended closes it, because the
// player chose End or no move is left. A phase without any move is skipped without an event [P25].
//
// Steps without a choice happen in the entry of the choice before them. Each entry ends with the event asked, which
// alone opens a decision, unless the game is over. At most one decision is open at a time.
//
// # Invariants
//
//   - State is one flat struct, so a copy of the struct is a clone. Decide works on such a copy.
//   - Tiles, fields and tribes are numbers. Their constant properties follow from the number: tile.go, board.go, people.go.
//   - A bag has no order; each draw happens when it is needed. Therefore the only secret in the state is the three tribes of each
//     player until the tower is placed [P12].
//   - Take-back is supported: undo.go.
//
// # Files
//
//	landscape.go people.go people_data.go tile.go    landscapes, amulets, peoples, tribes, tiles [P1-P4]
//	board.go board_data.go                           the cross and its edges [P5, P6]
//	move.go event.go registry.go                     moves, events, redaction
//	view.go projection.go                            views
//	title.go                                         description and setup [P10-P12]
//	state.go members.go evolve.go land.go            the state with its encoding, the effect of events, queries
//	decide.go decide_turn.go                         moves and turns [P20-P25, P31, P32]
//	rank.go                                          ranks, scores, winners [P30-P32]
//	legal.go legal_table.go                          lists of legal moves
//	undo.go                                          take-back [P25]
//	sample.go                                        sampled states
//	effects.go rules.go                              what each move does, and the rules behind it
//	heuristic.go heuristic_distance.go judge.go reason.go  for bots and hints
package pangea
