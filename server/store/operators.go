package store

import (
	"context"
	"net/netip"
	"time"
)

// Ban refuses the clients of an address range.
type Ban struct {
	Range     netip.Prefix // masked
	Reason    string
	By        string // the operator
	CreatedAt time.Time
	EndsAt    time.Time // zero: it does not end by itself
}

// ActKind names what an operator did.
type ActKind string

// The acts of operators.
const (
	ActClose      ActKind = "close" // a table
	ActBan        ActKind = "ban"   // an address range
	ActUnban      ActKind = "unban"
	ActLink       ActKind = "link" // a code that signs a player in
	ActDoorCode   ActKind = "door_code"
	ActDoorRevoke ActKind = "door_revoke"

	ActRemove  ActKind = "remove"  // a reported message
	ActDismiss ActKind = "dismiss" // the reports of a message
	ActText    ActKind = "text"    // a suggestion for a text was closed
)

// ActDone is the outcome of an act that succeeded.
const ActDone = "done"

// Act is an act of an operator in the log of acts.
type Act struct {
	ID      string // UUID
	At      time.Time
	By      string // the operator
	Via     string // the way: page, command or database
	Kind    ActKind
	Subject string // the id of a table, that with CHANNEL-NUMBER of a message, or an address range
	Reason  string
	Outcome string // ActDone, or the code of a refusal; empty: it was begun, and its result is unknown
}

// NoteKind is the kind of a note.
type NoteKind string

// The kinds of notes.
const (
	NoteVerify NoteKind = "verify" // the last check of all running tables
	NoteNode   NoteKind = "node"   // the report of a node about itself, by its id
	NoteSize   NoteKind = "size"   // the size of the database in bytes, by day
)

// Note is a fact for operators. A kind has one for each name.
type Note struct {
	Kind  NoteKind
	Name  string
	At    time.Time
	Value string
}

// PeopleQuery selects people for a list.
type PeopleQuery struct {
	Name  string // the beginning of the name, without regard to the case of ASCII letters; empty: all with a session, the last seen first
	Limit int
	Skip  int // paging
}

// Person is a player for a list of the operator.
type Person struct {
	ID        PlayerID
	Name      string
	CreatedAt time.Time
	SeenAt    time.Time // of the session that was seen last; zero: no session
	Sessions  int
}

// Totals are the numbers of rows, and the size of the database.
type Totals struct {
	People   int // erased ones do not count
	Sessions int
	Tables   map[State]int
	Reports  int   // open ones
	Bytes    int64 // of the whole database
}

// Operators stores the acts of operators and what they need to see.
type Operators interface {
	// Ban stores a ban in place of one of the same range, and logs the act, in one transaction.
	Ban(ctx context.Context, b Ban, a Act) error
	// Unban ends the ban of exactly this range, and logs the act, in one transaction. If the range has no ban at the act's time, it returns ErrNotFound and logs
	// nothing.
	Unban(ctx context.Context, r netip.Prefix, a Act) error
	// Bans returns all bans that have not ended, the newest first.
	Bans(ctx context.Context, now time.Time) ([]Ban, error)
	// LogAct stores an act. FinishAct sets its outcome; an unknown act is ErrNotFound.
	LogAct(ctx context.Context, a Act) error
	FinishAct(ctx context.Context, id, outcome string) error
	// Acts returns up to limit acts, the newest first: those before another act in this order, unless before is the zero value.
	Acts(ctx context.Context, before Act, limit int) ([]Act, error)
	// SetNote stores a note in place of the one with its kind and name.
	SetNote(ctx context.Context, n Note) error
	Notes(ctx context.Context, kind NoteKind) ([]Note, error)
	DropNotes(ctx context.Context, kind NoteKind, before time.Time) error
	// People returns people who are not erased, the last seen first.
	People(ctx context.Context, q PeopleQuery) ([]Person, error)
	Totals(ctx context.Context) (Totals, error)
}
