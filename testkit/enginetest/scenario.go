package enginetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nemeton/engine"
	"nemeton/testkit/must"
)

// Place is the table of a scenario.
type Place struct {
	Seats   int // 0: the title's smallest number
	Options engine.Options
}

// Roll is a scripted draw of chance. The title must draw What, and the outcome is Is.
type Roll struct {
	What string
	Is   int // from 0
}

// Scenario is a position that a test sets up, with the events of the newest move. S is the title's state type:
//
//	s := enginetest.Given(t, toy.Title{}, enginetest.Place{}, func(s *toy.State) { ... })
//	s.Chance(enginetest.Roll{What: "die", Is: 5})
//	s.When(0, toy.Place{Do: "roll"}).Then(toy.Rolled{Seat: 0, Pips: 6}).Owes(1, "pick")
type Scenario[S engine.State] struct {
	testing.TB
	State  S
	Events []engine.Event // of the newest move
	title  engine.Title
	rolls  []Roll
}

// Given starts a table with constant chance, and lets edit change the position. All chance that is scripted later must
// be used by the end of the test.
func Given[S engine.State](t testing.TB, title engine.Title, place Place, edit func(S)) *Scenario[S] {
	t.Helper()
	info := title.Info()
	seats := max(place.Seats, info.MinSeats)
	options := must.Return(place.Options.Complete(info.Options))(t)
	setup := engine.Setup{Colors: info.ColorsFor(seats)[:seats], Options: options}
	s := newScenario[S](t, title, title.Blank(setup))
	s.evolve(title.Start(setup, Loose(1)))
	if edit != nil {
		edit(s.State)
	}
	return s
}

func newScenario[S engine.State](t testing.TB, title engine.Title, given engine.State) *Scenario[S] {
	t.Helper()
	state, ok := given.(S)
	if !ok {
		t.Fatalf("the state of %s is a %T, not a %T", title.Info().ID, given, state)
	}
	s := &Scenario[S]{TB: t, State: state, title: title}
	t.Cleanup(func() {
		if len(s.rolls) > 0 && !t.Failed() {
			t.Errorf("scripted draws were not used: %v", s.rolls)
		}
	})
	return s
}

// Chance scripts the next draws, in order.
func (s *Scenario[S]) Chance(rolls ...Roll) *Scenario[S] {
	s.rolls = append(s.rolls, rolls...)
	return s
}

// Draw implements chance.Source with the script.
func (s *Scenario[S]) Draw(what string, n int) int {
	s.Helper()
	if len(s.rolls) == 0 {
		s.Fatalf("unexpected draw %q of %d: the script has ended", what, n)
	}
	roll := s.rolls[0]
	s.rolls = s.rolls[1:]
	if roll.What != what || roll.Is < 0 || roll.Is >= n {
		s.Fatalf("draw %q of %d does not fit the scripted %q: %d", what, n, roll.What, roll.Is)
	}
	return roll.Is
}

// When plays a listed move of the seat, and applies its events.
func (s *Scenario[S]) When(seat engine.Seat, move engine.Move) *Scenario[S] {
	s.Helper()
	d, ok := s.find(seat, move)
	if !ok {
		s.Fatalf("seat %d may not %T%+v; it may:%s", seat, move, move, s.listed(seat))
	}
	back, err := s.title.Moves().Parse(d.Kind, encode(move))
	if err != nil || back != move {
		s.Fatalf("move %s reads back as %+v, %v", encode(move), back, err)
	}
	s.Events = s.State.Decide(d, move, s)
	s.evolve(s.Events)
	return s
}

// Refuses asserts that the move is not listed for the seat.
func (s *Scenario[S]) Refuses(seat engine.Seat, move engine.Move) *Scenario[S] {
	s.Helper()
	if d, ok := s.find(seat, move); ok {
		s.Errorf("seat %d may %T%+v as %q, want it refused", seat, move, move, d.Kind)
	}
	return s
}

// Then asserts the events of the newest move, in order.
func (s *Scenario[S]) Then(want ...engine.Event) *Scenario[S] {
	s.Helper()
	if diff := cmp.Diff(want, s.Events, looseCompare); diff != "" {
		s.Errorf("events (-want +got):\n%s", diff)
	}
	return s
}

// Receives asserts the redacted events of the newest move that the viewer receives, in order.
func (s *Scenario[S]) Receives(v engine.Viewer, want ...any) *Scenario[S] {
	s.Helper()
	var got []any
	for _, e := range s.Events {
		if redacted, ok := s.title.Registry().Redact(e, v); ok {
			got = append(got, redacted.Data)
		}
	}
	if diff := cmp.Diff(want, got, looseCompare); diff != "" {
		s.Errorf("events for %s (-want +got):\n%s", v, diff)
	}
	return s
}

// Owes asserts the kinds of decisions that the seat owes now, in order.
func (s *Scenario[S]) Owes(seat engine.Seat, kinds ...string) *Scenario[S] {
	s.Helper()
	var got []string
	for _, d := range s.State.Open() {
		if d.Seat == seat {
			got = append(got, d.Kind)
		}
	}
	if !slices.Equal(got, kinds) {
		s.Errorf("seat %d owes %q, want %q", seat, got, kinds)
	}
	return s
}

// Moves lists the seat's legal moves in all its decisions.
func (s *Scenario[S]) Moves(seat engine.Seat) []engine.Move {
	var moves []engine.Move
	for _, d := range s.State.Open() {
		if d.Seat == seat {
			moves = append(moves, d.Moves...)
		}
	}
	return moves
}

func (s *Scenario[S]) find(seat engine.Seat, move engine.Move) (engine.Decision, bool) {
	for _, d := range s.State.Open() {
		if d.Seat == seat && slices.Contains(d.Moves, move) {
			return d, true
		}
	}
	return engine.Decision{}, false
}

func (s *Scenario[S]) listed(seat engine.Seat) string {
	var text strings.Builder
	for _, m := range s.Moves(seat) {
		fmt.Fprintf(&text, "\n  %T%+v", m, m)
	}
	return text.String()
}

// evolve applies events in the form of a log: encoded and read back.
func (s *Scenario[S]) evolve(events []engine.Event) {
	s.Helper()
	for _, e := range events {
		stored := must.Return(s.title.Registry().Encode(e))(s)
		back := must.Return(s.title.Registry().Decode(stored))(s)
		s.State.Evolve(back)
	}
}
