// Package floor is a lower bound for measurements: a server without rules and without a store. It replays the bytes that a real server
// once sent at one table. The difference to a real server is the cost of rules, store and everything else.
package floor

import (
	"bytes"
	"encoding/json"
	"errors"
	"sync"
)

// Recording holds the messages to the viewers of one table: the seats by number, then one spectator.
type Recording struct {
	Snapshots []json.RawMessage   `json:"snapshots"`
	Moves     [][]json.RawMessage `json:"moves"` // by move: an update for each viewer
}

// Recorder collects a recording of one table. Its OnMessage fits traffic.Options.
type Recorder struct {
	mu       sync.Mutex
	viewers  [][]json.RawMessage // a snapshot and updates
	complete bool
}

// OnMessage records a message. Only the first table counts: it ends at the second snapshot of a viewer.
func (r *Recorder) OnMessage(viewer int, frame []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.viewers) <= viewer {
		r.viewers = append(r.viewers, nil)
	}
	switch {
	case bytes.HasPrefix(frame, []byte(`{"t":"snapshot"`)):
		r.complete = r.complete || len(r.viewers[viewer]) > 0
	case !bytes.HasPrefix(frame, []byte(`{"t":"update"`)):
		return
	}
	if !r.complete {
		r.viewers[viewer] = append(r.viewers[viewer], frame)
	}
}

// Complete reports whether a whole table was recorded.
func (r *Recorder) Complete() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.complete
}

// Recording returns the recording. It fails if no whole table was recorded.
func (r *Recorder) Recording() (Recording, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out Recording
	if len(r.viewers) == 0 || !r.complete {
		return out, errors.New("no table was recorded to its end")
	}
	for _, v := range r.viewers {
		if len(v) != len(r.viewers[0]) {
			return out, errors.New("the viewers of a table received different numbers of updates")
		}
		out.Snapshots = append(out.Snapshots, v[0])
	}
	for i := 1; i < len(r.viewers[0]); i++ {
		var move []json.RawMessage
		for _, v := range r.viewers {
			move = append(move, v[i])
		}
		out.Moves = append(out.Moves, move)
	}
	return out, nil
}
