package enginetest_test

import (
	"fmt"
	"testing"

	"nemeton/engine"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
)

// witness is a test whose failure has no consequences.
type witness struct {
	testing.TB
	said string
}

func (w *witness) Errorf(format string, args ...any) { w.said += fmt.Sprintf(format, args...) + "\n" }

// Fatalf ends the goroutine, as testing.T does.
func (w *witness) Fatalf(format string, args ...any) {
	w.Errorf(format, args...)
	panic(w)
}

func (w *witness) Failed() bool { return w.said != "" }

func TestScenario_Fails(t *testing.T) {
	t.Parallel()
	type scenario = enginetest.Scenario[*toy.State]
	for name, c := range map[string]struct {
		play func(*scenario)
		want string
	}{
		"a move that is not listed":  {func(s *scenario) { s.When(0, toy.Pick{Card: 3}) }, "seat 0 may not"},
		"a move of another seat":     {func(s *scenario) { s.When(1, toy.Pick{Card: 1}) }, "seat 1 may not"},
		"a legal move to be refused": {func(s *scenario) { s.Refuses(0, toy.Pick{Card: 1}) }, "want it refused"},
		"other events":               {func(s *scenario) { s.When(0, toy.Pick{Card: 1}).Then(toy.Picked{Seat: 0, Card: 2}) }, "-want +got"},
		"fewer events":               {func(s *scenario) { s.When(0, toy.Pick{Card: 1}).Then() }, "-want +got"},
		"other knowledge": {func(s *scenario) {
			s.When(0, toy.Pick{Card: 1}).Receives(engine.Spectator(), toy.Picked{Seat: 0, Card: 1})
		}, "events for spectator"},
		"another decision":        {func(s *scenario) { s.Owes(0, "place") }, `want ["place"]`},
		"chance without a script": {func(s *scenario) { s.Draw("die", 6) }, "the script has ended"},
		"chance of another name":  {func(s *scenario) { s.Chance(enginetest.Roll{What: "deck"}).Draw("die", 6) }, `does not fit the scripted "deck"`},
		"chance out of range":     {func(s *scenario) { s.Chance(enginetest.Roll{What: "die", Is: 6}).Draw("die", 6) }, `does not fit the scripted "die": 6`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &witness{TB: t}
			s := enginetest.Given(w, toy.Title{}, enginetest.Place{}, func(s *toy.State) { s.Arrange([]int{9}, []int{1, 2}, []int{3, 4}) })
			func() {
				defer func() {
					if bad := recover(); bad != nil && bad != any(w) {
						panic(bad)
					}
				}()
				c.play(s)
			}()
			expect.Contains(t, w.said, c.want)
		})
	}
}
