// Package manipulated has one table of manipulated records, with the verdict of nemeton verify on each. The tests of the engine for browsers
// and of the client's own check read it, so that all of them refuse the same records. A test of engine/export writes it.
//
// # Form
//
// A forger computes hashes anew, and they would fill the file. Therefore a case has its difference from a base, and Derived in place of each number,
// hash and salt that follows from the rest. The client's test puts them together in the same way.
package manipulated
