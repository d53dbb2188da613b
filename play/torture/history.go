package torture

import (
	"nemeton/engine"
	"nemeton/play"
)

// History is the history of one table: the operations of its clients in no order, and its stored log.
type History struct {
	Table      string           `json:"table"`
	Operations []play.Operation `json:"operations"`
	Stored     []StoredCommand  `json:"stored"` // from seq 2 on, after the start
}

// StoredCommand is the command of a stored entry.
type StoredCommand struct {
	Seat    int    `json:"seat"`
	Command string `json:"command"`
}

func historyOf(transcript play.Transcript, records []engine.Record) History {
	h := History{Table: transcript.Game.Table, Operations: transcript.History}
	for _, r := range records[1:] {
		h.Stored = append(h.Stored, StoredCommand{Seat: int(r.Entry.Seat), Command: r.Entry.Command})
	}
	return h
}
