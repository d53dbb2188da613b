package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"

	"nemeton/engine"
)

// MaxMessage is the largest message that a client may send, in bytes.
const MaxMessage = 16 << 10

// MaxCommandID is the longest command id, in bytes.
const MaxCommandID = 64

// ClientMessage is a message of a client: an act, or a command without a move. Decision is that of an act; in the answer to a proposal to stop it is the seq of
// the proposal. A ping has the tag alone.
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
	// Group, At and To belong to a watch. These are the group that sees the replay of a finished table together, the moment that its leader shows, and the member
	// that leads from now on.
	Group string       `json:"group,omitempty"`
	At    *WatchMoment `json:"at,omitempty"`
	To    int          `json:"to,omitempty"`
}

// The tags of client messages.
const (
	TagAct         = "act"
	TagTakeBack    = "takeback"
	TagPing        = "ping"
	TagConcede     = "concede"
	TagProposeStop = "propose_stop"
	TagAgreeToStop = "agree_to_stop"
	TagDeclineStop = "decline_stop"
	TagWatch       = "watch"
)

func knownTag(tag string) bool {
	switch tag {
	case TagAct, TagTakeBack, TagConcede, TagProposeStop, TagAgreeToStop, TagDeclineStop, TagWatch:
		return true
	}
	return false
}

// Proposal is the proposal that an answer names: the seq of its entry. It is 0 for a message without one.
func (m ClientMessage) Proposal() engine.Seq {
	seq, err := strconv.ParseUint(string(m.Decision), 10, 63)
	if err != nil {
		return 0
	}
	return engine.Seq(seq)
}

// ErrBroken means that a message breaks the protocol: it is not one JSON object, or its tag is unknown. The socket is closed.
var ErrBroken = errors.New("the message breaks the protocol")

// ErrIncomplete means that a message can be answered but not executed: a member is missing, too long or of another type. Its ID may be one that is too long.
var ErrIncomplete = errors.New("a member of the message is missing or invalid")

// ErrAmbiguous means that a message can be answered but not executed: it repeats a member, or it is not valid UTF-8.
var ErrAmbiguous = errors.New("the message repeats a member or is not valid UTF-8")

// Decode decodes one client message. It ignores unknown members, so that clients can be newer. With ErrIncomplete and ErrAmbiguous, the
// message's ID is set if it could be read.
func Decode(raw []byte) (ClientMessage, error) {
	f, plain := decodePlain(raw)
	mistyped := false
	if !plain {
		var err error
		f, err = decodeAny(raw)
		mistyped = errors.As(err, new(*json.UnmarshalTypeError)) // the other members were read
		if err != nil && !mistyped {
			return ClientMessage{}, ErrBroken
		}
	}
	if f.Seq == 0 || f.Head == "" {
		f.Seq, f.Head = 0, "" // one without the other identifies nothing
	}
	switch {
	case f.T == TagPing:
		return ClientMessage{T: TagPing}, nil
	case !knownTag(f.T):
		return ClientMessage{}, ErrBroken
	case !GoodCommandID(f.ID):
		return ClientMessage{ID: f.ID}, ErrIncomplete
	case !plain && !Unambiguous(raw):
		return f, ErrAmbiguous
	case mistyped,
		f.T == TagAct && (f.Decision == "" || len(f.Move) == 0),
		(f.T == TagAgreeToStop || f.T == TagDeclineStop) && f.Proposal() == 0,
		f.T == TagWatch && !f.goodWatch():
		return f, ErrIncomplete
	}
	return f, nil
}

// decodeAny decodes one JSON value. With a json.UnmarshalTypeError it has read the members that are of their type.
func decodeAny(raw []byte) (m ClientMessage, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	err = dec.Decode(&m)
	if err != nil && !errors.As(err, new(*json.UnmarshalTypeError)) {
		return m, err
	}
	if _, end := dec.Token(); !errors.Is(end, io.EOF) {
		return m, errors.New("more than one value")
	}
	return m, err
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
