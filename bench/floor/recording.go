// Package floor answers as fast as sockets allow: it sends again what a real server once sent at one table, byte for byte, without rules,
// without a store. What a server reaches of it is what rules, store and all else leave over.
package floor

import (
	"bytes"
	"encoding/json"
	"errors"
	"sync"
)

// Recording is what one table's viewers heard: the frames by seat, and those of a spectator last.
type Recording struct {
	Snapshots []json.RawMessage   `json:"snapshots"`
	Moves     [][]json.RawMessage `json:"moves"` // by move: an update for each of them
}

// Recorder gathers a recording from what the viewers of one table hear. Its Heard fits traffic.Options.
type Recorder struct {
	mu       sync.Mutex
	viewers  [][]json.RawMessage // snapshot and updates
	complete bool
}

// OnMessage takes a frame. Only the first table counts: it ends where a second snapshot comes.
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

// Complete tells whether a whole table was heard.
func (r *Recorder) Complete() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.complete
}

// Recording gives what was heard.
func (r *Recorder) Recording() (Recording, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out Recording
	if len(r.viewers) == 0 || !r.complete {
		return out, errors.New("no table was heard to its end")
	}
	for _, v := range r.viewers {
		if len(v) != len(r.viewers[0]) {
			return out, errors.New("the viewers of a table heard different numbers of updates")
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
