// Package store is what the server remembers: players and their sessions, tables and their logs. The types and the
// contract stand here; storetest holds the contract as one suite; sqlite and postgres keep it.
//
// # Invariants
//
//   - A table's log grows by exactly one record at a time, guarded by (table, seq): of two appends of the same seq one wins,
//     the other gets ErrConflict and has changed nothing.
//   - A command id is accepted once per (table, seat): the second append with it gets ErrDuplicate, in the same transaction that
//     would have stored it.
//   - What a method acknowledged (returned nil for) survives the death of the process and of the machine.
//   - The table's row (state, whose turn it is, seq) changes in the transaction of the record that changes it.
//
// # For every method
//
//   - What names nothing that is stored is ErrNotFound; an id, token or code that exists already is ErrConflict.
//   - A context that ends is ErrUnavailable, with the context's error inside.
//   - Times come back in UTC, to the microsecond; empty lists and maps come back nil or empty. Texts to be stored are UTF-8
//     without the zero byte.
package store

import (
	"context"
	"errors"
	"time"

	"nemeton/engine"
)

// Errors of every method. Anything else is wrapped, never one of these.
var (
	ErrNotFound    = errors.New("not found")
	ErrConflict    = errors.New("somebody else was first")         // seq or rev moved on: read again, decide again
	ErrDuplicate   = errors.New("that command was stored before")  // see Log.Command for its record
	ErrUnavailable = errors.New("the store cannot be reached now") // connection lost, disk full, locked: nothing is known to be stored
	ErrForeign     = errors.New("the database belongs to a newer program, or to another process")
	ErrSealed      = errors.New("the table's secret was encrypted with a key that is not given here")
)

// PlayerID and TableID are UUIDs in their usual spelling.
type (
	PlayerID string
	TableID  string
)

// Player is a person, guest or with an account.
type Player struct {
	ID        PlayerID
	Name      string // empty once erased
	CreatedAt time.Time
	Erased    bool
}

// Session is one device of a player. The token itself is never stored.
type Session struct {
	ID        string // UUID, to name it when revoking
	TokenHash [32]byte
	Player    PlayerID
	Label     string // what the player recognises the device by
	CreatedAt time.Time
	SeenAt    time.Time
}

// Link carries a player to another device, once.
type Link struct {
	CodeHash  [32]byte
	Player    PlayerID
	ExpiresAt time.Time
}

// Players keeps people and the ways they prove who they are.
type Players interface {
	// CreatePlayer stores a player with a first session, whose Player it sets.
	CreatePlayer(ctx context.Context, p Player, first Session) error
	Player(ctx context.Context, id PlayerID) (Player, error)
	// PlayerNames gives the names of those that exist and are not erased.
	PlayerNames(ctx context.Context, ids []PlayerID) (map[PlayerID]string, error)
	// RenamePlayer changes the name; of the erased, ErrNotFound.
	RenamePlayer(ctx context.Context, id PlayerID, name string) error
	// ErasePlayer forgets the name, all sessions and links. Tables and logs remain, seats stay with the nameless id.
	// Erasing twice is no error.
	ErasePlayer(ctx context.Context, id PlayerID) error

	// CreateSession adds a device; to the unknown and the erased, ErrNotFound.
	CreateSession(ctx context.Context, s Session) error
	SessionByToken(ctx context.Context, hash [32]byte) (Session, Player, error)
	// TouchSession moves SeenAt forward, never back.
	TouchSession(ctx context.Context, id string, seen time.Time) error
	Sessions(ctx context.Context, player PlayerID) ([]Session, error) // newest first
	// LiveSessions tells which of the sessions are left: neither revoked nor gone with their player.
	LiveSessions(ctx context.Context, ids []string) (map[string]bool, error)
	// RevokeSession ends a session of that player; another's is ErrNotFound.
	RevokeSession(ctx context.Context, player PlayerID, id string) error

	// CreateLink adds a link; for the unknown and the erased, ErrNotFound.
	CreateLink(ctx context.Context, l Link) error
	// ClaimLink uses a link up and tells whose it was. Unknown, used and expired links are ErrNotFound alike.
	ClaimLink(ctx context.Context, hash [32]byte, now time.Time) (PlayerID, error)
}

// State is where a table stands.
type State string

// The states of a table, in order. A table nobody sits at any more before it started is closed: kept, but listed nowhere.
const (
	Open     State = "open"
	Running  State = "running"
	Finished State = "finished"
	Closed   State = "closed"
)

// Visibility is who may find and watch a table.
type Visibility string

// Public tables are listed for all; private ones take their invite code.
const (
	Public  Visibility = "public"
	Private Visibility = "private"
)

// Seat is one seat of a table.
type Seat struct {
	Color  string
	Player PlayerID // empty: nobody's
	Bot    string   // the level of the bot that holds it; empty: none. Never together with Player
}

// Free tells whether nobody holds the place.
func (p Seat) Free() bool { return p.Player == "" && p.Bot == "" }

// Table is the row of a table: everything but its log.
type Table struct {
	ID            TableID
	Title         string
	State         State
	Visibility    Visibility
	Invite        string // 128 bits in base64url without padding; empty for public tables
	Host          PlayerID
	Options       engine.Options
	Seats         []Seat        // by seat
	Seq           engine.Seq    // of the last record of the log
	Rev           int64         // counts changes of this row other than Append's, from 1
	Owing         []engine.Seat // who owes a decision now
	StandIns      []string      // by seat: the level of the bot that plays it in its player's absence; empty: none anywhere
	Winners       []engine.Seat // once finished
	Secret        engine.Secret
	Sealed        bool     // the secret was encrypted with a key that is not given here, and is missing: nothing can be played or shown of it
	Contributions [][]byte // by seat; empty: none
	Rematch       TableID  // the table that follows this one, if any
	CreatedAt     time.Time
	UpdatedAt     time.Time // of the last record or change
}

// Query selects tables for a list. Zero fields do not select.
type Query struct {
	State  State
	Title  string
	Player PlayerID // only tables at which this player sits
	Bots   bool     // only tables at which a bot sits, or plays in somebody's absence
	// Viewer sees public tables and the private ones at which they sit; empty: public ones only.
	Viewer    PlayerID
	AllTables bool      // all tables, whoever may see them: for the tools of who runs the server, never for a door
	Before    time.Time // paging: last changed before this ... (exclusive together with BeforeID)
	BeforeID  TableID
	Limit     int // 0: all
}

// Tables keeps the rows of tables.
type Tables interface {
	// CreateTable stores a new table, at seq 0 and rev 1 whatever t says. With after set it becomes that table's Rematch in
	// the same transaction, which raises that row's Rev and UpdatedAt (to t.CreatedAt); ErrConflict if it has one already.
	CreateTable(ctx context.Context, t Table, after TableID) error
	Table(ctx context.Context, id TableID) (Table, error)
	// UpdateTable reads the row under a lock, lets change alter it, and stores it with Rev one higher. An error of change is
	// returned as it is and nothing is stored. State, Seq, Owing, StandIns and Winners belong to Append, except for closing an open table;
	// id, title, secret and creation never change: touching them is an error. Change sets UpdatedAt. It must be quick and not call
	// the store, whose lock it holds.
	UpdateTable(ctx context.Context, id TableID, change func(*Table) error) (Table, error)
	// ListTables lists by UpdatedAt and id, newest first; closed ones never. A page ends where the next query's Before and
	// BeforeID say: UpdatedAt and id of its last row.
	ListTables(ctx context.Context, q Query) ([]Table, error)
	// CountTables counts a player's open and running tables.
	CountTables(ctx context.Context, player PlayerID) (int, error)
	// TableVersions tells where tables stand; unknown ones are left out. It is what nodes poll.
	TableVersions(ctx context.Context, ids []TableID) (map[TableID]TableVersion, error)
}

// TableVersion is where a table stands.
type TableVersion struct {
	Seq engine.Seq
	Rev int64
}

// Append is one record to be stored with what it changes in the table's row.
type Append struct {
	Table   TableID
	Record  engine.Record
	State   State // after the record
	Owing   []engine.Seat
	Winners []engine.Seat
	// StandIns are the row's after the record.
	StandIns []string
	// NewHolder, when set, sits down on a seat of somebody else's with the record.
	NewHolder *NewHolder
	// Rev, when set, must be the row's: a start must not race with seating. Zero: not checked.
	Rev int64
	Now time.Time
}

// NewHolder is who gets a seat from its player.
type NewHolder struct {
	Seat   engine.Seat
	Player PlayerID
}

// Log keeps the records of tables.
type Log interface {
	// Append stores the record if its seq is the next one and its (seat, command) is new: durable when it returns
	// nil. ErrDuplicate before ErrConflict. An empty command is never a duplicate. After ErrUnavailable the outcome is unknown: read to learn it.
	Append(ctx context.Context, a Append) error
	// Read gives up to limit records after seq, in order. Bytes that are not canonical, or whose stored hash differs, are
	// engine.ErrCorrupt.
	Read(ctx context.Context, id TableID, after engine.Seq, limit int) ([]engine.Record, error)
	// Command finds the record that a seat's command made. ErrNotFound if there is none.
	Command(ctx context.Context, id TableID, seat engine.Seat, command string) (engine.Record, error)
}

// Store is all of it.
type Store interface {
	Players
	Tables
	Log
	// Ping tells whether the store can serve now.
	Ping(ctx context.Context) error
	Close() error
}
