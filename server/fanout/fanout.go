// Package fanout carries news between the nodes of one server: that a table went on, who is connected where, that a session ended.
//
//	node A ── append ──> store
//	   └───── News{table T is at 42} ──> Bus ──> node B ── reads the log ──> its viewers
//
// # Invariants
//
//   - News is a hint and never the truth. What it says of a table is read from the store before anybody is told.
//   - News may be lost, late, doubled or out of order. Nothing depends on it but speed, and knowing who is connected to other nodes.
//   - Publish never waits. A bus that is away loses what is published meanwhile.
//
// # Failure
//
// Without a bus, or while it is away, nodes learn of each other's entries by polling the store; who is connected to the other
// nodes is forgotten after a while.
package fanout

import (
	"nemeton/engine"
	"nemeton/server/store"
)

// Message is what a node tells all others at once.
type Message struct {
	From        string        `json:"from"` // the node that tells, set by its bus; new with every start
	Tables      []TableChange `json:"heads,omitempty"`
	Presence    []Presence    `json:"here,omitempty"`
	Sessions    []string      `json:"sessions,omitempty"` // were signed out
	AskPresence bool          `json:"ask,omitempty"`      // the others shall tell who is connected to them
}

// TableChange tells that something happened at a table.
type TableChange struct {
	Table      store.TableID `json:"table"`
	Seq        engine.Seq    `json:"seq,omitempty"` // of its last entry
	RowChanged bool          `json:"row,omitempty"` // its row changed otherwise: seats, names, state
}

// Presence tells who is connected to the telling node at one table.
type Presence struct {
	Table      store.TableID `json:"table"`
	Count      uint64        `json:"count"` // grows with each change that the node tells of: the higher one is later
	Seats      []engine.Seat `json:"seats,omitempty"`
	Spectators int           `json:"spectators,omitempty"`
}

// Listener is the receiving end of a node. Its functions must neither wait nor publish.
type Listener struct {
	// OnMessage is given the news of the other nodes, not the node's own; each one's in order as long as nothing goes wrong.
	OnMessage func(Message)
	// OnJoin tells that the bus can be used, for the first time or again: what the others publish from here on is heard.
	OnJoin func()
}

// Bus is a node's way to the others. All methods may be called from any goroutine.
type Bus interface {
	// Publish sends news to all other nodes. It does not wait and does not fail: what cannot be sent is lost.
	Publish(n Message)
	// Listen calls l from now on, until stop is called. There is one listener at a time. After stop has returned nothing is called.
	Listen(l Listener) (stop func())
	// Close leaves the bus.
	Close()
}
