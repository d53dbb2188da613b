package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"nemeton/engine"
)

// MaxMessage is the largest frame a client may send, in bytes.
const MaxMessage = 16 << 10

// MaxCommandID is the longest command id, in bytes.
const MaxCommandID = 64

// ClientMessage is what a client sends: an act, or a take-back (Decision and Move empty).
type ClientMessage struct {
	T        string            `json:"t"`
	ID       string            `json:"id"`
	Decision engine.DecisionID `json:"decision"`
	Move     json.RawMessage   `json:"move"`
}

// The tags of client frames.
const (
	TagAct      = "act"
	TagTakeBack = "takeback"
)

// ErrBroken is a frame that breaks the protocol: not one JSON object, or a tag nobody knows. The socket is closed.
var ErrBroken = errors.New("that frame breaks the protocol")

// ErrIncomplete is a frame that can be answered but not carried out: a member is missing or too long.
var ErrIncomplete = errors.New("the frame lacks an id, a decision or a move")

// Decode reads one client frame. Members nobody knows are passed over, so that clients can be newer. With
// ErrIncomplete the frame's ID is set where it could be read.
func Decode(raw []byte) (ClientMessage, error) {
	var f ClientMessage
	dec := json.NewDecoder(bytes.NewReader(raw))
	if err := dec.Decode(&f); err != nil {
		return ClientMessage{}, ErrBroken
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return ClientMessage{}, ErrBroken
	}
	switch {
	case f.T != TagAct && f.T != TagTakeBack:
		return ClientMessage{}, ErrBroken
	case !GoodCommandID(f.ID):
		return ClientMessage{}, ErrIncomplete
	case f.T == TagAct && (f.Decision == "" || len(f.Move) == 0):
		return f, ErrIncomplete
	}
	return f, nil
}

// GoodCommandID tells whether a command id may be stored: 1 to 64 printable ASCII characters without spaces.
func GoodCommandID(id string) bool {
	if id == "" || len(id) > MaxCommandID {
		return false
	}
	for i := range len(id) {
		if id[i] <= ' ' || id[i] > '~' {
			return false
		}
	}
	return true
}
