//go:build race

package corpus_test

// every is how many games there are to one that is checked: the race detector makes each ten times as dear, and finds nothing
// in games that share nothing. `make test` checks all of them without it.
const every = 10
