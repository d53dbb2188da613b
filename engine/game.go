package engine

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// Seat is a place at a table, numbered from 0.
type Seat int8

// NoSeat is the seat of an entry that belongs to no seat.
const NoSeat Seat = -1

// CheckBounds allows NoSeat.
func (s Seat) CheckBounds(seats int) error {
	if s < NoSeat || int(s) >= seats {
		return fmt.Errorf("the table has no seat %d", s)
	}
	return nil
}

// Seq numbers the entries of one table's log from 1. Seq 0 is the table before its start.
type Seq uint64

// Viewer is a recipient of game data: one seat, or a spectator. The zero value is a spectator, the viewer with the
// least knowledge.
type Viewer struct {
	place   int8
	ownOnly bool
}

// Spectator is the zero Viewer.
func Spectator() Viewer { return Viewer{} }

// SeatViewer is the viewer at seat s. If s is negative, it is a spectator.
func SeatViewer(s Seat) Viewer {
	if s < 0 {
		return Viewer{}
	}
	return Viewer{place: int8(s) + 1}
}

// Seat returns the viewer's seat; ok is false for a spectator.
func (v Viewer) Seat() (s Seat, ok bool) { return Seat(v.place) - 1, v.place > 0 }

func (v Viewer) Is(s Seat) bool { return v.place > 0 && Seat(v.place)-1 == s }

// OwnOnly reports that nobody reads the members of the view with the tag view:"shared", so a state may leave them empty.
func (v Viewer) OwnOnly() bool { return v.ownOnly }

func (v Viewer) String() string {
	if s, ok := v.Seat(); ok {
		return "seat " + strconv.Itoa(int(s))
	}
	return "spectator"
}

// Setup holds the choices made before the start. The start entry fixes them.
type Setup struct {
	Colors  []string `json:"colors"`  // by seat; the length is the number of seats
	Options Options  `json:"options"` // complete and checked by Options.Complete
}

func (s Setup) Seats() int { return len(s.Colors) }

// Title is the rules of one game. A Title value has no state and may be shared.
type Title interface {
	// Info describes the title to the lobby and the client.
	Info() Info
	// Registry lists every event type that the title ever stored.
	Registry() *Registry
	// Start decides the opening of a table. Its events, applied to Blank, give the first state. The setup has been
	// checked.
	Start(setup Setup, chance chance.Source) []Event
	Blank(setup Setup) State
	// Moves lists the types of all moves. The Fold reads moves by them, and the client's types and texts are made from them.
	Moves() MoveTypes
	// Sample returns a full state that is consistent with one viewer's knowledge; the hidden parts are drawn with r. A
	// sampled state gives that viewer the same view and the same decisions. Bots and the noninterference law use it.
	Sample(k Knowledge, r *rand.Rand) (State, error)
}

// State is the position of one table. One Fold owns it.
type State interface {
	// Open lists the decisions that seats owe now, sorted by seat, each with all its legal moves. There is at least one
	// until Outcome is not nil, and none from then on. A seat owes one at most. It stays open until its answer or the end of the game, so that a log
	// shows without the rules who kept the others waiting. The caller must not change the lists.
	Open() []Decision
	// Decide answers one open decision with one of its moves. It returns the resulting events, outcomes of chance
	// included, and does not change the state. The Fold has checked that the move is listed.
	Decide(d Decision, m Move, chance chance.Source) []Event
	// Evolve applies one event. It cannot fail, validate or roll.
	Evolve(e Event)
	// Redeal draws anew the facts that no viewer knows, such as the order of a deck, for a fork. Its events are sent to nobody, and change neither the
	// view nor the decisions of any viewer. A state without such facts returns nil: every fact is known to some viewer, or follows from the facts of several.
	Redeal(chance chance.Source) []Event
	// View is what v may know: a value of the title's own view type, which has no field for facts that are hidden from
	// v. It encodes as a JSON object and holds all public facts.
	View(v Viewer) any
	// Outcome is nil until the game is over.
	Outcome() *Outcome
	// Standing is the result as far as it is public now: the scores of all seats. Once the game is over, it also has the
	// winners among the given seats. A table that ends before its game shows these scores, so they depend on public facts alone.
	Standing(among []Seat) Outcome
	// Clone is a copy. The copy and the original share nothing that can change.
	Clone() State
	// SnapshotFields lists every field of the state for its encoding. The members of Blank are those of every other state.
	SnapshotFields() codec.SnapshotFields
}

// Simulator is implemented by states on which a search of a bot can play many games with little garbage. A law test holds both methods to Decide,
// Evolve and Open.
type Simulator interface {
	// Advance applies the events of Decide to the state itself.
	Advance(d Decision, m Move, chance chance.Source)
	// AppendOpen appends the decisions of Open to list, and their moves to moves. The decisions refer to the second result.
	AppendOpen(list []Decision, moves []Move) ([]Decision, []Move)
}

// Undoer is implemented by the states of titles that opt in to take-back.
type Undoer interface {
	// Undo returns the effect of an entry with these events on take-back. It is called after they were applied. The
	// Fold itself refuses to take back entries that drew chance or belong to another seat. A later version may allow more, and
	// never less, because logs hold the take-backs that earlier versions allowed.
	Undo(events []Event) Undo
}

// Undo is the effect of an entry on take-back.
type Undo uint8

// The zero value allows the least.
const (
	UndoNever Undo = iota // neither this entry nor any before it can be taken back
	UndoLast              // it can be taken back while it is the last entry; the entries before it cannot
	UndoFree              // it can be taken back, and so can the entries before it
)

// Knowledge is everything a viewer may know now: the input of Title.Sample. It holds no history, so that it costs the
// same after any number of entries. A title whose players can learn from earlier events shows that knowledge in its view.
type Knowledge struct {
	Viewer    Viewer
	Setup     Setup
	View      any        // the title's view type
	Decisions []Decision // from Fold.Decisions: moves only in the viewer's own
}

// Outcome is the result of a finished table.
type Outcome struct {
	Winners  []Seat `json:"winners"`            // several seats can share the victory
	Scores   []int  `json:"scores"`             // by seat
	Conceded []Seat `json:"conceded,omitempty"` // the seats that gave up, in order; they rank after all others. The Fold sets it
	Ended    Ended  `json:"ended,omitempty"`    // the reason for an end before that of the game. The Fold sets it
}

// Info describes a title.
type Info struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	MinSeats int      `json:"minSeats"`
	MaxSeats int      `json:"maxSeats"`
	Minutes  Minutes  `json:"minutes"`
	Weight   Weight   `json:"weight"`
	Rules    int      `json:"rules"` // version of Decide; 1 at first, one more with every change of its decisions
	Options  []Option `json:"options"`
	// LongestGame is a bound on the moves that can lead to any state of a game, with any number of seats. LongestLog
	// derives the bound of a log from it.
	LongestGame int `json:"-"`
	// OrdinalScores says that scores only put the seats in order: their differences mean nothing.
	OrdinalScores bool `json:"-"`
	// Colors lists the colors that seats may choose from at each number of seats, in the order of default assignment.
	// Entry i belongs to MinSeats+i seats and holds at least that many.
	Colors [][]string `json:"colors"`
}

// Minutes is the usual length of a game: the shortest at the smallest table, and the longest at the largest one.
type Minutes struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Weight says how much there is to learn and to think about, from 1 (light) to 5 (heavy).
type Weight int

// The lightest and the heaviest weight.
const (
	LightestWeight Weight = 1
	HeaviestWeight Weight = 5
)

// Check reports the first member that the client cannot show.
func (i Info) Check() error {
	switch {
	case i.ID == "" || i.Name == "":
		return errors.New("the title needs an id and a name")
	case i.MinSeats < 1 || i.MaxSeats < i.MinSeats:
		return fmt.Errorf("seats from %d to %d", i.MinSeats, i.MaxSeats)
	case i.Minutes.From < 1 || i.Minutes.To < i.Minutes.From:
		return fmt.Errorf("a game of %d to %d minutes", i.Minutes.From, i.Minutes.To)
	case i.Weight < LightestWeight || i.Weight > HeaviestWeight:
		return fmt.Errorf("the weight is %d, want %d to %d", i.Weight, LightestWeight, HeaviestWeight)
	}
	return nil
}

// ColorsFor lists the colors that seats may choose from. It is nil for a number of seats that the title does not allow.
func (i Info) ColorsFor(seats int) []string {
	if seats < i.MinSeats || seats > i.MaxSeats {
		return nil
	}
	return i.Colors[seats-i.MinSeats]
}
