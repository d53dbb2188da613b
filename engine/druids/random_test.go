package druids_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	. "nemeton/engine/druids"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// tally computes a game's totals from the events alone, independently of the state.
type tally struct {
	deck, pile int
	inPlay     int
	hands      []map[Card]int
	owner      map[Figure]engine.Seat
	at         map[Figure]string
}

func newTally(n int) *tally {
	y := &tally{deck: 45, owner: map[Figure]engine.Seat{}, at: map[Figure]string{}}
	for i := range engine.Seat(n) {
		y.hands = append(y.hands, map[Card]int{})
		y.at[DruidOf(i)], y.owner[DruidOf(i)] = "tree -1", i
	}
	for f := Belenus; f <= Morrigan; f++ {
		y.at[f], y.owner[f] = "spirits -1", engine.NoSeat
	}
	return y
}

func (y *tally) pass(from, to engine.Seat, c Card) {
	y.hands[from][c]--
	y.hands[to][c]++
}

func (y *tally) put(f Figure, stone int8) { y.at[f] = fmt.Sprintf("stone %d", stone) }

func (y *tally) add(e engine.Event) {
	switch e := e.(type) {
	case CardDrawn:
		y.deck--
		y.hands[e.Seat][e.Card]++
	case Reshuffled:
		y.deck, y.pile = int(e.Cards), 0
	case CardPlayed:
		y.hands[e.Seat][e.Card]--
		y.inPlay++
	case CardDiscarded:
		y.inPlay--
		y.pile++
	case CardTaken:
		y.pass(e.From, e.Seat, e.Card)
	case CardGiven:
		y.pass(e.From, e.Seat, e.Card)
	case DruidPlaced:
		y.put(DruidOf(e.Seat), e.Stone)
	case FigureMoved:
		y.put(e.Figure, e.To)
	case FigureShifted:
		y.put(e.Figure, e.To)
	case FigureEntered:
		y.at[e.Figure] = "center -1"
	case SpiritCalled:
		y.put(e.Figure, e.Stone)
		y.owner[e.Figure] = e.Seat
	case SpiritBanished:
		y.at[e.Figure], y.owner[e.Figure] = "spirits -1", engine.NoSeat
	case ControlTaken:
		y.owner[e.Figure] = e.Seat
	}
}

// check compares the totals with the views: 45 cards, eight spirits and the druids, wherever they are.
func (y *tally) check(s engine.State) error {
	var errs []error
	expect := func(what string, got, want any) {
		if got != want {
			errs = append(errs, fmt.Errorf("%s: got %v, want %v", what, got, want))
		}
	}
	v := s.View(spectator).(View)
	total := int(v.Deck) + len(v.Discard) + y.inPlay
	all := map[Card]int{}
	for _, c := range v.Discard {
		all[c]++
	}
	for i, p := range v.Players {
		hand := s.View(engine.SeatViewer(p.Seat)).(View).Hand
		total += len(hand)
		expect("cards told", int(p.Cards), len(hand))
		count := map[Card]int{}
		for _, c := range hand {
			count[c]++
			all[c]++
		}
		for c := range NoCard {
			expect(fmt.Sprintf("%v in hand %d", c, i), count[c], y.hands[i][c])
		}
	}
	expect("cards", total, 45)
	expect("deck", int(v.Deck), y.deck)
	expect("pile", len(v.Discard), y.pile)
	expect("belladonna", all[Belladonna] <= 1 && all[Sun5] <= 4 && all[Teutates] <= 1, true)
	standing := map[int8]int{}
	for _, f := range v.Figures {
		expect(f.Figure.String(), fmt.Sprintf("%s %d", f.At, f.Stone), y.at[f.Figure])
		expect("owner of "+f.Figure.String(), f.Seat, y.owner[f.Figure])
		if f.At == AtStone {
			standing[f.Stone]++
			expect("room", standing[f.Stone] <= 2, true)
		}
		expect("Morrigan at the place of decision", f.Figure == Morrigan && f.At == AtCenter, false)
	}
	expect("figures", len(v.Figures), len(v.Players)+8)
	for i := range y.hands {
		own := s.View(engine.SeatViewer(engine.Seat(i))).(View)
		sum, held := 0, 0
		for _, kind := range own.Unseen {
			sum += int(kind.N)
		}
		for j, p := range own.Players {
			if j != i && own.Hands == nil {
				held += int(p.Cards) - len(p.Shown)
			}
		}
		expect("unseen cards", sum, int(own.Deck)+held)
		expect("held by others", int(own.Held), held)
	}
	return errors.Join(errs...)
}

// play plays a game with the steps of next, and checks the totals after each.
func play(t *testing.T, n int, chance chance.Loose, next func(engine.State) []engine.Event) engine.State {
	t.Helper()
	s, y := begin(n, chance), newTally(n)
	for moves := 0; s.Outcome() == nil; moves++ {
		open := s.Open()
		if len(open) != 1 || len(open[0].Moves) == 0 || len(open[0].Moves) > 48 || moves > 3000 {
			t.Fatalf("after %d moves: %d open, %+v", moves, len(open), open)
		}
		for _, e := range next(s) {
			y.add(e)
		}
		must.Succeed(t, y.check(s))
	}
	return s
}

// TestRandomGames plays at random. Every game ends, the totals agree after every move, and no list is too long [D60,
// D61].
func TestRandomGames(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 5; n++ {
		for seed := range uint64(12) {
			t.Run(fmt.Sprintf("%d players, seed %d", n, seed), func(t *testing.T) {
				t.Parallel()
				chance := enginetest.Loose(seed)
				play(t, n, chance, func(s engine.State) []engine.Event { return enginetest.Step(s, chance) })
			})
		}
	}
}

// TestRounds measures the rounds of games. Sensible players need 6 to 12 on average, fewer with more players, and never
// reach the round limit of D61. Random players need more. The flag -v prints the table.
func TestRounds(t *testing.T) {
	t.Parallel()
	games := testsize.Pick(100, 200, 1000)
	for n := 2; n <= 5; n++ {
		t.Run(fmt.Sprintf("%d players", n), func(t *testing.T) {
			t.Parallel()
			chance := enginetest.Loose(uint64(n))
			random := rounds(n, games, chance, func(s engine.State) []engine.Event { return enginetest.Step(s, chance) })
			sensible := rounds(n, games, chance, greedy{chance}.step)
			t.Logf("by chance: %s", random)
			t.Logf("sensible:  %s", sensible)
			if sensible.mean < 6 || sensible.mean > 12 || sensible.limit > 0 {
				t.Errorf("sensible players: %s", sensible)
			}
		})
	}
}

// lengths are the lengths of games.
type lengths struct {
	mean             float64
	tenth, half, top int // rounds of the shortest tenth, the median, and nine tenths
	limit            int // games that reached the round limit
	sun, moon        int // won by each cult
	potions          int // games with a potion in the winning cult
}

func (l lengths) String() string {
	return fmt.Sprintf("mean %.1f rounds, 10%% by %d, half by %d, 90%% by %d, %d at the limit; sun %d, moon %d, potions in %d",
		l.mean, l.tenth, l.half, l.top, l.limit, l.sun, l.moon, l.potions)
}

func rounds(n, games int, chance chance.Loose, next func(engine.State) []engine.Event) lengths {
	var l lengths
	var list []int
	for range games {
		s := begin(n, chance)
		for s.Outcome() == nil {
			next(s)
		}
		v := s.View(spectator).(View)
		list = append(list, int(v.Turn.Round))
		l.mean += float64(v.Turn.Round) / float64(games)
		if v.Vote.Reason == ReasonRounds {
			l.limit++
		}
		switch *v.Vote.Cult {
		case Sun:
			l.sun++
		case Moon:
			l.moon++
		}
		if slices.ContainsFunc(v.Scoring, func(s ScoreView) bool { return s.Potions > 0 }) {
			l.potions++
		}
	}
	slices.Sort(list)
	l.tenth, l.half, l.top = list[games/10], list[games/2], list[games*9/10]
	return l
}
