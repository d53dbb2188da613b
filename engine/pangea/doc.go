// Package pangea is the rules of Die Magier von Pangea: two to five players, each with a people of its own, found and move tribes on a
// world of tiles that drift on the water, sell and buy amulets and carry them home to their towers. Numbers in brackets, as
// [P21], are ids of the project's telling of the rules; the tests carry them in their names.
//
// # How a turn goes
//
//	set_up, neutral_settled, tribes_drawn           by itself [P10, P11, P12]
//	place_tower: tower_placed                       each seat once, from the start player [P12]
//
//	turn_began, spell_lifted                        phase 1, by itself [P20]
//	magic, magic ...                                phase 2 [P21]
//	  |- found: tribe_founded                       draws
//	  |- shift: tile_shifted
//	  `- move: neutral_moved
//	movement, movement ...: tribe_moved             phase 3 [P22]
//	  amulet_delivered                              when it ends, by itself
//	buying, buying ...: amulet_bought               phase 4 [P23]
//	goods_produced                                  phase 5, by itself [P24]
//	spell: spell_laid, or end                       phase 6 [P25]
//	last_round_announced, last_round_fell, the next turn or game_ended   [P31, P32]
//
// A phase asks anew for each step, with End last in its list; phase_ended tells that it is over, because the player said so
// or because nothing is left to do. A phase with nothing to do from the start is passed over in silence [P25]. Everything that needs no
// choice happens in the entry of the choice before it; each entry ends with the event asked, which alone opens a
// decision, unless the game is over. At most one decision is open at a time.
//
// # Invariants
//
//   - State is one flat struct: a copy is a clone. Decide works on such a copy and applies each event as it writes it.
//   - Tiles, fields and tribes are numbers, and what never changes about them follows from the number: tile.go, board.go,
//     people.go.
//   - A bag has no order: what it gives is drawn when it is given. So the state holds one secret only, the three tribes of
//     each player until the tower stands [P12].
//   - Take-back is opted in to: undo.go.
//
// # Files
//
//	landscape.go people.go people_data.go tile.go    words and material [P1-P4]
//	board.go board_data.go                           the cross and its edges [P5, P6]
//	move.go event.go registry.go                     what players do, what comes of it, who may know
//	view.go sight.go                                 what viewers see
//	title.go                                         description and set-up [P10-P12]
//	state.go evolve.go land.go                       the position, how facts change it, questions to it
//	decide.go decide_turn.go                         moves and turns [P20-P25, P31, P32]
//	rank.go                                          ranks, scores, winners [P30-P32]
//	legal.go legal_table.go                          the lists of moves
//	undo.go                                          take-back [P25]
//	sample.go                                        worlds that look alike to a viewer
package pangea
