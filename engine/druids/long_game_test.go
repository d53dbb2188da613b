package druids_test

import (
	"cmp"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/chance"
	. "nemeton/engine/druids"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// person chooses the moves of the only person at a table.
type person func(s engine.State, d engine.Decision, chance chance.Loose) engine.Move

func randomPerson(_ engine.State, d engine.Decision, chance chance.Loose) engine.Move {
	return d.Moves[chance.IntN(len(d.Moves))]
}

func sensiblePerson(s engine.State, d engine.Decision, chance chance.Loose) engine.Move {
	return greedy{chance}.choose(s, d)
}

// TestLongGame: among four bots of any level, a person has at least five turns in nine of ten games, because bots do not
// hurry figures to the place of decision. Whole games end long before the round limit. The flag -v prints the figures.
func TestLongGame(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	whole := testsize.Get() == testsize.Long
	for _, level := range []struct {
		amongBots
		games int
	}{
		{amongBots{level: bot.Easy, whole: true}, testsize.Pick(20, 50, 500)},
		{amongBots{level: bot.Medium, budget: bot.Medium.Budget(), whole: whole}, testsize.Pick(1, 2, 50)},
		// Fewer iterations than at a table, so that the test ends in seconds.
		{amongBots{level: bot.Hard, budget: bot.Budget{Iterations: testsize.Pick(200, 300, 1000)}, whole: whole}, testsize.Pick(1, 2, 20)},
	} {
		for name, person := range map[string]person{"random": randomPerson, "sensible": sensiblePerson} {
			t.Run(string(level.level)+" bots and a "+name+" person", func(t *testing.T) {
				t.Parallel()
				level.person = person
				level.check(t, level.games)
			})
		}
	}
}

// amongBots is a kind of table for five: one person among four bots.
type amongBots struct {
	level  bot.Level
	budget bot.Budget
	person person
	whole  bool // play to the end; otherwise a game stops after enough turns of the person
	seats  int  // 0: five
}

// These are the seats and the limits of the test.
const (
	maxSeats    = 5
	enoughTurns = 5
	longRound   = 20 // no game between bots lasts longer
)

// check plays games with the person in rotating seats.
func (a amongBots) check(t *testing.T, games int) {
	t.Helper()
	var turns, rounds []int
	points, most, won := 0, 0, 0
	for g := range games {
		seat := engine.Seat(g % maxSeats)
		s, own := a.play(t, seat, uint64(g))
		turns = append(turns, own)
		rounds = append(rounds, int(s.View(spectator).(View).Turn.Round))
		if o := s.Outcome(); o != nil {
			points += o.Scores[seat]
			most += slices.Max(o.Scores)
			if slices.Contains(o.Winners, seat) {
				won++
			}
		}
	}
	slices.Sort(turns)
	slices.Sort(rounds)
	t.Logf("own turns: least %d, 10%% up to %d, half up to %d; rounds: half up to %d, most %d", turns[0], turns[games/10], turns[games/2], rounds[games/2], rounds[games-1])
	if a.whole {
		t.Logf("the person has %.0f points on average and wins %d of %d games; the best player has %.0f points", mean(points, games), won, games, mean(most, games))
	}
	if short := slices.IndexFunc(turns, func(n int) bool { return n >= enoughTurns }); short < 0 || short*10 > games {
		t.Errorf("own turns in %d games: %v; want %d in nine of ten", games, turns, enoughTurns)
	}
	if rounds[games-1] > longRound {
		t.Errorf("rounds of %d games: %v; want at most %d", games, rounds, longRound)
	}
}

func mean(sum, n int) float64 { return float64(sum) / float64(n) }

// play plays one game. It returns the last state and the number of turns that the person began.
func (a amongBots) play(t *testing.T, seat engine.Seat, seed uint64) (s engine.State, own int) {
	t.Helper()
	chance := enginetest.Loose(seed)
	s = begin(cmp.Or(a.seats, maxSeats), chance)
	if s.View(spectator).(View).Start == seat {
		own = 1
	}
	for s.Outcome() == nil && (a.whole || own < enoughTurns) {
		d := s.Open()[0]
		m := a.move(t, s, d, seat, chance)
		for _, e := range s.Decide(d, m, chance) {
			if began, ok := e.(TurnBegan); ok && began.Seat == seat {
				own++
			}
			s.Evolve(e)
		}
	}
	return s, own
}

// move is the choice of the person or of a bot, which gets the knowledge of its seat only.
func (a amongBots) move(t *testing.T, s engine.State, d engine.Decision, seat engine.Seat, chance chance.Loose) engine.Move {
	t.Helper()
	if d.Seat == seat {
		return a.person(s, d, chance)
	}
	viewer := engine.SeatViewer(d.Seat)
	k := engine.Knowledge{Viewer: viewer, Setup: setup(maxSeats), View: s.View(viewer), Decisions: s.Open()}
	c := must.Return(bot.Choose(Title{}, k, a.level, a.budget, chance.Uint64()))(t)
	return c.Move
}

// TestEmptyDeck: many games of easy bots end because the deck is empty, not because of the fifth figure [D61]. Bots see that vote come and send their druids in before. Bots
// that did not had hardly a druid at the place of decision. The flag -v prints the figures.
func TestEmptyDeck(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	games := testsize.Pick(30, 100, 500)
	for n := 2; n <= maxSeats; n++ {
		byDeck, druids, sum := 0, 0, 0
		for g := range games {
			s, _ := amongBots{level: bot.Easy, whole: true, seats: n}.play(t, engine.NoSeat, uint64(g))
			v := s.View(spectator).(View)
			sum += int(v.Turn.Round)
			if v.Vote.Reason != ReasonCards {
				continue
			}
			byDeck++
			for _, score := range v.Scoring {
				if score.Druid > 0 {
					druids++
				}
			}
		}
		t.Logf("%d seats: %d of %d games end by the empty deck, after %.1f rounds on average; %.1f druids are at the place of decision then",
			n, byDeck, games, mean(sum, games), mean(druids, max(1, byDeck)))
		if n == maxSeats && (byDeck == 0 || druids < byDeck) {
			t.Errorf("%d of %d games end by the empty deck, with %d druids at the place of decision", byDeck, games, druids)
		}
	}
}
