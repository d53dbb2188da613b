// Package engine is the contract between the rules of a game (a title) and the code that serves every title: the
// server, the law suite and the bots.
//
// # The flow of one move
//
//	command -> Fold.Decide -> State.Decide = events           pure, on a copy
//	                       -> Entry (canonical bytes, hash)   goes to a store: durable, or nothing happened
//	        -> Fold.Apply  -> State.Evolve(event) ...         pure, cannot fail
//	        -> Fold.View, Fold.Decisions, Fold.Redact         what one viewer may know
//
// # Invariants
//
//   - This package and the titles import the standard library only. They have no clock, no goroutine, no I/O, no mutable
//     global and no dependence on map order. Time and chance are arguments, so the same inputs give the same bytes.
//   - Events are facts. Decide checks and rolls. Evolve only applies events; it can neither fail, validate nor roll. A rules
//     fix changes Decide, so stored games still fold.
//   - Everything a player does is one of the moves of an open decision. The set of open decisions, and the number of entries
//     that follow, depend on public facts alone.
//   - Views are closed by default. The zero Viewer is a spectator; an event type without a redaction rule is sent to nobody.
//
// # Files
//
//	game.go         Title, State, Viewer, Outcome: the interfaces that a title implements
//	decision.go     Decision, Move, Command: what a seat owes, and its answer
//	event.go        Event and its redaction
//	codec.go        Registry: names, versions, bytes and redaction of a title's events
//	move.go         MoveTypes: the types of a title's moves, by kind of decision
//	emitter.go      Emitter: collects the events of one State.Decide
//	names.go        enumerations that are encoded by name
//	rand.go         Chance: draws that players can verify afterwards
//	canonical.go    the canonical JSON encoding (RFC 8785) that hashes are computed over
//	entry.go        Entry, its canonical bytes and the hash chain
//	system_event.go events of the table itself: start, take-back, leaving
//	fork.go         tables that begin at a moment of a finished one
//	restore.go      Fold: new entropy after a restore of the store lost entries
//	short_head.go   short blinded heads, which identify a history to its viewers
//	replay.go       Fold: the state after any prefix of a log
//	act.go          Fold: from a command to the next entry
//	occupancy.go    Fold: absent players and the bots that play for them
//	projection.go   Fold: what a viewer may know
//	parts.go        a view, split into the members of all viewers and those of one
package engine
