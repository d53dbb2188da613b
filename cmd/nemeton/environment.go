package main

import (
	"crypto/rand"
	"io"
	"time"

	"github.com/google/uuid"
)

// environment is what the program takes from outside, so that a whole server can be replayed byte for byte.
type environment struct {
	Now     func() time.Time
	NewID   func() string // UUIDs that grow with time
	Entropy io.Reader
	// After calls f later, on a goroutine of its own.
	After func(d time.Duration, f func()) (stop func() bool)
}

// newEnvironment is the real one.
func newEnvironment() environment {
	return environment{
		// Postgres keeps microseconds; what is told must be what is stored.
		Now:     func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) },
		NewID:   func() string { return uuid.Must(uuid.NewV7()).String() },
		Entropy: rand.Reader,
		After:   func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop },
	}
}
