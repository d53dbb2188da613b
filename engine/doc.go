// Package engine is the contract between the rules of a game (a title) and everything that serves all games alike: the
// server, the law suite, the bots.
//
// # The flow of one move
//
//	command -> Fold.Decide -> State.Decide = events           pure, on a copy
//	                       -> Entry (canonical bytes, hash)   handed to a store: durable, or nothing happened
//	        -> Fold.Apply  -> State.Evolve(event) ...         pure, cannot fail
//	        -> Fold.View, Fold.Decisions, Fold.Tell           what one viewer may know
//
// # Invariants
//
//   - The package and its titles import the standard library only; no clock, no goroutine, no I/O, no global that changes,
//     no result that depends on map order. Time and chance come in as arguments: same inputs, same bytes.
//   - Events are facts. Decide checks and rolls; Evolve applies and can neither fail, validate nor roll. A rules fix changes
//     Decide, so stored games still fold.
//   - Everything a player does is one of the moves of an open decision. Which decisions open, and how many entries follow,
//     depends on public facts alone.
//   - Views are closed by default: a viewer's zero value is a spectator; an event type without a redaction rule is told to
//     nobody.
//
// # Files
//
//	game.go      Title, State, Viewer, Outcome: what a title brings
//	decision.go  Decision, Move, Command: what a seat owes and answers
//	event.go     Event and its redaction
//	codec.go     Registry: names, versions, bytes and redaction of a title's events
//	rand.go      Chance: draws that can be checked afterwards
//	canonical.go one spelling of JSON (RFC 8785), so that a hash means something
//	entry.go     Entry, its canonical bytes and the hash chain
//	frame.go     what the frame itself writes in the log: start, take-back, leaving
//	replay.go    Fold: the state after any prefix of a log
//	act.go       Fold: from a command to the next entry
//	sight.go     Fold: what a viewer may know
package engine
