package engine

import (
	"math/rand/v2"
	"strconv"
)

// Seat is a place at a table, numbered from 0.
type Seat int8

// NoSeat stands where an entry belongs to no seat.
const NoSeat Seat = -1

// Seq numbers the entries of one table's log from 1; 0 is the table before its start.
type Seq uint64

// Viewer is who looks: one seat, or a spectator. The zero value is a spectator, who may see least.
type Viewer struct{ place int8 }

// Spectator looks from outside: the zero Viewer.
func Spectator() Viewer { return Viewer{} }

// SeatViewer looks from seat s; a negative s is a spectator.
func SeatViewer(s Seat) Viewer {
	if s < 0 {
		return Viewer{}
	}
	return Viewer{place: int8(s) + 1}
}

// Seat tells the seat that looks; ok is false for a spectator.
func (v Viewer) Seat() (s Seat, ok bool) { return Seat(v.place) - 1, v.place > 0 }

// Is tells whether the viewer sits on s.
func (v Viewer) Is(s Seat) bool { return v.place > 0 && Seat(v.place)-1 == s }

// String names the viewer in test output and logs.
func (v Viewer) String() string {
	if s, ok := v.Seat(); ok {
		return "seat " + strconv.Itoa(int(s))
	}
	return "spectator"
}

// Setup is what was settled before the start. It is fixed in the start entry.
type Setup struct {
	Colors  []string `json:"colors"`  // by seat; their number is the number of seats
	Options Options  `json:"options"` // complete and checked by Options.Complete
}

// Seats is the number of seats.
func (s Setup) Seats() int { return len(s.Colors) }

// Title is the rules of one game. A Title value has no state and may be shared.
type Title interface {
	// Info describes the title to lobby and client.
	Info() Info
	// Registry lists every event type the title ever stored.
	Registry() *Registry
	// Start decides the opening of a table: its events applied to Blank give the first state. The setup was checked.
	Start(setup Setup, chance Chance) []Event
	// Blank is the state before the start events.
	Blank(setup Setup) State
	// ParseMove reads one move of a decision of the given kind, strictly: unknown kinds, unknown or repeated fields,
	// wrong types and trailing bytes are errors. Whether the move is legal is not its business.
	ParseMove(kind string, raw []byte) (Move, error)
	// Sample builds a full state consistent with what one viewer knows, hidden parts drawn with r. Sampled states give
	// that viewer the same view and the same decisions. It serves bots and the two-worlds law.
	Sample(k Knowledge, r *rand.Rand) (State, error)
}

// State is the position of one table, owned by whoever holds it.
type State interface {
	// Open lists the decisions seats owe now, by seat, each with all its legal moves. None once Outcome is not nil,
	// at least one until then. The caller must not change the lists.
	Open() []Decision
	// Decide answers one open decision with one of its moves and tells what comes of it, chance included. It does not
	// change the state. The frame has checked that the move is listed.
	Decide(d Decision, m Move, chance Chance) []Event
	// Evolve applies one event. It cannot fail, validate or roll.
	Evolve(e Event)
	// View is what v may know, as a value of the title's own view type, which has no field for what is hidden from v.
	// It encodes as a JSON object with all public facts.
	View(v Viewer) any
	// Outcome is nil until the game is over.
	Outcome() *Outcome
	// Clone is a copy that shares nothing that either side may change.
	Clone() State
}

// Undoer is implemented by states of titles that opt in to take-back.
type Undoer interface {
	// Undo says how an entry with these events bears on take-back; it is asked after they were applied. The frame
	// itself forbids taking back entries that drew chance or belong to another seat.
	Undo(events []Event) Undo
}

// Undo is how an entry bears on take-back.
type Undo uint8

// The zero value is the safe one.
const (
	UndoNever Undo = iota // neither it nor what came before can be taken back
	UndoLast              // it can be taken back while it is the last entry; it then shields what came before
	UndoFree              // it can be taken back, and so can what came before
)

// Knowledge is all that a viewer was ever given: the material of Sample.
type Knowledge struct {
	Viewer    Viewer
	Setup     Setup
	View      any        // the title's view type
	Decisions []Decision // as Fold.Decisions gives them: moves in the viewer's own only
	Seen      []any      // redacted events from the start on, in order, in the registry's redacted form
}

// Outcome is the end of a table.
type Outcome struct {
	Winners []Seat `json:"winners"` // several share the victory
	Scores  []int  `json:"scores"`  // by seat
}

// Info describes a title.
type Info struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	MinSeats int      `json:"minSeats"`
	MaxSeats int      `json:"maxSeats"`
	Rules    int      `json:"rules"` // version of Decide; 1 at first, one more with every change of what it decides
	Options  []Option `json:"options"`
	// Colors lists what seats may choose from at each number of seats, in the order of default assignment. Entry i
	// belongs to MinSeats+i seats and holds at least that many.
	Colors [][]string `json:"colors"`
}

// ColorsFor lists the colours seats may choose from; nil where the title does not play with that many.
func (i Info) ColorsFor(seats int) []string {
	if seats < i.MinSeats || seats > i.MaxSeats {
		return nil
	}
	return i.Colors[seats-i.MinSeats]
}
