// Package enginetest holds a title to the laws of package engine. A title's test is a few lines:
//
//	func TestLaws(t *testing.T) {
//		enginetest.Run(t, meduris.Title{}, enginetest.Options{Secret: []string{"offer"}})
//	}
//
// # The laws
//
//	ends         random play reaches the outcome, at every seat count, in a bounded number of entries
//	open         decisions are open until the outcome and none after; the outcome names seats of the table
//	replay       the fold of the stored bytes, and of any prefix of them, equals the live one
//	codec        events read back and are written the same; frozen samples of every version still read
//	same bytes   the same secret and the same choices write the same bytes
//	listed       every listed move is accepted, reads back equal, and stands once in its list
//	refusals     all other moves are refused with the right error, and nothing changes
//	decisions    numbers and ids: unique, never used again, kept while open, sorted by seat
//	purity       Decide, Open, View and Outcome write nothing; Clone shares nothing
//	two worlds   a viewer cannot tell the true world from a sampled one, before, during or after any command
//	redaction    every event type has a redaction rule
//	sight        views and decisions of every viewer are whole-number JSON objects of bounded size
//	source       the package imports the standard library and engine alone: no clock, goroutine, global or I/O
//
// Each law is a function that returns what it found, so that the suite can be tried on titles with planted faults (package
// toy). Scenario builds positions for tests of three lines; Golden writes playthroughs that show what each viewer is told.
//
// # Flags
//
// A test binary that imports the package has -samples (write the samples of events that are missing, see law_codec.go) and
// -update (write golden playthroughs anew).
package enginetest
