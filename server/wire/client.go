package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"nemeton/engine"
)

// MaxMessage is the largest message that a client may send, in bytes.
const MaxMessage = 16 << 10

// MaxCommandID is the longest command id, in bytes.
const MaxCommandID = 64

// ClientMessage is a message of a client: an act, a take-back (Decision and Move are empty), or a ping (nothing but the tag).
type ClientMessage struct {
	T        string            `json:"t"`
	ID       string            `json:"id"`
	Decision engine.DecisionID `json:"decision"`
	Move     json.RawMessage   `json:"move"`
	// Seq and Head identify the history that the client saw: the newest entry that it knows, and that entry's short head. After
	// Decode, both are set or neither is.
	Seq  engine.Seq `json:"seq,omitempty"`
	Head string     `json:"head,omitempty"`
	ProofMembers
}

// The tags of client messages.
const (
	TagAct      = "act"
	TagTakeBack = "takeback"
	TagPing     = "ping"
)

// ErrBroken means that a message breaks the protocol: it is not one JSON object, or its tag is unknown. The socket is closed.
var ErrBroken = errors.New("the message breaks the protocol")

// ErrIncomplete means that a message can be answered but not executed: a member is missing or too long.
var ErrIncomplete = errors.New("the message lacks a valid id, a decision or a move")

// ErrAmbiguous means that a message can be answered but not executed: it repeats a member, or it is not valid UTF-8.
var ErrAmbiguous = errors.New("the message repeats a member or is not valid UTF-8")

// Decode decodes one client message. It ignores unknown members, so that clients can be newer. With ErrIncomplete and ErrAmbiguous, the
// message's ID is set if it could be read.
func Decode(raw []byte) (ClientMessage, error) {
	var f ClientMessage
	dec := json.NewDecoder(bytes.NewReader(raw))
	if err := dec.Decode(&f); err != nil {
		return ClientMessage{}, ErrBroken
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return ClientMessage{}, ErrBroken
	}
	if f.Seq == 0 || f.Head == "" {
		f.Seq, f.Head = 0, "" // one without the other identifies nothing
	}
	switch {
	case f.T == TagPing:
		return ClientMessage{T: TagPing}, nil
	case f.T != TagAct && f.T != TagTakeBack:
		return ClientMessage{}, ErrBroken
	case !GoodCommandID(f.ID):
		return ClientMessage{}, ErrIncomplete
	case !Unambiguous(raw):
		return f, ErrAmbiguous
	case f.T == TagAct && (f.Decision == "" || len(f.Move) == 0):
		return f, ErrIncomplete
	}
	return f, nil
}

// GoodCommandID reports whether a command id may be stored: 1 to 64 printable ASCII characters without spaces.
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
