package druids

import "nemeton/engine/codec"

// Cult is one of the two cults of the vote, or none.
type Cult int8

// The cults.
const (
	Sun Cult = iota
	Moon
	NoCult // figures without a cult, and a vote without a winner [D42]
)

const cults = 2

var cultNames = codec.Names{"sun", "moon", "none"}

func (c Cult) String() string { return cultNames.Of(int(c)) }

func (c Cult) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

func (c *Cult) UnmarshalText(text []byte) error { return codec.ReadName(cultNames, text, c) }
