//go:build !race

package corpus_test

// every is how many games there are to one that is checked.
const every = 1
