package play

import (
	"bytes"
	"encoding/json"
	"strconv"
	"sync"
	"time"
)

// OperationKind tells appends from reads.
type OperationKind string

// The kinds of operations.
const (
	Append OperationKind = "append" // a command
	Read   OperationKind = "read"   // the state at one seq
)

// Outcome is the result of an operation as its client knows it.
type Outcome string

// The outcomes of operations. The result of an operation with an unknown outcome may or may not have happened, at any time after its call.
const (
	Accepted Outcome = "accepted"
	Refused  Outcome = "refused"
	Unknown  Outcome = "unknown"
)

// Operation is one request of a client at a table, or one message that it received, with its time. A checker of the whole history must find an
// order of all operations that one log explains.
type Operation struct {
	Kind    OperationKind `json:"kind"`
	Client  int           `json:"client"` // the seat, or -1: a spectator
	Command string        `json:"command,omitempty"`
	Content string        `json:"content,omitempty"` // of the command: decision and move, or the name of the command
	Outcome Outcome       `json:"outcome"`
	Code    string        `json:"code,omitempty"` // of a refusal
	Seq     int           `json:"seq,omitempty"`  // acknowledged or read
	// Latest marks a read that returns the whole log at some time between Call and Return. Other reads return any prefix of it.
	Latest bool          `json:"latest,omitempty"`
	Call   time.Duration `json:"call"` // since the table's creation
	Return time.Duration `json:"return"`
}

// history records the operations at one table. It is safe for concurrent use.
type history struct {
	began time.Time

	mu         sync.Mutex
	operations []Operation
}

func newHistory() *history { return &history{began: time.Now()} }

// add records an operation between two times.
func (h *history) add(o Operation, call, end time.Time) {
	o.Call, o.Return = call.Sub(h.began), end.Sub(h.began)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.operations = append(h.operations, o)
}

// append records one attempt to execute a command. Attempts that were refused without a judgment are not recorded.
func (h *history) append(seat int, c command, name string, call time.Time, out Outcome, seq int, code string) {
	if code == "too_fast" {
		return
	}
	if code == "unavailable" {
		out, code = Unknown, ""
	}
	h.add(Operation{Kind: Append, Client: seat, Command: c.id, Content: c.content(name), Outcome: out, Seq: seq, Code: code}, call, time.Now())
}

// read records that a viewer saw the state at seq. Before the start there is no log.
func (h *history) read(viewer, seq int, latest bool, call, end time.Time) {
	if seq > 0 {
		h.add(Operation{Kind: Read, Client: viewer, Outcome: Accepted, Seq: seq, Latest: latest}, call, end)
	}
}

func (h *history) all() []Operation {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]Operation{}, h.operations...)
}

// content returns the decision and the move of a command, or its name.
func (c command) content(name string) string {
	if c.decision == "" {
		return name
	}
	var move bytes.Buffer
	if json.Compact(&move, c.move) != nil {
		return c.decision + " " + strconv.Quote(string(c.move))
	}
	return c.decision + " " + move.String()
}
