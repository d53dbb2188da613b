// Package lobby manages tables outside of play: creating, finding, sitting down, standing up, starting and rematches.
//
// # Invariants
//
//   - A table's row changes under the store's lock only. If two players want one seat or color, one of them gets it.
//   - Every seat has a color, free seats too, and all differ. A player who takes a free seat's color gives that seat their own.
//   - A seat is held by a player or by a bot, or is free. The host adds and removes bots; a player can take a bot's color.
//   - A player has at most one seat at a table. The host has one until the start.
//   - A private table is visible to its players and to holders of its invite code, and one for friends also to the friends of its host. For all others it does not exist.
//   - The server shows its commitment before a player contributes to the chance. An answer, with a contribution or without, is final for the seat.
//   - A table starts only after every player at it has answered. A move to another seat clears the answer.
//   - A table starts only after every player whom a rematch seated has confirmed it. A change of settings asks again.
//   - The settings change before the start only. A change of what the commitment covers removes all answers.
//   - A start is guarded by the row's revision: a table never starts with other people than the host saw.
//   - A finished table has at most one rematch. Later requests get the same one, but for a caller whom it did not seat because of a block.
package lobby
