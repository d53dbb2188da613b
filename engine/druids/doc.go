// Package druids is the rules of Die Druiden. Two to five players walk druids and spirits around a stone circle, gather
// plants and spells, and bring figures to the place of decision. When five figures are there, they vote for one of two
// cults. Numbers in brackets, such as [D24], are ids of the rules document of the project; tests carry them in their
// names.
//
// # How a turn goes
//
//	turn_began
//	place                                          first turn only: druid_placed, card_drawn [D20]
//	turn
//	  |- play: card_played, ... , card_discarded   then the roll, or again a turn decision without cards
//	  |    `- put                                  Mist, Calling [D11]
//	  |- call, put: spirit_called                  without a moving figure: instead of the roll [D60]
//	  `- roll: dice_rolled                         [D21]
//	magic                                          both dice ringed: draw, shift and put, or move [D23]
//	use, go: figure_moved                          once or twice [D22, D24]
//	  |- figure_entered                            pentagram [D30]; the fifth begins the vote [D40]
//	  |- rob: card_taken, control_taken            Morrigan met a druid [D36]
//	  `- landing                                   one effect of the stone, or none
//	       |- draw, take, banish                   [D31, D35, D33]
//	       |- summon, put: spirit_called           [D33]
//	       `- exchange, give ...                   [D34]
//	dice_lost                                      dice that no figure can use [D22]
//
//	vote, vote_card ...                            seat by seat [D41]; again after a tie [D42]
//	vote_decided, hands_shown, valued, game_ended  [D50-D54]
//
// Steps without a choice happen in the entry of the choice before them. Each entry ends with the event asked, which
// alone opens a decision, unless the game is over. One decision is open at a time.
//
// # Invariants
//
//   - State is one flat struct, so a copy of the struct is a clone. Decide works on such a copy.
//   - The 45 cards are in the deck, in hands, in play, or discarded.
//   - The hands and the deck are hidden. Cards of a kind are equal and have no identity, so no card can be tracked.
//   - The deck has no order: each draw takes any of its cards with equal chance, as from a shuffled deck. An order that does not
//     exist cannot leak.
//
// # Files
//
//	figure.go card.go die.go cult.go circle.go   pieces and board [D1-D4, D10, D11, D21]
//	card_data.go die_data.go circle_data.go      their data
//	move.go move_parse.go                        moves
//	event.go event_vote.go registry.go           events, redaction
//	view.go projection.go                        views
//	title.go state.go members.go evolve.go       description and setup, the state with its encoding, the effect of events
//	reach.go path.go                             the stones that a die can take a figure to [D24-D26]
//	decide.go decide_turn.go decide_card.go      turns and cards [D11, D20-D23, D60, D61]
//	decide_land.go                               landings [D30-D36]
//	decide_vote.go value.go                      the vote and the valuation [D40-D54]
//	legal.go legal_move.go legal_vote.go         lists of legal moves; legal_table.go holds small ones
//	sample.go undo.go                            sampled states, take-back
//	effects.go rules.go                          what each move does, and the rules behind it
//	heuristic.go judge.go pace.go reason.go      for bots and hints
package druids
