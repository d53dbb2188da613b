package play

import (
	"encoding/json"
	"time"
)

// Options configure a run.
type Options struct {
	// URLs are the addresses of the server: one, or several nodes of one server. The first serves the playing sockets; the others
	// serve the second sockets and some of the playing ones. If they fail, nodes that the server names are used.
	URLs []string
	// Several means that one address stands for several nodes, so that an answer may be older than the one before.
	Several bool

	Title string
	Seats int // per table; 0 plays every number of seats that the title allows
	Games int // per number of seats
	Seed  uint64

	// Fork is the moment of a public finished table at which all tables begin; nil: they begin at the start of their title. Seats must be those of that table.
	Fork *Fork

	// Pace is the time control of the tables: live:600+20 for seconds on each clock and for each turn; empty for no clocks.
	Pace string
	// Events uses event streams and REST in place of sockets.
	Events bool
	// Timeout is the longest time for which the server may be unreachable or unavailable. 0: 30 s.
	Timeout time.Duration
	// Lag is the longest delay of an update after its command was acknowledged. 0: 10 s.
	Lag time.Duration
	// KeepGuests leaves the guests on the server; otherwise they are erased at the end (their games remain, without names).
	KeepGuests bool
	// Pause is the delay between two moves, for human spectators.
	Pause time.Duration

	// Progress is called after every finished game; may be nil.
	Progress func(Game)
	// Moved is called after every accepted move and before the next one is chosen, on the playing goroutine; may be nil. Tests stop
	// servers in it.
	Moved func(Moment)
	// Watchers is the largest number of other spectators, besides those of the run.
	Watchers int
	// Enough is called after every move. If it returns true, the table is left unfinished. Nil: tables are played to their end.
	Enough func() bool
	// Ended is called after every table with everything that was observed; may be nil. Its error ends the run.
	Ended func(Transcript) error
}

// Fork is a moment of a finished table.
type Fork struct {
	Table string
	Seq   int
}

// Transcript holds the observations of all viewers of a table, one for each viewer and seq: later ones were equal.
type Transcript struct {
	Game         Game
	Export       json.RawMessage // nil if the table was left unfinished
	Observations []Observation   // in no order
	Acked        []Acked         // in no order
	History      []Operation     // in no order
}

// Acked is an acknowledged command.
type Acked struct {
	Seq      int
	Seat     int
	ID       string
	Decision string          // empty for commands other than moves
	Move     json.RawMessage // of moves, as the server listed it
}

// Observation is the state that one viewer received at one seq.
type Observation struct {
	Viewer int // a seat, or -1: a spectator
	Seq    int
	State  json.RawMessage // {view, decisions}
}

// Moment is a point in a run.
type Moment struct {
	Game  int    // from 1
	Table string // id
	Seq   int    // of the last accepted move
	Moves int    // accepted at this table so far
}

// Game is the result of one table.
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

// Summary holds the counts of a whole run.
type Summary struct {
	Title      string        `json:"title"`
	Games      []Game        `json:"games"`
	Moves      int           `json:"moves"`      // accepted
	TakenBack  int           `json:"takenBack"`  // accepted take-backs
	Refused    int           `json:"refused"`    // attempts that were refused as promised
	Repeated   int           `json:"repeated"`   // commands that were sent again, with the same answer
	Reconnects int           `json:"reconnects"` // sockets that were opened again, after a drop by either side
	Outages    int           `json:"outages"`    // times that the server was unavailable and came back
	Updates    int           `json:"updates"`    // updates and snapshots that were read and compared
	Patches    int           `json:"patches"`    // of these, as patches
	Steps      int           `json:"steps"`      // events that came with the view after them
	Heads      int           `json:"heads"`      // heads that were seen and are in the record
	Reveals    int           `json:"reveals"`    // reveals that are in the record, as sent
	Voided     int           `json:"voided"`     // reveals that were sent and are void
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
