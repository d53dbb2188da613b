//go:build race

package enginetest

// raced tells that the race detector is at work.
const raced = true
