// Package enginetest checks that a title keeps the laws of package engine. The tests of a title are a few lines:
//
//	func TestLaws(t *testing.T) {
//		enginetest.Run(t, nim.Title{}, enginetest.Options{})
//	}
//
//	func TestGolden(t *testing.T) {
//		enginetest.Playthroughs(t, nim.Title{}, enginetest.Play{Seats: 2, Seed: 1})
//	}
//
// # The laws
//
//	ends             random play reaches the outcome, at every number of seats, in a bounded number of entries
//	open             decisions are open until the outcome and none after; the outcome names seats of the table
//	replay           the fold of the stored bytes, and of any prefix of them, equals the live one
//	codec            events read back and encode to the same bytes; frozen samples of every version still read
//	pool codec       folds with devices, reveals and restores read back from snapshots as equal ones
//	same bytes       the same secret and the same choices give the same bytes
//	listed           every listed move is accepted, reads back equal, and occurs once in its list
//	refusals         all other moves are refused with the right error, and nothing changes
//	decisions        numbers and ids: unique, never used again, constant while open, sorted by seat
//	purity           Decide, Open, View and Outcome write nothing; Clone shares nothing
//	advance          a Simulator's Advance and AppendOpen agree with Decide, Evolve and Open
//	noninterference  a viewer cannot distinguish the state from a sampled one, before, during or after any command
//	effects          the effects of moves are of listed kinds; Options.Happened tells what moves did, and effects must say just that
//	rules            the rules that a title names exist; all events and decisions have one, and refusals are of moves that are not offered
//	redaction        every event type has a redaction rule
//	view encoding    views and decisions of every viewer are whole-number JSON objects of bounded size
//	progress         players who add all entries that do not advance the game cannot exceed engine.LongestLog
//	forks            a fork of any moment shows all viewers the same; facts that no viewer knows are drawn anew
//	source           the package imports the standard library and engine alone: no clock, goroutine, global or I/O
//
// Each law returns the violation it found, so that the suite itself can be tested on titles with planted faults
// (package toy). Table sets up positions for tests of a few lines.
//
// # Options for a title
//
// Options.Secret names the kinds of decisions whose answer is hidden from other seats until a later event reveals it,
// such as a secret bid. The noninterference law then also compares two different answers. A title without such
// decisions leaves it empty. An event that reveals hidden facts by a rule must be registered with EventType.Revealing.
// All other fields tune the amount of work and have defaults.
//
// # Files and flags
//
// The law codec needs a frozen sample of every event type, and Playthroughs needs its files. Write the missing ones
// once, read them, and commit them:
//
//	go test ./engine/nim -run TestLaws/codec -args -samples
//	go test ./engine/nim -run TestGolden -args -update
//
// -samples never overwrites a file, because stored bytes are frozen. -update overwrites playthroughs.
package enginetest
