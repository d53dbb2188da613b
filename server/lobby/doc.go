// Package lobby is everything about tables but their play: making, finding, sitting, leaving, starting, playing again.
//
// # Invariants
//
//   - A table's row changes under the store's lock only: of two who want a seat or a colour one gets it.
//   - Every place has a colour, free ones too, and no two the same. Who takes a free place's colour gives it their own.
//   - A place is held by a player or by a bot, or is free. Bots are the host's business, and give way to nobody by themselves;
//     but a person who wants a bot's colour gets it.
//   - A player sits at one place of a table. The host sits at it, until it starts.
//   - A private table is seen by those who sit at it and by those who hold its invite code; for all others it is not there.
//   - A start is guarded by the row's revision: a table never starts with people other than those the host saw.
//   - A finished table has at most one rematch: whoever asks second gets the first one's.
package lobby
