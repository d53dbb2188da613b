package engine_test

import (
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"nemeton/engine"
)

// TestChance_Vectors compares the construction with numbers that another program, in another language, computed from
// its description alone. Recorded games depend on it: these numbers never change.
func TestChance_Vectors(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/chance.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Secret        string     `json:"secret"`
		Commitment    string     `json:"commitment"`
		Key           string     `json:"key"`
		Contributions []string   `json:"contributions"`
		Seq           engine.Seq `json:"seq"`
		Of            []int      `json:"of"`
		Draws         []int      `json:"draws"`
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		secret := engine.Secret(unhex(t, c.Secret))
		var contributions [][]byte
		for _, text := range c.Contributions {
			contributions = append(contributions, unhex(t, text))
		}
		if got := secret.Commitment(); hex.EncodeToString(got[:]) != c.Commitment {
			t.Errorf("commitment of %s: got %x, want %s", c.Secret, got, c.Commitment)
		}
		key := engine.NewKey(secret, contributions)
		if hex.EncodeToString(key[:]) != c.Key {
			t.Errorf("key of %s with %q: got %x, want %s", c.Secret, c.Contributions, key, c.Key)
		}
		dice := engine.NewDice(key, c.Seq)
		var draws []engine.Draw
		for i, n := range c.Of {
			if got := dice.Draw("die", n); got != c.Draws[i] {
				t.Errorf("secret %s, entry %d, draw %d of %d: got %d, want %d", c.Secret, c.Seq, i, n, got, c.Draws[i])
			}
			draws = append(draws, engine.Draw{What: "die", Of: n, Is: c.Draws[i]})
		}
		if !slices.Equal(dice.Drawn(), draws) {
			t.Errorf("recorded draws: got %v, want %v", dice.Drawn(), draws)
		}
	}
}

func TestDice_RefusesEmptyRange(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a draw of 0 did not panic")
		}
	}()
	engine.NewDice(engine.Key{}, 1).Draw("die", 0)
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
	engine.Shuffle(&script{0, 1, 0}, "deck", list)
	if want := []string{"c", "d", "b", "a"}; !slices.Equal(list, want) {
		t.Errorf("got %v, want %v", list, want)
	}
	engine.Shuffle(&script{}, "deck", list[:1])
	engine.Shuffle(&script{}, "deck", list[:0])
}

func TestShuffle_EveryOrderIsAsLikely(t *testing.T) {
	t.Parallel()
	const rounds = 6000
	counts := map[[3]int]int{}
	c := engine.Loose{Rand: rand.New(rand.NewPCG(1, 2))}
	for range rounds {
		list := [3]int{1, 2, 3}
		engine.Shuffle(c, "deck", list[:])
		counts[list]++
	}
	for order, n := range counts {
		if n < rounds/6-150 || n > rounds/6+150 {
			t.Errorf("order %v came %d times of %d", order, n, rounds)
		}
	}
	if len(counts) != 6 {
		t.Errorf("got %d orders of 3 cards, want 6", len(counts))
	}
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	raw, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
