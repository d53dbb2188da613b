// Package fanout carries messages between the nodes of one server: changes of tables and their chats, presence, and revoked sessions.
//
//	node A ── append ──> store
//	   └───── Message{table T is at 42} ──> Bus ──> node B, which follows T ── reads the log ──> its viewers
//
// # Invariants
//
//   - A message is a hint and never the truth. A node reads the table from the store before it delivers anything.
//   - Messages may be lost, late, doubled or out of order. That costs delay only, and the presence at other nodes.
//   - Publish never blocks. While a bus is down, published messages are lost.
//   - A message about a table reaches only the nodes that follow it, so that a node's work does not grow with the number of nodes. Presence reaches all nodes,
//     because a node describes tables without following them.
//
// # Failure
//
// Without a bus, or while it is down, nodes learn of new entries from the changes of the store. The presence at other nodes then expires.
package fanout

import (
	"nemeton/engine"
	"nemeton/server/store"
)

// Message is a message from one node to all others.
type Message struct {
	From        string           `json:"from"` // the sending node, set by its bus; new with every start
	Tables      []TableChange    `json:"heads,omitempty"`
	Presence    []Presence       `json:"here,omitempty"`
	Sessions    []string         `json:"sessions,omitempty"` // revoked
	Chats       []ChatChange     `json:"chats,omitempty"`
	Watching    []WatchPart      `json:"watch,omitempty"`
	Bans        bool             `json:"bans,omitempty"`    // the operator changed the banned addresses
	Players     []store.PlayerID `json:"players,omitempty"` // whose invitations have changed
	AskPresence bool             `json:"ask,omitempty"`     // asks the others for their presence
	Alive       bool             `json:"alive,omitempty"`   // the sending node runs, and its presence counts
}

// Part is a part of a message for the nodes that follow a table, or for all nodes.
type Part struct {
	Table store.TableID // empty: for all nodes
	Message
}

// Parts splits a message into a part for each table that it is about, and one for all nodes. Buses publish the parts in this order.
func (m Message) Parts() (parts []Part) {
	for _, t := range m.Tables {
		parts = append(parts, Part{t.Table, Message{From: m.From, Tables: []TableChange{t}}})
	}
	for _, c := range m.Chats {
		parts = append(parts, Part{c.Table, Message{From: m.From, Chats: []ChatChange{c}}})
	}
	for _, w := range m.Watching {
		parts = append(parts, Part{w.Table, Message{From: m.From, Watching: []WatchPart{w}}})
	}
	if m.Tables, m.Chats, m.Watching = nil, nil, nil; len(m.Presence)+len(m.Sessions)+len(m.Players) > 0 || m.Bans || m.AskPresence || m.Alive {
		parts = append(parts, Part{Message: m})
	}
	return parts
}

// TableChange says that a table has a new entry or a changed row.
type TableChange struct {
	Table      store.TableID `json:"table"`
	Seq        engine.Seq    `json:"seq,omitempty"` // of the last entry
	RowChanged bool          `json:"row,omitempty"` // seats, names or state changed without an entry
}

// ChatChange says that the chat of a table has changed, or a reader's mark in it.
type ChatChange struct {
	Table  store.TableID  `json:"table"`
	Reader store.PlayerID `json:"reader,omitempty"` // the mark of this reader; empty: a message or a reaction
}

// WatchPart is the part of the sending node in a group that watches the replay of a finished table together.
type WatchPart struct {
	Table   store.TableID `json:"table"`
	Group   string        `json:"group"`
	Node    string        `json:"node"`              // that sends
	Since   int64         `json:"since"`             // when it joined the group, in microseconds since 1970 UTC
	Count   uint64        `json:"count"`             // increases with every change on the node: the higher one is newer
	Members []Watcher     `json:"members,omitempty"` // on the node; none: all have left
	Shown   WatchShown    `json:"shown"`
	Ask     bool          `json:"ask,omitempty"` // asks the other nodes for their parts
}

// Watcher is a member of a group. The number is unique in the group, once all nodes know each other's parts.
type Watcher struct {
	Number int    `json:"number"`
	Name   string `json:"name,omitempty"`
}

// WatchShown says who leads a group, and the moment that was shown. Of two, the one with the higher turn counts; then that of the node which has had the group for
// longer.
type WatchShown struct {
	Turn   uint64      `json:"turn"`
	Since  int64       `json:"since"` // when the node of the last change joined, in microseconds since 1970 UTC
	Node   string      `json:"node"`  // of the last change
	Leader int         `json:"leader"`
	Seq    engine.Seq  `json:"seq,omitempty"` // 0: no moment was shown
	Eyes   engine.Seat `json:"eyes"`
}

// Presence is the presence at one table on the sending node.
type Presence struct {
	Table      store.TableID `json:"table"`
	Count      uint64        `json:"count"` // increases with every change on the node: the higher one is newer
	Seats      []engine.Seat `json:"seats,omitempty"`
	Spectators int           `json:"spectators,omitempty"`
}

// Listener receives the messages of the other nodes. Its functions must neither block nor publish.
type Listener struct {
	// OnMessage is called with each message of another node. The messages of one node arrive in order unless something fails.
	OnMessage func(Message)
	// OnJoin is called when the bus becomes usable, for the first time or again: from now on messages of the others arrive.
	OnJoin func()
}

// Bus connects a node to the others. All methods are safe for concurrent use.
type Bus interface {
	// Publish sends the parts of a message to the other nodes. It neither blocks nor fails: a message that cannot be sent is lost.
	Publish(m Message)
	// Listen calls l from now on until stop is called. There is one listener at a time. After stop has returned, l is not called.
	Listen(l Listener) (stop func())
	// Follow asks for the messages about a table until Unfollow. It does not block.
	Follow(id store.TableID)
	Unfollow(id store.TableID)
	Close()
}
