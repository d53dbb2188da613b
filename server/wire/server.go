package wire

import (
	"encoding/json"

	"nemeton/engine"
)

// Content is a viewer's content of a table after one entry, each part encoded once for the whole audience.
type Content struct {
	Seq       engine.Seq      `json:"seq"`
	View      json.RawMessage `json:"view"` // null before the start
	Decisions json.RawMessage `json:"decisions"`
}

// Snapshot is all data that a viewer may know now.
type Snapshot struct {
	T         string          `json:"t"` // "snapshot"
	Seq       engine.Seq      `json:"seq"`
	You       You             `json:"you"`
	Table     Table           `json:"table"`
	View      json.RawMessage `json:"view"`
	Decisions json.RawMessage `json:"decisions"`
	Nodes     []string        `json:"nodes,omitempty"`  // addresses of the server's nodes, if configured
	Head      string          `json:"head,omitempty"`   // short head of entry Seq; absent before the start
	Clocks    []engine.Clock  `json:"clocks,omitzero"`  // as of entry Seq, at a running or finished table with clocks
	Time      int64           `json:"time,omitempty"`   // of entry Seq, in milliseconds since 1970 UTC; with Clocks
	Paused    int64           `json:"paused,omitempty"` // the clocks stand still until then, in milliseconds since 1970 UTC; if it is after Time
	Now       int64           `json:"now,omitempty"`    // the server's time when it made the message; with Clocks
	// Restored is set if the history that the client saw was lost: this snapshot replaces it.
	Restored bool `json:"restored,omitempty"`
}

// Update is one entry as a viewer may know it. Either View and Decisions or Patch is set.
type Update struct {
	T         string          `json:"t"` // "update"
	Seq       engine.Seq      `json:"seq"`
	Events    json.RawMessage `json:"events,omitempty"` // always there without steps
	Steps     []UpdateStep    `json:"steps,omitempty"`
	View      json.RawMessage `json:"view,omitempty"`
	Decisions json.RawMessage `json:"decisions,omitempty"`
	Patch     json.RawMessage `json:"patch,omitempty"` // RFC 6902, applies to the last {view, decisions} sent on this socket
	Head      string          `json:"head,omitempty"`  // short head of entry Seq
	Clocks    []engine.Clock  `json:"clocks,omitzero"` // as in Snapshot
	Time      int64           `json:"time,omitempty"`
	Paused    int64           `json:"paused,omitempty"`
}

// UpdateStep is one event that the viewer may see, and the patch to the view after it.
type UpdateStep struct {
	Event json.RawMessage `json:"event"`
	Patch json.RawMessage `json:"patch"` // applies to the document after the previous step
}

// Closing is the last event of an event stream: the code and the reason with which a socket would close.
type Closing struct {
	Code   CloseCode `json:"code"`
	Reason string    `json:"reason"`
}

// Result answers an act or a take-back, to its sender alone.
type Result struct {
	T     string      `json:"t"` // "result"
	ID    string      `json:"id"`
	OK    bool        `json:"ok"`
	Seq   *engine.Seq `json:"seq,omitempty"`
	Head  string      `json:"head,omitempty"` // short head of entry Seq, if OK
	Error *Error      `json:"error,omitempty"`
}

// Error is a refusal.
type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Rule    string `json:"rule,omitempty"` // the id of the rule that forbids a move
}

// Presence says which seats are connected and whether moves can be saved.
type Presence struct {
	T          string        `json:"t"` // "presence"
	Seats      []engine.Seat `json:"seats"`
	Spectators int           `json:"spectators"`
	// Interrupted is set while the store is unreachable: commands are answered with unavailable, and may be sent again.
	Interrupted bool `json:"interrupted,omitempty"`
}

// Pong answers a ping of the client, and tells a client that asked for it that the server answers pings.
type Pong struct {
	T string `json:"t"` // "pong"
}

// TableMessage says that seating or state of the table has changed.
type TableMessage struct {
	T     string   `json:"t"` // "table"
	You   You      `json:"you"`
	Table Table    `json:"table"`
	Nodes []string `json:"nodes,omitempty"` // as in Snapshot
	Now   int64    `json:"now,omitempty"`   // as in Snapshot
}

// LogEntry is one entry of the log as a viewer may know it.
type LogEntry struct {
	Seq    engine.Seq      `json:"seq"`
	Kind   engine.Kind     `json:"kind"`
	Seat   engine.Seat     `json:"seat"`
	Actor  engine.Actor    `json:"actor"`
	Time   int64           `json:"time"` // milliseconds since 1970 UTC
	Events json.RawMessage `json:"events"`
}

// Log is a page of the log.
type Log struct {
	Entries []LogEntry `json:"entries"`
	More    bool       `json:"more"`
}

// Past is a page of the updates after an entry, each as a viewer was sent it. The first one is whole, and the others have steps.
type Past struct {
	Updates []json.RawMessage `json:"updates"`
	More    bool              `json:"more"`
}

// Accepted is the result of a command that was stored.
func Accepted(id string, seq engine.Seq) Result {
	return Result{T: "result", ID: id, OK: true, Seq: &seq}
}

// Refused is the result of a command that changed nothing.
func Refused(id, code, message string) Result {
	return Result{T: "result", ID: id, Error: &Error{Code: code, Message: message}}
}
