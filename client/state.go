package client

import (
	"encoding/json"
	"errors"
	"fmt"

	jsonpatch "github.com/evanphx/json-patch/v5"
)

// Message is a message of a socket. Tag is its member t; Raw is the whole message.
type Message struct {
	Tag string
	Raw []byte
}

// ReadMessage reads the tag of a message.
func ReadMessage(raw []byte) (Message, error) {
	var header struct {
		T string `json:"t"`
	}
	err := json.Unmarshal(raw, &header)
	return Message{Tag: header.T, Raw: raw}, err
}

// Decision is a choice that a seat owes. Moves is empty for the decisions of other seats.
type Decision struct {
	ID    string            `json:"id"`
	Seat  int               `json:"seat"`
	Kind  string            `json:"kind"`
	Moves []json.RawMessage `json:"moves"`
	// Effects has a list for each of the moves if the client asked for them.
	Effects [][]Effect `json:"effects"`
}

// Effect is an effect of a move: its kind, and values by name. A value is a whole number, a range {min, max}, or a list of whole numbers.
type Effect map[string]any

// Outcome is the end of a game.
type Outcome struct {
	Winners []int   `json:"winners"`
	Scores  []int64 `json:"scores"`
	Ended   string  `json:"ended"` // the reason for an end before that of the game
}

// State is the newest state that a viewer has received. The zero value is that of a viewer who has received nothing.
type State struct {
	Seq      int
	Head     string          // the short head of Seq
	Document json.RawMessage // {view, decisions}; patches apply to it

	Decisions []Decision
	Outcome   *Outcome // nil while the game runs

	Events []json.RawMessage // of the last update, as the viewer may see them
	Steps  []json.RawMessage // by event: the document after it; empty unless the socket has steps
}

// ErrGap means that an update is not the next one.
var ErrGap = errors.New("an update is missing")

// Apply applies a snapshot or an update, and ignores other messages. Errors: ErrGap, and the reasons why a message cannot be read or a patch does not fit.
// After an error the state is as before.
func (s *State) Apply(m Message) error {
	if m.Tag != "snapshot" && m.Tag != "update" {
		return nil
	}
	var in struct {
		Seq       int               `json:"seq"`
		Head      string            `json:"head"`
		View      json.RawMessage   `json:"view"`
		Decisions json.RawMessage   `json:"decisions"`
		Patch     json.RawMessage   `json:"patch"`
		Events    []json.RawMessage `json:"events"`
		Steps     []struct {
			Event json.RawMessage `json:"event"`
			Patch json.RawMessage `json:"patch"`
		} `json:"steps"`
	}
	if err := json.Unmarshal(m.Raw, &in); err != nil {
		return err
	}
	if m.Tag == "update" && in.Seq != s.Seq+1 {
		return fmt.Errorf("%w: got seq %d after %d", ErrGap, in.Seq, s.Seq)
	}
	next := State{Seq: in.Seq, Head: in.Head, Document: Document(in.View, in.Decisions), Events: in.Events}
	if in.Patch != nil {
		var err error
		next.Document = s.Document
		for _, step := range in.Steps {
			if next.Document, err = Patch(next.Document, step.Patch); err != nil {
				return err
			}
			next.Events, next.Steps = append(next.Events, step.Event), append(next.Steps, next.Document)
		}
		if next.Document, err = Patch(next.Document, in.Patch); err != nil {
			return err
		}
	}
	var read struct {
		View *struct {
			Outcome *Outcome `json:"outcome"`
		} `json:"view"`
		Decisions []Decision `json:"decisions"`
	}
	if err := json.Unmarshal(next.Document, &read); err != nil {
		return err
	}
	if next.Decisions = read.Decisions; read.View != nil {
		next.Outcome = read.View.Outcome
	}
	*s = next
	return nil
}

// Own lists the decisions with moves: those of the viewer's own seat.
func (s *State) Own() (list []Decision) {
	for _, d := range s.Decisions {
		if len(d.Moves) > 0 {
			list = append(list, d)
		}
	}
	return list
}

// Document joins a view and its decisions into the document that patches refer to.
func Document(view, decisions json.RawMessage) json.RawMessage {
	document := make(json.RawMessage, 0, len(view)+len(decisions)+24)
	document = append(append(document, `{"view":`...), view...)
	return append(append(append(document, `,"decisions":`...), decisions...), '}')
}

// Patch applies a JSON Patch (RFC 6902) to a document and returns the result. It refuses paths that do not exist.
func Patch(document, patch json.RawMessage) (json.RawMessage, error) {
	operations, err := jsonpatch.DecodePatch(patch)
	if err != nil {
		return nil, err
	}
	options := jsonpatch.NewApplyOptions()
	options.SupportNegativeIndices, options.EscapeHTML = false, false
	return operations.ApplyWithOptions(document, options)
}
