package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Move is one option of a decision: a comparable value of the title's own (a struct, or a small scalar) that encodes as a JSON object and
// reads back through Title.ParseMove. Two moves of one decision are never equal.
type Move any

// DecisionID names an open decision on the wire. The frame mints it when the decision opens, never uses it again,
// and keeps it while the decision stays open.
type DecisionID string

// Decision is a choice a seat owes now.
type Decision struct {
	// No numbers the decisions of a state in the order they opened, from public facts alone; a title keeps a
	// counter for it (Ledger). The frame makes the id from it.
	No    uint32     `json:"-"`
	ID    DecisionID `json:"id"` // set by Fold.Decisions, empty from State.Open
	Seat  Seat       `json:"seat"`
	Kind  string     `json:"kind"`
	Moves []Move     `json:"moves,omitempty"` // all legal moves; empty for those who may not see them
}

// Command is a move with its seat and idempotency id, as it came over the wire.
type Command struct {
	ID       string // client-made, unique for the seat
	Seat     Seat
	Actor    Actor
	Decision DecisionID
	Move     json.RawMessage
}

// Actor is who acted for a seat.
type Actor string

// The actors of entries.
const (
	ActorPlayer Actor = "player"
	ActorBot    Actor = "bot"
	ActorTimer  Actor = "timer"
	ActorHost   Actor = "host"
)

// Refusals of a command. They are told to the client by code; the state is unchanged.
var (
	ErrStaleDecision = errors.New("that decision is not open any more")
	ErrNotYours      = errors.New("that decision belongs to another seat")
	ErrIllegalMove   = errors.New("that move is not among the legal ones")
	ErrMalformed     = errors.New("that move cannot be read")
	ErrFinished      = errors.New("the table is finished")
	ErrNoTakeBack    = errors.New("there is nothing to take back")
	ErrNoChange      = errors.New("that is so already")
)

// ParseStrict reads exactly one JSON object into a move of type T: unknown fields, repeated fields, fields of another
// case and trailing bytes are errors.
func ParseStrict[T comparable](raw []byte) (Move, error) {
	var m T
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, err
	}
	// encoding/json lets unknown and repeated keys, other cases and nulls pass. Only what would be written the same is read.
	back, err := Canonical(m)
	if err != nil {
		return nil, err
	}
	if bytes.Equal(back, raw) {
		return m, nil
	}
	in, err := reencode(raw)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(back, in) {
		return nil, fmt.Errorf("not written as it was sent: want %s", back)
	}
	return m, nil
}

// DecisionCounter numbers decisions as they open. A title's state embeds one; only Evolve may call Next.
type DecisionCounter struct{ last uint32 }

// Next is the number of a decision that opens now.
func (l *DecisionCounter) Next() uint32 {
	l.last++
	return l.last
}

// Last is the newest number given out, for the view that Sample needs.
func (l DecisionCounter) Last() uint32 { return l.last }

// Resume is the ledger that gave out last as its newest number.
func Resume(last uint32) DecisionCounter { return DecisionCounter{last: last} }
