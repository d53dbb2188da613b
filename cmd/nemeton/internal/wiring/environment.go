package wiring

import (
	"crypto/rand"
	"io"
	"time"

	"github.com/google/uuid"
)

// Environment is everything that the program takes from its environment, so that tests can replay a whole server byte for byte.
type Environment struct {
	Now func() time.Time
	// Elapsed is a monotonic clock, which jumps of Now do not change. Nil: that of Now.
	Elapsed func() time.Duration
	NewID   func() string // UUIDs that grow with time
	Entropy io.Reader
	// Node is the id of this process among the nodes. No client learns it.
	Node  string
	After func(d time.Duration, f func()) (stop func() bool)
}

// NewEnvironment returns the real environment.
func NewEnvironment() Environment {
	began := time.Now()
	return Environment{
		// Postgres stores microseconds, and clients must see the stored time.
		Now:     func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) },
		Elapsed: func() time.Duration { return time.Since(began) },
		NewID:   func() string { return uuid.Must(uuid.NewV7()).String() },
		Entropy: rand.Reader,
		Node:    uuid.Must(uuid.NewV7()).String(),
		After:   func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop },
	}
}
