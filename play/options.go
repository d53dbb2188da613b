package play

import (
	"encoding/json"
	"time"
)

// Options say what to play, and where.
type Options struct {
	// URLs are the addresses of the server: one, or several nodes of one server. The first is home; the others serve
	// the watching sockets and some of the playing ones. Nodes that the server tells of are turned to when the others are gone.
	URLs []string
	// Several tells that behind one address stand several nodes, so that one answer may be older than the one before.
	Several bool

	Title string
	Seats int // at each table; 0 plays every number of seats the title allows
	Games int // for each number of seats
	Seed  uint64

	// Timeout is how long a server may be gone, or say that it is unavailable, before that is a fault. 0: 30 s.
	Timeout time.Duration
	// Lag is how late an update may come after its command was acknowledged. 0: 10 s.
	Lag time.Duration
	// KeepGuests leaves the guests on the server; otherwise they are erased at the end (their games remain, nameless).
	KeepGuests bool
	// Pause waits between two moves, for those who wish to watch.
	Pause time.Duration

	// Progress is told of every game that ends; may be nil.
	Progress func(Game)
	// Moved is told of every accepted move before the next one is chosen, on the playing goroutine; may be nil. Tests stop
	// servers in it.
	Moved func(Moment)
	// Watchers is how many others watch at most, besides the spectators of its own.
	Watchers int
	// Enough is asked after every move whether to leave the table as it stands; may be nil: tables are played to their end.
	Enough func() bool
	// Ended is told of every table that was played, with all that was told there; may be nil. Its error ends the run.
	Ended func(Transcript) error
}

// Transcript is what all viewers of a table were told, one telling for each viewer and seq: further ones were the same.
type Transcript struct {
	Game         Game
	Export       json.RawMessage // nil where the table was left running
	Observations []Observation   // in no order
	Acked        []Acked         // in no order
}

// Acked is a command that was acknowledged.
type Acked struct {
	Seq      int
	Seat     int
	ID       string
	Decision string          // empty for commands other than moves
	Move     json.RawMessage // of moves, as the server listed it
}

// Observation is what one viewer was told of one seq.
type Observation struct {
	Viewer int // a seat, or -1: a spectator
	Seq    int
	State  json.RawMessage // {view, decisions}
}

// Moment is a point in a run.
type Moment struct {
	Game  int    // from 1
	Table string // its id
	Seq   int    // of the move just accepted
	Moves int    // acknowledge at this table so far
}

// Game is what came of one table.
type Game struct {
	Game    int           `json:"game"` // from 1
	Table   string        `json:"table"`
	Private bool          `json:"private"`
	Seats   int           `json:"seats"`
	Moves   int           `json:"moves"`
	Seq     int           `json:"seq"` // of the last entry
	Winners []int         `json:"winners"`
	Scores  []int64       `json:"scores"`
	Took    time.Duration `json:"tookNs"`
}

// Summary is what a whole run saw.
type Summary struct {
	Title      string        `json:"title"`
	Games      []Game        `json:"games"`
	Moves      int           `json:"moves"`      // acknowledge
	TakenBack  int           `json:"takenBack"`  // receive-backs accepted
	Refused    int           `json:"refused"`    // attempts that had to be refused, and were
	Repeated   int           `json:"repeated"`   // commands sent again, with the same answer
	Reconnects int           `json:"reconnects"` // sockets that came back, of their own will or not
	Outages    int           `json:"outages"`    // times the server was not there, and came back
	Updates    int           `json:"updates"`    // updates and snapshots read and compared
	Patches    int           `json:"patches"`    // of them as patches
	SlowestLag time.Duration `json:"slowestLagNs"`
	Took       time.Duration `json:"tookNs"`

	outageEnd time.Time
}

func (o Options) withDefaults() Options {
	if o.Timeout == 0 {
		o.Timeout = 30 * time.Second
	}
	if o.Lag == 0 {
		o.Lag = 10 * time.Second
	}
	if o.Games == 0 {
		o.Games = 1
	}
	return o
}
