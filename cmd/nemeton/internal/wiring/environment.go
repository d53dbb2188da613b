package wiring

import (
	"crypto/rand"
	"io"
	"time"

	"github.com/google/uuid"
)

// Environment is everything that the program takes from its environment, so that tests can replay a whole server byte for byte.
type Environment struct {
	Now     func() time.Time
	NewID   func() string // UUIDs that grow with time
	Entropy io.Reader
	// Node is the id of this process among the nodes. No client learns it.
	Node  string
	After func(d time.Duration, f func()) (stop func() bool)
}

// NewEnvironment returns the real environment.
func NewEnvironment() Environment {
	return Environment{
		// Postgres stores microseconds, and clients must see the stored time.
		Now:     func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) },
		NewID:   func() string { return uuid.Must(uuid.NewV7()).String() },
		Entropy: rand.Reader,
		Node:    uuid.Must(uuid.NewV7()).String(),
		After:   func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop },
	}
}
