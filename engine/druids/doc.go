// Package druids is the rules of Die Druiden: two to five players walk druids and spirits round a stone circle, gather plants and
// spells, and bring figures to the place of decision, until five stand there and vote which of two cults has won. Numbers
// in brackets, as [D24], are ids of the project's telling of the rules; the tests carry them in their names.
//
// # How a turn goes
//
//	turn_began
//	place                                          first turn only: druid_placed, card_drawn [D20]
//	turn
//	  |- play: card_played, ... , card_discarded   then it rolls by itself, or the same again without cards
//	  |    `- put                                  Mist, Calling [D11]
//	  |- call, put: spirit_called                  nobody to move: instead of rolling [D60]
//	  `- roll: dice_rolled                         [D21]
//	magic                                          both dice ringed: draw, shift and put, or move [D23]
//	use, go: figure_moved                          once or twice [D22, D24]
//	  |- figure_entered                            pentagram [D30]; the fifth begins the vote [D40]
//	  |- rob: card_taken, control_taken            Morrigan met a druid [D36]
//	  `- landing                                   one effect of the stone, or none
//	       |- draw, take, banish                   [D31, D35, D33]
//	       |- summon, put: spirit_called           [D33]
//	       `- exchange, give ...                   [D34]
//	dice_lost                                      what nobody can use [D22]
//
//	vote, vote_card ...                            seat by seat [D41]; after a tie vote once more [D42]
//	vote_decided, hands_shown, valued, game_ended  [D50-D54]
//
// Everything that needs no choice happens in the entry of the choice before it; each entry ends with the event asked,
// which alone opens a decision, unless the game is over. One decision is open at a time.
//
// # Invariants
//
//   - State is one flat struct: a copy is a clone. Decide works on such a copy and applies each event as it writes it.
//   - The 45 cards are in the deck, in hands, in play, or discarded.
//   - Hidden are the hands and the deck. Cards of a kind are alike and have no identity, so that none can be followed.
//   - The deck has no order: each draw takes any of its cards with equal chance, which is what a shuffled deck does, and an
//     order that does not exist cannot leak.
//
// # Files
//
//	figure.go card.go die.go cult.go circle.go   words, with their data in *_data.go [D1-D4, D10, D11, D21]
//	move.go event.go event_vote.go registry.go   what players do, what comes of it, who may know
//	view.go sight.go                             what viewers see
//	title.go state.go evolve.go                  description and set-up, the position, how facts change it
//	reach.go path.go                             where a die can take a figure [D24-D26]
//	decide.go decide_turn.go decide_card.go      turns and cards [D11, D20-D23, D60, D61]
//	decide_land.go                               landings [D30-D36]
//	decide_vote.go value.go                      the vote and the valuation [D40-D54]
//	legal.go legal_move.go legal_vote.go         the lists of moves, made of legal_table.go
//	sample.go undo.go                            worlds that look alike to a viewer, take-back
package druids
