//go:build !race

package enginetest

// raced is whether the race detector is on.
const raced = false
