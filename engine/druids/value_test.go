package druids_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	. "nemeton/engine/druids"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

// worth is the score of a hand for a cult, without scoring figures.
func worth(t *testing.T, cult Cult, hand ...Card) ScoreView {
	t.Helper()
	return given(t, 2, druid(0, 16), druid(1, 6)).hold(0, hand...).view(engine.SeatViewer(0)).Worth[cult]
}

func TestValue(t *testing.T) {
	t.Parallel()

	t.Run("figures: 20 at the place of decision, 10 for spirits on stones [D50]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 0), entered(DruidOf(0)), spirit(0, Sulis, 3), entered(Sulis), spirit(0, Belenus, 16),
			spirit(0, Arianrhod, 17), spirit(0, DwarfKing, 3), entered(DwarfKing), spirit(1, Grannus, 3), entered(Grannus))
		v := p.view(engine.SeatViewer(0)).Worth
		expect.Deep(t, v[Sun], ScoreView{Druid: 20, There: 20, Outside: 10, Total: 50, Gathered: 3}, "sun")
		expect.Deep(t, v[Moon], ScoreView{Druid: 20, Outside: 10, Total: 30, Gathered: 3}, "moon")
	})

	t.Run("plants of the winning cult; a potion is worth 60 in all [D51]", func(t *testing.T) {
		t.Parallel()
		v := worth(t, Sun, Sun5, Sun10, Sun15, Mistletoe, Moon15)
		expect.Deep(t, v, ScoreView{Plants: 30, Potions: 30, Total: 60}, "sun")
		expect.Deep(t, worth(t, Sun, Sun5, Sun10, Mistletoe).Total, 15, "a mistletoe alone")
		expect.Deep(t, worth(t, Moon, Sun5, Sun10, Sun15, Mistletoe, Moon15).Total, 15, "moon")
	})

	t.Run("pairs for Cauldron and Harp, each its own cult [D52]", func(t *testing.T) {
		t.Parallel()
		expect.Deep(t, worth(t, Sun, Sun5, Sun5, Cauldron).Total, 30, "pair")
		expect.Deep(t, worth(t, Sun, Sun5, Sun5, Sun10, Sun10, Cauldron).Pairs, 20, "two pairs, one cauldron")
		expect.Deep(t, worth(t, Sun, Sun5, Sun5, Sun10, Sun10, Cauldron, Cauldron).Pairs, 40, "two cauldrons")
		expect.Deep(t, worth(t, Moon, Moon5, Moon5, Harp, Cauldron, Cauldron).Pairs, 20, "the moon's harp")
		expect.Deep(t, worth(t, Sun, Sun5, Sun5, Harp).Pairs, 0, "no harp for the sun")
	})

	t.Run("no plant in a pair and a potion: the best assignment counts [D52]", func(t *testing.T) {
		t.Parallel()
		v := worth(t, Sun, Sun5, Sun5, Sun10, Sun10, Sun15, Sun15, Mistletoe, Cauldron, Cauldron)
		expect.Deep(t, [2]int16{v.Potions, v.Pairs}, [2]int16{0, 40}, "two pairs of three beat the potion")
		v = worth(t, Sun, Sun5, Sun5, Sun10, Sun15, Mistletoe, Cauldron)
		expect.Deep(t, [2]int16{v.Potions, v.Pairs}, [2]int16{30, 0}, "the potion beats the pair")
	})

	t.Run("Morrigan and belladonna cost 20 each [D53]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), spirit(0, Morrigan, 17), druid(1, 6)).hold(0, Belladonna)
		expect.Deep(t, p.view(engine.SeatViewer(0)).Worth[Moon], ScoreView{Morrigan: -20, Belladonna: -20, Total: -40}, "worth")
	})
}

// exhaustive tries every division of single cards into potions and pairs.
func exhaustive(value [3]int, mistletoe, cards int) int {
	best := 0
	for a, n := range value {
		if n >= 2 && cards > 0 {
			left := value
			left[a] -= 2
			best = max(best, 20+exhaustive(left, mistletoe, cards-1))
		}
	}
	if mistletoe > 0 && value[0] > 0 && value[1] > 0 && value[2] > 0 {
		best = max(best, 30+exhaustive([3]int{value[0] - 1, value[1] - 1, value[2] - 1}, mistletoe-1, cards))
	}
	return best
}

// TestValue_BestAssignment compares every holding of one cult with an exhaustive search [D51, D52].
func TestValue_BestAssignment(t *testing.T) {
	t.Parallel()
	holdings := 0
	for n := range 5 * 5 * 5 * 3 * 3 {
		value := [3]int{n % 5, n / 5 % 5, n / 25 % 5}
		mistletoe, cards := n/125%3, n/375
		var hand []Card
		add := func(c Card, n int) {
			for range n {
				hand = append(hand, c)
			}
		}
		add(Moon5, value[0])
		add(Moon10, value[1])
		add(Moon15, value[2])
		add(Mistletoe, mistletoe)
		add(Harp, cards)
		v := worth(t, Moon, hand...)
		if want := exhaustive(value, mistletoe, cards); int(v.Potions+v.Pairs) != want {
			t.Fatalf("%v: %d, and an exhaustive search finds %d", hand, v.Potions+v.Pairs, want)
		}
		holdings++
	}
	expect.Deep(t, holdings, 1125, "holdings")
}

func TestEnd_TieBreaks(t *testing.T) {
	t.Parallel()
	// end lets the sun win by the Dwarf King and two druids' votes.
	end := func(t *testing.T, seats int, there map[Figure]engine.Seat, hold func(p *table)) GameEnded {
		p := voting(t, seats, ReasonFive, there)
		hold(p)
		p.Facts(asks(KindVote, 0))
		var events []engine.Event
		for seat := range engine.Seat(seats) {
			p.Do(seat, KindVote, p.Open(seat, KindVote).Moves[0])
			events = p.Do(seat, KindVoteCard, VoteDone{Do: DoDone})
		}
		expect.Deep(t, len(eventtest.Find[HandsShown](p, events).Hands), seats, "hands shown [D54]")
		return eventtest.Find[GameEnded](p, events)
	}

	t.Run("most points [D54]", func(t *testing.T) {
		t.Parallel()
		got := end(t, 3, map[Figure]engine.Seat{DruidOf(0): 0}, func(p *table) { p.hold(2, Sun15, Sun10) })
		expect.Deep(t, got, GameEnded{Winners: []engine.Seat{2}, Scores: []int16{20, 0, 25}}, "end")
	})

	t.Run("then more own figures at the place of decision [D54]", func(t *testing.T) {
		t.Parallel()
		got := end(t, 3, map[Figure]engine.Seat{DruidOf(0): 0, DwarfKing: 0, DruidOf(1): 1}, func(*table) {})
		expect.Deep(t, got, GameEnded{Winners: []engine.Seat{0}, Scores: []int16{20, 20, 0}}, "end")
	})

	t.Run("then the victory is shared [D54]", func(t *testing.T) {
		t.Parallel()
		got := end(t, 3, map[Figure]engine.Seat{DruidOf(0): 0, DruidOf(1): 1}, func(*table) {})
		expect.Deep(t, got, GameEnded{Winners: []engine.Seat{0, 1}, Scores: []int16{20, 20, 0}}, "end")
	})
}

// TestValue_Random compares the valuation at the end of random games with an independent count of hands and figures.
func TestValue_Random(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		chance := chance.Loose{Rand: rand.New(rand.NewPCG(seed, 50))}
		n := 2 + int(seed)%4
		s := begin(n, chance)
		for s.Outcome() == nil {
			enginetest.Step(s, chance)
		}
		v := s.View(spectator).(View)
		for _, score := range v.Scoring {
			expect.Deep(t, int(score.Total), recount(v, score.Seat), fmt.Sprintf("seed %d, seat %d", seed, score.Seat))
			expect.Deep(t, s.Outcome().Scores[score.Seat], int(score.Total), "outcome")
		}
	}
}

// recount computes a seat's score from the public facts of the end.
func recount(v View, seat engine.Seat) int {
	total, cult := 0, *v.Vote.Cult
	for _, f := range v.Figures {
		switch {
		case f.Seat != seat:
		case f.Figure == Morrigan:
			total -= 20
		case f.Figure.IsDruid() && f.At == AtCenter:
			total += 20
		case cult != NoCult && f.Cult == cult && f.At == AtCenter:
			total += 20
		case cult != NoCult && f.Cult == cult && f.At == AtStone:
			total += 10
		}
	}
	values := map[Card][2]int{Sun5: {0, 0}, Sun10: {0, 1}, Sun15: {0, 2}, Moon5: {1, 0}, Moon10: {1, 1}, Moon15: {1, 2}}
	var value [3]int
	mistletoe, pairing := 0, 0
	for _, c := range v.Hands[seat] {
		plant, ok := values[c]
		switch {
		case c == Belladonna:
			total -= 20
		case c == Mistletoe:
			mistletoe++
		case c == Cauldron && cult == Sun, c == Harp && cult == Moon:
			pairing++
		case ok && Cult(plant[0]) == cult:
			value[plant[1]]++
			total += 5 * (plant[1] + 1)
		}
	}
	return total + exhaustive(value, mistletoe, pairing)
}
