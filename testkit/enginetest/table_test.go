package enginetest_test

import (
	"fmt"
	"testing"

	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
)

// arranged returns a table of the toy at which seat 0 holds the cards 1 and 2, and seat 1 the cards 3 and 4.
func arranged(t testing.TB) *enginetest.Table {
	t.Helper()
	p := enginetest.Given(t, toy.Title{}, 2)
	p.State.(*toy.State).Arrange([]int{9, 10, 11, 12}, []int{1, 2}, []int{3, 4})
	return p
}

func TestTable_Fails(t *testing.T) {
	t.Parallel()
	for want, play := range map[string]func(*enginetest.Table){
		"is not listed":               func(p *enginetest.Table) { p.Do(0, "pick", toy.Pick{Card: 3}) },
		`seat 0 does not owe "place"`: func(p *enginetest.Table) { p.Open(0, "place") },
		`seat 7 does not owe "pick"`:  func(p *enginetest.Table) { p.Lists(7, "pick", toy.Pick{Card: 1}) },
		`draw "die" of 6 has no outcome 6`: func(p *enginetest.Table) {
			p.Draws = []int{6}
			p.Draw("die", 6)
		},
	} {
		expect.Contains(t, failure(t, func(w *witness) { play(arranged(w)) }), want)
	}
}

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

// failure runs a check that must fail, and returns its message.
func failure(t *testing.T, check func(*witness)) string {
	t.Helper()
	w := &witness{TB: t}
	func() {
		defer func() {
			if bad := recover(); bad != nil && bad != any(w) {
				panic(bad)
			}
		}()
		check(w)
	}()
	return w.said
}
