// Package study judges the decisions of one seat in a finished game, and tells its luck apart. It plays simulated games, and needs no
// network, clock or goroutine.
//
// # Decisions
//
// A decision is judged with the knowledge of its seat alone, as a bot would be. Each simulated game samples the hidden facts, makes one of
// the compared moves and plays on to the end. Game n has the same hidden facts and the same chance for every compared move. A search picks
// the compared moves; the other legal moves are untried. A first series of games picks the best alternative to the played move. A second,
// independent series compares these two. A difference counts if its 95 % interval excludes 0.
//
// There are two models of the opponents, easy and hard bots. The seat itself plays on as an easy bot. Hard opponents are tried only if the
// difference counts against easy ones.
//
// # Luck
//
// The luck of an entry with draws is the value of the position after it, minus the mean value over what could have been drawn. Both are
// seen with open cards. The parts of several draws in one entry would sum up to the same number.
//
// # Reproduction
//
// The result depends on the log, the options and the versions alone, and not on the slices in which Step works. Random numbers of a
// decision depend on the seed and on public facts, so two games that look equal to a seat give equal results.
package study
