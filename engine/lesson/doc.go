// Package lesson plays lessons: scripts of moves and forced draws, with questions to a learner in between.
//
// A lesson is data beside the title's client, in the format of docs/lessons.md. Parse reads it strictly. A Player goes through its
// steps by the title's rules. It plays the scripted moves, and judges the learner's moves by conditions on what happened. After too many mistakes
// the coach moves in the learner's place. The engine in the browser runs lessons with it, and tests run every lesson of the catalog, so that a
// change of rules fails a test and not a learner.
//
//	lesson.go     the format
//	condition.go  conditions on a position and its events
//	script.go     scripted moves and draws
//	player.go     a learner's way through the steps
//	coach.go      the moves that the coach makes
package lesson
