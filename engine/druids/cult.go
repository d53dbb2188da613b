package druids

import "nemeton/engine"

// Cult is one of the two cults that the vote is about, or none.
type Cult int8

// The cults.
const (
	Sun Cult = iota
	Moon
	NoCult // figures without a cult, and a vote that nobody won [D42]
)

const cults = 2

var cultNames = engine.Names{"sun", "moon", "none"}

// String is the name on the wire.
func (c Cult) String() string { return cultNames.Of(int(c)) }

// MarshalText spells the cult by its name.
func (c Cult) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a name.
func (c *Cult) UnmarshalText(text []byte) error { return engine.ReadName(cultNames, text, c) }
