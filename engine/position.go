package engine

import (
	"encoding/json"
	"fmt"
)

// Position is an encoded state with everything that is needed to read it: the content of a fixture, a lesson or a fork. It holds
// hidden parts, so it never leaves the server during a game.
type Position struct {
	Format int             `json:"format"` // SnapshotFormat
	Title  string          `json:"title"`
	Rules  int             `json:"rules"`
	Setup  Setup           `json:"setup"`
	State  json.RawMessage `json:"state"`
}

// NewPosition encodes a state of a table with the given setup.
func NewPosition(title Title, setup Setup, s State) (Position, error) {
	raw, err := EncodeState(s)
	info := title.Info()
	return Position{Format: SnapshotFormat, Title: info.ID, Rules: info.Rules, Setup: setup, State: raw}, err
}

// Read decodes the state. Errors: ErrSnapshotVersion for another format, title or rules version; ErrCorrupt.
func (p Position) Read(title Title) (State, error) {
	info := title.Info()
	if p.Format != SnapshotFormat || p.Title != info.ID || p.Rules != info.Rules {
		return nil, fmt.Errorf("%w: format %d of %q, rules %d", ErrSnapshotVersion, p.Format, p.Title, p.Rules)
	}
	return DecodeState(title, p.Setup, p.State)
}
