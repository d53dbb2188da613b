package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"nemeton/engine/codec"
)

// Move is one option of a decision: a comparable value of the title's own type (a struct, or a small scalar). It
// encodes as a JSON object and reads back through Title.Moves. No two moves of one decision are equal.
type Move any

// DecisionID names an open decision in the protocol. The Fold creates it when the decision opens. The id is never used
// again and stays the same while the decision is open.
type DecisionID string

// Decision is a choice that a seat owes now.
type Decision struct {
	// No numbers the decisions of a state in the order in which they opened. It depends on public facts alone; a title
	// keeps a DecisionCounter for it. The Fold derives the id from it.
	No    uint32     `json:"-"`
	ID    DecisionID `json:"id"` // set by Fold.Decisions; empty from State.Open
	Seat  Seat       `json:"seat"`
	Kind  string     `json:"kind"`
	Moves []Move     `json:"moves,omitempty"` // all legal moves; empty for viewers other than the seat
}

// Command is a player's answer to a decision, as it arrived from the client.
type Command struct {
	ID       string // made by the client, unique for the seat
	Seat     Seat
	Actor    Actor
	Decision DecisionID
	Move     json.RawMessage
	Proof    *Proof // of the sender's device; nil without one
}

// Actor is the kind of participant that acted for a seat.
type Actor string

// The actors of entries.
const (
	ActorPlayer Actor = "player"
	ActorBot    Actor = "bot"
	ActorTimer  Actor = "timer"
	ActorHost   Actor = "host"
)

// Refusals of a command. The client receives each as an error code; the state is unchanged.
var (
	ErrStaleDecision = errors.New("that decision is not open any more")
	ErrNotYours      = errors.New("that decision belongs to another seat")
	ErrIllegalMove   = errors.New("that move is not among the legal ones")
	ErrMalformed     = errors.New("that move cannot be read")
	ErrFinished      = errors.New("the table is finished")
	ErrNoTakeBack    = errors.New("there is nothing to take back")
	ErrNoChange      = errors.New("that is so already")
	ErrTooFast       = errors.New("that came too fast")
	ErrNotStarted    = errors.New("the table has not started")
	ErrNoPerson      = errors.New("no person has that seat")
	ErrConceded      = errors.New("that seat has conceded")
	ErrTimeLeft      = errors.New("that player still has time")
	ErrBadProof      = errors.New("the reveal or the signature does not fit")
)

// ErrTooOften refuses a command that the seat has sent too often since the game advanced. It wraps ErrNoChange.
var ErrTooOften = fmt.Errorf("too often in one turn: %w", ErrNoChange)

// ParseStrict reads exactly one JSON object into a move of type T. Unknown fields, repeated fields, missing fields,
// fields in another letter case and trailing bytes are errors.
func ParseStrict[T comparable](raw []byte) (Move, error) {
	m, err := codec.Decode[T](raw)
	if err != nil {
		return nil, err
	}
	// encoding/json accepts unknown keys, repeated keys, other letter cases and null. Therefore the input must equal
	// the encoding of the result.
	back, err := codec.Canonical(m)
	if err != nil {
		return nil, err
	}
	if bytes.Equal(back, raw) {
		return m, nil
	}
	in, err := codec.Reencode(raw)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(back, in) {
		return nil, fmt.Errorf("not in the form %s", back)
	}
	return m, nil
}

// DecisionCounter numbers decisions as they open. A title's state embeds one; only Evolve may call Next.
type DecisionCounter struct{ last uint32 }

func (l *DecisionCounter) Next() uint32 {
	l.last++
	return l.last
}

// Last is the newest number. A view includes it because Sample needs it.
func (l DecisionCounter) Last() uint32 { return l.last }

func (l DecisionCounter) MarshalJSON() ([]byte, error) { return json.Marshal(l.last) }

func (l *DecisionCounter) UnmarshalJSON(raw []byte) error { return json.Unmarshal(raw, &l.last) }

// Resume returns a counter whose newest number is last.
func Resume(last uint32) DecisionCounter { return DecisionCounter{last: last} }
