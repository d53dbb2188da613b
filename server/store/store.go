// Package store declares the persistence of the server: players with their sessions, tables, and the tables' logs. It holds the types and the
// contract. Package storetest checks the contract; packages sqlite and postgres implement it.
//
// # Invariants
//
//   - A log grows by one record at a time, guarded by (table, seq). Of two appends with the same seq one succeeds; the other returns ErrConflict
//     and changes nothing.
//   - A record names the hash of its predecessor. The table's row holds the hash of the last record, and an append with another predecessor returns
//     ErrDiverged and changes nothing. So a log never holds two histories, even if a part of it was lost.
//   - A command id is accepted once per (table, seat). A second append with it returns ErrDuplicate; a constraint in the same transaction
//     guarantees that.
//   - Once a method has returned nil, its change survives a crash of the process and of the machine.
//   - A table's row (state, owing seats, seq) changes in the transaction that stores the record.
//
// # Every method
//
//   - Returns ErrNotFound if an argument names nothing that is stored, and ErrConflict if a new id, token or code exists already.
//   - Returns ErrUnavailable, which wraps the context's error, if the context ends.
//   - Returns times in UTC, rounded down to microseconds. Empty lists and maps may come back nil. Texts to store are UTF-8 without a zero byte.
package store

import (
	"context"
	"errors"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// Errors of every method. Other errors wrap none of these.
var (
	ErrNotFound    = errors.New("not found")
	ErrConflict    = errors.New("the table has changed since it was read") // seq or rev has moved: read again, decide again
	ErrDuplicate   = errors.New("the command is stored already")           // Log.Command returns its record
	ErrDiverged    = errors.New("the log continues another entry")         // the seq fits, the predecessor does not: the caller knows another history
	ErrUnavailable = errors.New("the store is unavailable")                // connection lost, disk full, locked: the change may or may not be stored
	ErrOverloaded  = errors.New("too many changes wait for the store")     // nothing was changed
	ErrForeign     = errors.New("another program migrated the database, or another process uses it")
	ErrSealed      = errors.New("the table's secret is encrypted with a key that this process does not have")
	ErrDamaged     = errors.New("the database is damaged") // its file does not hold what was written
	ErrLost        = errors.New("acknowledged changes are missing from the database")
)

// PlayerID and TableID are UUIDs as text, in lower case with hyphens.
type (
	PlayerID string
	TableID  string
)

// Player is a person.
type Player struct {
	ID        PlayerID
	Name      string // empty if erased
	CreatedAt time.Time
	Erased    bool
	Shown     Shown // the players that may see the history; empty is stored as ShownToCompanions
	Vacation  int64 // the end of the player's vacation, in milliseconds since 1970 UTC; 0: none
}

// Shown says who may see the history of a player.
type Shown string

// The values of Shown.
const (
	ShownToEverybody  Shown = "everybody"
	ShownToCompanions Shown = "companions" // people who finished a game at the same table
	ShownToNobody     Shown = "nobody"
)

// Players stores players and their sessions.
type Players interface {
	// CreatePlayer stores a player and the first session, whose Player it sets.
	CreatePlayer(ctx context.Context, p Player, first Session) error
	Player(ctx context.Context, id PlayerID) (Player, error)
	// PlayerNames returns the names of those players that exist and are not erased.
	PlayerNames(ctx context.Context, ids []PlayerID) (map[PlayerID]string, error)
	// RenamePlayer changes the name, which is a change of all unfinished tables of the player. An erased player is ErrNotFound.
	RenamePlayer(ctx context.Context, id PlayerID, name string) error
	// ShowPlayer changes who may see the history. An erased player is ErrNotFound.
	ShowPlayer(ctx context.Context, id PlayerID, to Shown) error
	// SetVacation changes the end of the vacation, in milliseconds since 1970 UTC; 0: none. An erased player is ErrNotFound.
	SetVacation(ctx context.Context, id PlayerID, until int64) error
	// ErasePlayer deletes the name, all TableNames, invitations, blocks, channels and chat messages of the player, and ends all sessions. Tables, logs and results stay, and seats keep
	// the id. A second call is no error.
	ErasePlayer(ctx context.Context, id PlayerID) (Ended, error)

	Sessions
}

// State is the phase of a table.
type State string

// The states of a table, in order. A table is closed if everybody left before the start. Closed tables are stored but never listed.
const (
	Open     State = "open"
	Running  State = "running"
	Finished State = "finished"
	Closed   State = "closed"
)

// Visibility determines the players that may find and watch a table.
type Visibility string

// Everybody finds a public table in the list. A private table needs its invite code. The friends of its host find a table for friends; others need its invite code.
const (
	Public     Visibility = "public"
	Private    Visibility = "private"
	ForFriends Visibility = "friends"
)

// Seat is one seat of a table.
type Seat struct {
	Color  string
	Player PlayerID // empty if no player holds the seat
	Bot    string   // level of the bot that holds the seat; empty: none. Player and Bot are never both set
	// Confirm says whether the player agreed to play. It is empty unless a rematch seated the player.
	Confirm Confirmation
}

func (s Seat) Free() bool { return s.Player == "" && s.Bot == "" }

// Table is the row of a table: everything except its log.
type Table struct {
	ID            TableID
	Title         string
	State         State
	Visibility    Visibility
	Invite        string // 128 bits in base64url without padding; empty for public tables, and until a revoked invite is replaced
	InviteSession string // session that made the invite, which ends with it; empty if none did
	Host          PlayerID
	Friends       []PlayerID // of the host, at a table for friends. They are read with the row; a change of them raises Rev
	Options       engine.Options
	Seats         []Seat        // by seat
	Seq           engine.Seq    // of the last record
	Head          codec.Hash    // of the last record; zeros at seq 0
	Rev           int64         // number of changes of this row, those by Append not counted; from 1
	Owing         []engine.Seat // seats that owe a decision
	StandIns      []string      // by seat: level of the stand-in, or empty; empty list: no stand-ins
	Winners       []engine.Seat // if finished
	Ending        Ending        // concessions, and an end before that of the game
	DueAt         int64         // time at which the table has to act by itself, in milliseconds since 1970 UTC; 0: none
	Secret        chance.Secret
	Sealed        bool           // the secret is missing, because it is encrypted with a key that this process does not have
	Chance        int            // version, which the store sets at the creation: engine.ChanceVersion
	Contributions [][]byte       // of chance, by seat; empty: none, or the table has started: then the first record has them
	Answers       []Answer       // by seat: the rest of the answers; empty as Contributions
	Barred        []PlayerID     // players whom the host removed and who may not return
	Changes       []Change       // of the settings before the start, the oldest first
	Rematch       TableID        // table of the next game with the same players, if any
	Origin        *engine.Origin // moment at which a fork begins; nil: the table is no fork
	Restored      bool           // the table is running, and the database was restored after the table's last append
	CreatedAt     time.Time
	UpdatedAt     time.Time // of the last record or change; it rises with each, see Rise
}

// Rise returns the UpdatedAt of a change at the time now, in whole microseconds. It is later than that of the last change, whose node may have a clock that is
// ahead: clients take the later of two rows for the newer one.
func Rise(last, now time.Time) time.Time {
	return time.UnixMicro(max(now.UnixMicro(), last.UnixMicro()+1)).UTC()
}

// Ending holds the concessions at a table, and the reason for an end before that of the game.
type Ending struct {
	Conceded []engine.Seat `json:"conceded,omitempty"` // in order
	// Recovered lists the seats whose handovers gave them back to the same person, once for each of them, in order. The log does not know it.
	Recovered []engine.Seat `json:"recovered,omitempty"`
	Ended     engine.Ended  `json:"ended,omitempty"`
}

func (e Ending) Equal(other Ending) bool {
	return e.Ended == other.Ended && slices.Equal(e.Conceded, other.Conceded) && slices.Equal(e.Recovered, other.Recovered)
}

// Query selects tables for a list. A zero field matches every table.
type Query struct {
	State  State
	Title  string
	Player PlayerID // only tables with this player at a seat
	Listed bool     // without the tables that Player removed from the list; see Unlist
	// Viewer limits the list to public tables, those for friends whose host is a friend, and private ones with this player at a seat. Empty: public tables only.
	Viewer    PlayerID
	AllTables bool      // list private tables, too: for the operator's tools, never for a transport
	Before    time.Time // paging: only tables before (Before, BeforeID) in the order of the list
	BeforeID  TableID
	Limit     int // 0: no limit
}

// Tables stores the rows of tables.
type Tables interface {
	// CreateTable stores a new table with seq 0, a head of zeros and rev 1. If after is set, t becomes the Rematch of that table in the same transaction, which
	// raises that table's Rev and its UpdatedAt, to t.CreatedAt if that is later. ErrConflict if that table has a rematch already.
	CreateTable(ctx context.Context, t Table, after TableID) error
	Table(ctx context.Context, id TableID) (Table, error)
	// UpdateTable locks the row, lets change edit it, and stores it with Rev one higher. If change returns an error, UpdateTable returns
	// that error and stores nothing. Change sets UpdatedAt. It must be quick and not call the store, because the row is locked meanwhile.
	//
	// Only Append changes State, Seq, Head, Owing, StandIns, Winners, Ending, DueAt and Restored, except that change may close an open table, and
	// may set its Ending to EndedByOperator with that. ID, title, secret,
	// chance, origin and creation time never change. Change must leave all these alone; otherwise UpdateTable returns an error. New options, or another
	// number of seats, give the table another commitment. A change of them is ErrSealed for a table whose secret is missing.
	UpdateTable(ctx context.Context, id TableID, change func(*Table) error) (Table, error)
	// ListTables returns tables by UpdatedAt and id, newest first, without closed ones. The query of the next page has the UpdatedAt and the id of
	// this page's last row in Before and BeforeID.
	ListTables(ctx context.Context, q Query) ([]Table, error)
	// BotTables returns running tables with a bot at a seat, or with a stand-in, in the order of ids. It examines up to limit tables whose id is greater than
	// after, and returns the id to continue after; empty: there are no more tables.
	BotTables(ctx context.Context, after TableID, limit int) (list []Table, next TableID, err error)
	// Unlist removes a table from the list of a player with a seat there, for good. Without a seat it does nothing.
	Unlist(ctx context.Context, player PlayerID, id TableID) error
	CountTables(ctx context.Context, player PlayerID) (int, error)
	// TableVersions returns the versions of those tables that exist. Nodes ask for those of changed tables.
	TableVersions(ctx context.Context, ids []TableID) (map[TableID]TableVersion, error)
}

// TableVersion changes with every change of a table.
type TableVersion struct {
	Seq      engine.Seq
	Head     codec.Hash
	Rev      int64
	Restored bool // as in Table
}

// Append is one record to store, with the changes of the table's row.
type Append struct {
	Table    TableID
	Record   engine.Record
	State    State // after the record, as the fields below
	Owing    []engine.Seat
	Winners  []engine.Seat
	StandIns []string
	Ending   Ending
	DueAt    int64
	// NewHolder, if set, hands a seat over.
	NewHolder *NewHolder
	// Names are stored with the record, except those of players who are unknown or erased. A name replaces that of the same holder of the seat.
	Names []TableName
	// Outcome, if set, stores the results of the table's seats with the record, which must finish the table.
	Outcome *Outcome
	// Rev, if not zero, must equal the row's Rev, so that a start cannot race with a player who takes a seat.
	Rev      int64
	Now      time.Time
	Observer AppendObserver // may be nil
}

// AppendObserver follows one append. A store that refuses the append at once, or has no goroutine of its own for it, calls neither method.
type AppendObserver interface {
	// Meanwhile is called once on the caller's goroutine, while another one writes the record.
	Meanwhile()
	// Done is called as soon as the result is known, even if Meanwhile takes longer. Append returns later, or has returned because its context ended.
	Done()
}

// NewHolder is the player that a seat is handed to.
type NewHolder struct {
	Seat   engine.Seat
	Player PlayerID
	Offer  [32]byte // hash of the code of the seat's offer, which is used up; zero: without an offer
	Same   bool     // the same person as before, with another session; see Ending.Recovered
}

// Log stores the records of tables.
type Log interface {
	// Append stores the record if its seq is the next one, its Prev is the row's Head, and its (seat, command) is new. It blocks until the record is
	// durable. Another seq is ErrConflict; the next seq with another Prev is ErrDiverged. ErrDuplicate takes precedence over both. An empty command
	// is never a duplicate. After ErrUnavailable the record may or may not be stored; read the log to find out. Append ends Restored.
	//
	// A handover uses up its offer and deletes all other offers of the seat, in the same transaction. If the offer is not valid, Append stores
	// nothing and returns ErrOffer, unless the command is a duplicate.
	Append(ctx context.Context, a Append) error
	// Read returns up to limit records after seq, in order. It returns engine.ErrCorrupt if the bytes of a record are not canonical or
	// differ from its stored hash. It returns nothing for a log in the archive, which package archive reads.
	Read(ctx context.Context, id TableID, after engine.Seq, limit int) ([]engine.Record, error)
	// TableNames returns the names of a table, by seat and holder. An unknown table has none.
	TableNames(ctx context.Context, id TableID) ([]TableName, error)
	Command(ctx context.Context, id TableID, seat engine.Seat, command string) (engine.Record, error)
}

// MaxSnapshot is the maximum size of a snapshot, in bytes.
const MaxSnapshot = 1 << 20

// Snapshot is an encoded state of a table after one of its records. It holds hidden hands, so it never leaves the server.
type Snapshot struct {
	Table TableID
	Seq   engine.Seq
	Head  codec.Hash // of the record Seq
	Bytes []byte
}

// Snapshots is a cache of states. Any of them may be missing at any time. A store does not check that a snapshot belongs to the log; the caller
// compares Head with the log.
type Snapshots interface {
	// SaveSnapshot stores a snapshot and replaces one with the same seq. It keeps the two newest of a table, and removes those beyond the row's Seq.
	// So a snapshot that is older than both is not kept, which is no error. A snapshot larger than MaxSnapshot is an error.
	SaveSnapshot(ctx context.Context, s Snapshot) error
	// LatestSnapshot returns the newest snapshot up to atMost. A snapshot whose bytes have changed, or that cannot be decrypted, counts as missing.
	LatestSnapshot(ctx context.Context, id TableID, atMost engine.Seq) (Snapshot, error)
	// DropSnapshots removes the snapshots of a table. A table without snapshots is no error.
	DropSnapshots(ctx context.Context, id TableID) error
}

// WriteProber is a store that can prove that a write succeeds. Every store of this program is one.
type WriteProber interface {
	// ProbeWrite takes the path of a move, with an append to a table that does not exist. Then it changes a row and blocks until the change is durable.
	// It returns ErrDamaged if the check at the start found damage.
	ProbeWrite(ctx context.Context) error
}

// Store is the complete persistence of the server. Its methods are safe for concurrent use.
type Store interface {
	Players
	Tables
	ChangeFeed
	Log
	Archives
	Snapshots
	Quotas
	Retention
	Results
	Invitations
	Notifications
	MailCounts
	SigningKeys
	TimeControl
	Recoveries
	Friends
	Identities
	Ways
	Merges
	Doors
	Chat
	Operators
	Suggestions
	// Ping returns nil if the store can serve requests.
	Ping(ctx context.Context) error
	Close() error
}
