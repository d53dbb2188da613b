package chance_test

import (
	"math/rand/v2"
	"testing"

	"nemeton/engine/chance"
	"nemeton/testkit/expect"
)

func TestDice_RefusesEmptyRange(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a draw of 0 did not panic")
		}
	}()
	chance.NewPool().Dice(chance.Key{}).Draw("die", 0)
}

// script returns its numbers in order.
type script []int

func (s *script) Draw(string, int) int {
	is := (*s)[0]
	*s = (*s)[1:]
	return is
}

func TestShuffle(t *testing.T) {
	t.Parallel()
	list := []string{"a", "b", "c", "d"}
	chance.Shuffle(&script{0, 1, 0}, "deck", list)
	expect.Slice(t, list, []string{"c", "d", "b", "a"})
	chance.Shuffle(&script{}, "deck", list[:1])
	chance.Shuffle(&script{}, "deck", list[:0])
}

func TestShuffle_EveryOrderIsAsLikely(t *testing.T) {
	t.Parallel()
	const rounds = 6000
	counts := map[[3]int]int{}
	c := chance.Loose{Rand: rand.New(rand.NewPCG(1, 2))}
	for range rounds {
		list := [3]int{1, 2, 3}
		chance.Shuffle(c, "deck", list[:])
		counts[list]++
	}
	for order, n := range counts {
		if n < rounds/6-150 || n > rounds/6+150 {
			t.Errorf("order %v came %d times of %d", order, n, rounds)
		}
	}
	expect.Equal(t, len(counts), 6, "orders of 3 cards")
}
