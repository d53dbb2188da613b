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
//	game.go option.go rule.go effect.go      the interfaces that a title implements: Title, State, options, rules, effects
//	decision.go move.go                      Decision, Move, Command: what a seat owes, and its answer
//	event.go emitter.go                      Event and its redaction; Emitter collects the events of one State.Decide
//	codec.go                                 Registry: names, versions, bytes and redaction of a title's events
//	parts.go append.go                       a view, split into the members of all viewers and those of one
//	entry.go rules_version.go reads.go       Entry, its canonical bytes and the hash chain; the versions that programs read
//	system_event.go commitment.go fork.go    the events of the table itself; its start, also at a moment of a finished one
//	replay.go position.go steps.go           Fold: the state after any prefix of a log, and after each event of an entry
//	snapshot.go state_codec.go               encoded folds and states
//	act.go takeback.go scripted.go           Fold: from a command to the next entry
//	projection.go                            Fold: what a viewer may know
//	seat_status.go no_progress.go            Fold: absent players, the bots that play for them, limits of entries without progress
//	clock.go time_out.go time_gift.go        Fold: clocks
//	pause.go vacation.go outage.go           Fold: the times in which clocks stand still
//	consent.go ending.go ending_act.go       Fold: who has to agree to an act; concessions and early ends
//	ledger.go proof.go enroll.go statement.go  Fold: chance, devices, reveals and signatures
//	restore.go short_head.go                 Fold: new entropy after lost entries; short blinded heads, which identify a history
package engine
