package store

import "nemeton/engine"

// TableName is the name of a person who holds or held a seat of a running table, as it was when they got the seat. A new name of the player
// does not change it. The erasure and the removal of the player delete it.
type TableName struct {
	Seat   engine.Seat
	Holder int // number of handovers of the seat before and up to this person: 0 at the start
	Player PlayerID
	Name   string
}
